import { Ide, type IdeOptions, RpcError } from "@idebridge/sdk/core";
import { type LinkedTransport, linkedTransports, ManualClock, settle } from "@idebridge/sdk/testing";
import type { Wire } from "./rawClient.ts";

export type Answer = (params: Wire) => unknown;

/** A server as others have built them: answers the methods it is given, -32601 to all else, and tells its end. */
export class Peer {
  readonly lines: LinkedTransport[] = [];
  readonly asked: Wire[] = [];
  readonly #answers: Record<string, Answer>;

  constructor(answers: Record<string, Answer>) {
    this.#answers = { initialize: () => ({ serverInfo: { name: "peer", version: "1" } }), ...answers };
  }

  async dial(): Promise<LinkedTransport> {
    const [near, far] = linkedTransports();
    this.lines.push(far);
    far.start({ message: (text) => this.#receive(far, JSON.parse(text)), closed: () => {} });
    return near;
  }

  get line(): LinkedTransport {
    return this.lines.at(-1)!;
  }

  notify(method: string, params: object): Promise<void> {
    this.line.send(JSON.stringify({ jsonrpc: "2.0", method, params }));
    return settle();
  }

  #receive(line: LinkedTransport, message: Wire): void {
    this.asked.push(message);
    const { id, method, params } = message;
    if (id === undefined || method === undefined) return;
    const answer = this.#answers[method];
    try {
      if (!answer) throw new RpcError(-32601, "Method not found");
      line.send(JSON.stringify({ jsonrpc: "2.0", id, result: answer(params) }));
    } catch (error) {
      const { code = -32603, message } = error as RpcError;
      line.send(JSON.stringify({ jsonrpc: "2.0", id, error: { code, message } }));
    }
  }
}

export function open(peer: Pick<Peer, "dial">, options: Partial<IdeOptions> = {}): Promise<Ide> {
  return Ide.open({
    dial: () => peer.dial(),
    clientInfo: { name: "test", version: "1" },
    pid: 1,
    roots: [],
    reconnect: false,
    handshakeMilliseconds: 1_000,
    clock: new ManualClock(),
    logger: {},
    platform: "posix",
    folders: ["/workspace"],
    traces: {},
    callMilliseconds: 1_000,
    ...options,
  });
}
