import type { CloseReason } from "@idebridge/sdk";
import type { LinkedPair, LinkedTransport } from "@idebridge/sdk/testing";

export interface Wire {
  readonly id?: unknown;
  readonly method?: string;
  // biome-ignore lint/suspicious/noExplicitAny: a message from the wire has any form, and tests look deep into it
  readonly [key: string]: any;
}

/** A client that writes and reads messages as they are on the wire. */
export class RawClient {
  readonly transport: LinkedTransport;
  /** The server's end of the line: set its `bufferedBytes` to pretend to be slow. */
  readonly serverSide: LinkedTransport;
  readonly received: Wire[] = [];
  readonly closed: Promise<CloseReason>;
  #taken = 0;
  #wake: (() => void) | undefined;

  constructor(pair: Pick<LinkedPair, "rawLine">) {
    this.transport = pair.rawLine();
    this.serverSide = this.transport.peer!;
    this.closed = new Promise((resolve) => {
      this.transport.start({
        message: (text) => {
          this.received.push(JSON.parse(text));
          this.#wake?.();
        },
        closed: resolve,
      });
    });
  }

  text(text: string): void {
    this.transport.send(text);
  }

  send(message: unknown): void {
    this.text(JSON.stringify(message));
  }

  request(id: unknown, method: string, params?: unknown): void {
    this.send({ jsonrpc: "2.0", id, method, params });
  }

  notify(method: string, params?: unknown): void {
    this.send({ jsonrpc: "2.0", method, params });
  }

  callTool(id: unknown, name: string, args: unknown = {}): void {
    this.request(id, "tools/call", { name, arguments: args });
  }

  /** The next message that nobody has taken yet. */
  async next(): Promise<Wire> {
    while (this.received.length <= this.#taken) {
      await new Promise<void>((resolve) => {
        this.#wake = resolve;
      });
    }
    return this.received[this.#taken++]!;
  }

  /** Waits for the answer to a request of its own; what came before it is returned too, and counts as taken. */
  async fence(): Promise<Wire[]> {
    const id = `fence ${this.#taken} ${this.received.length}`;
    this.request(id, "ping");
    const before: Wire[] = [];
    for (;;) {
      const message = await this.next();
      if (message.id === id) return before;
      before.push(message);
    }
  }

  /** Asks and waits for the answer; what else comes meanwhile is left in `received` only. */
  async answerTo(method: string, params?: unknown): Promise<Wire> {
    const id = `${method} ${this.received.length}`;
    this.request(id, method, params);
    for (;;) {
      const message = await this.next();
      if (message.id === id && message.method === undefined) return message;
    }
  }

  async toolResult(name: string, args: unknown = {}): Promise<Wire> {
    const { result, error } = await this.answerTo("tools/call", { name, arguments: args });
    return result ?? { error };
  }

  async introduce(clientInfo = { name: "raw", version: "0" }, capabilities = {}): Promise<void> {
    await this.answerTo("initialize", { protocolVersion: "2025-11-25", capabilities, clientInfo });
    this.notify("notifications/initialized");
    await this.fence();
  }

  /** All that came with this method. */
  notifications(method: string): Wire[] {
    return this.received.filter((message) => message.method === method);
  }
}

export async function introduced(pair: Pick<LinkedPair, "rawLine">, name = "raw"): Promise<RawClient> {
  const client = new RawClient(pair);
  await client.introduce({ name, version: "0" });
  return client;
}
