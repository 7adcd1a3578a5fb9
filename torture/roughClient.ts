import { once } from "node:events";
import { connect, type Socket } from "node:net";
import { frame, opcodes } from "../test/fuzz/frames.ts";
import { type Address, upgradeRequest } from "../test/fuzz/rawSocket.ts";

export interface ToolAnswer {
  /** The texts of the answer. */
  readonly texts: readonly string[];
  readonly isError: boolean;
}

interface Waiting {
  readonly answered: (answer: ToolAnswer) => void;
  readonly gone: (why: Error) => void;
}

/** A client that speaks the protocol well as long as it likes, and then does what it likes with its socket. */
export class RoughClient {
  readonly #socket: Socket;
  readonly #waiting = new Map<number, Waiting>();
  #received: Buffer = Buffer.alloc(0);
  #calls = 0;

  private constructor(socket: Socket) {
    this.#socket = socket;
    socket.setNoDelay(true);
    socket.on("error", () => {});
    socket.once("close", () => {
      for (const { gone } of this.#waiting.values()) gone(new Error("The connection has ended"));
      this.#waiting.clear();
    });
  }

  /** Connects, and says nothing. */
  static async dial({ port }: Pick<Address, "port">): Promise<RoughClient> {
    const socket = connect({ host: "127.0.0.1", port });
    const client = new RoughClient(socket);
    await Promise.race([once(socket, "connect").catch(() => {}), once(socket, "close").catch(() => {})]);
    return client;
  }

  /** One that is let in; `undefined` when the server has no place, or knows another token. */
  static async enter(address: Address): Promise<RoughClient | undefined> {
    const client = await RoughClient.dial(address);
    if ((await client.#upgrade(address)) === 101) return client;
    await client.vanish();
    return undefined;
  }

  /** One that has introduced itself too. */
  static async introduced(address: Address, name: string, folder: string): Promise<RoughClient | undefined> {
    const client = await RoughClient.enter(address);
    if (client === undefined) return undefined;
    const clientInfo = { name, version: "1" };
    client.#roots = [{ uri: `file://${folder}` }];
    await client
      .request("initialize", {
        protocolVersion: "2025-11-25",
        capabilities: { roots: {} },
        clientInfo,
      })
      .catch(() => {});
    client.send({ method: "notifications/initialized" });
    client.send({ method: "ide_connected", params: { pid: process.pid } });
    return client;
  }

  #roots: readonly object[] = [];

  get isOpen(): boolean {
    return !this.#socket.destroyed && this.#socket.writable;
  }

  /** Rejects when the connection ends before the answer. */
  call(tool: string, args: object = {}): Promise<ToolAnswer> {
    return this.request("tools/call", { name: tool, arguments: args });
  }

  request(method: string, params: object): Promise<ToolAnswer> {
    const id = this.#calls++;
    return new Promise((answered, gone) => {
      if (!this.isOpen) return gone(new Error("The connection has ended"));
      this.#waiting.set(id, { answered, gone });
      this.send({ id, method, params });
    });
  }

  send(message: object): void {
    this.write(frame(opcodes.text, Buffer.from(JSON.stringify({ jsonrpc: "2.0", ...message }))));
  }

  write(bytes: Buffer | string): void {
    if (this.isOpen) this.#socket.write(bytes);
  }

  /** Reads nothing any more. */
  stall(): void {
    this.#socket.pause();
  }

  /** Goes without a word; `abruptly`: with a reset, as when its machine was cut off. */
  async vanish(abruptly = false): Promise<void> {
    if (this.#socket.destroyed) return;
    const closed = once(this.#socket, "close");
    if (abruptly) this.#socket.resetAndDestroy();
    else this.#socket.destroy();
    await closed;
  }

  /** Says goodbye as it should be. */
  async leave(): Promise<void> {
    if (this.#socket.destroyed) return;
    const closed = once(this.#socket, "close");
    this.write(frame(opcodes.close, Buffer.from([0x03, 0xe8])));
    const timer = setTimeout(() => this.#socket.destroy(), 5_000);
    await closed;
    clearTimeout(timer);
  }

  async #upgrade(address: Address): Promise<number | undefined> {
    this.write(upgradeRequest(address));
    let head = "";
    while (!head.includes("\r\n\r\n")) {
      const chunk = await new Promise<Buffer | undefined>((resolve) => {
        this.#socket.once("data", resolve);
        this.#socket.once("close", () => resolve(undefined));
      });
      if (chunk === undefined) return undefined;
      head += chunk.toString("latin1");
    }
    this.#socket.on("data", (chunk: Buffer) => this.#read(chunk));
    const [, status] = /^HTTP\/1\.1 (\d+)/.exec(head) ?? [];
    const rest = head.slice(head.indexOf("\r\n\r\n") + 4);
    if (rest !== "") this.#read(Buffer.from(rest, "latin1"));
    return Number(status);
  }

  #read(chunk: Buffer): void {
    this.#received = this.#received.length === 0 ? chunk : Buffer.concat([this.#received, chunk]);
    for (;;) {
      const length = payloadLength(this.#received);
      if (length === undefined || this.#received.length < length.head + length.payload) return;
      const payload = this.#received.subarray(length.head, length.head + length.payload);
      const opcode = this.#received[0]! & 0x0f;
      this.#received = this.#received.subarray(length.head + length.payload);
      if (opcode === opcodes.text) this.#heard(JSON.parse(payload.toString("utf8")));
      else if (opcode === opcodes.ping) this.write(frame(opcodes.pong, payload));
      else if (opcode === opcodes.close) this.#socket.end();
    }
  }

  #heard(message: Heard): void {
    if (message.method === "roots/list") return this.send({ id: message.id, result: { roots: this.#roots } });
    if (message.method !== undefined || typeof message.id !== "number") return;
    const waiting = this.#waiting.get(message.id);
    this.#waiting.delete(message.id);
    const { content = [], isError = false } = message.result ?? {};
    waiting?.answered({
      texts: message.error ? [message.error.message] : content.map(({ text = "" }) => text),
      isError: isError || message.error !== undefined,
    });
  }
}

interface Heard {
  readonly id?: unknown;
  readonly method?: string;
  readonly result?: { readonly content?: readonly { readonly text?: string }[]; readonly isError?: boolean };
  readonly error?: { readonly message: string };
}

/** Of an unmasked frame, as servers send them; `undefined` when its head is not there yet. */
function payloadLength(bytes: Buffer): { readonly head: number; readonly payload: number } | undefined {
  if (bytes.length < 2) return undefined;
  const short = bytes[1]! & 0x7f;
  if (short < 126) return { head: 2, payload: short };
  if (short === 126) return bytes.length < 4 ? undefined : { head: 4, payload: bytes.readUInt16BE(2) };
  return bytes.length < 10 ? undefined : { head: 10, payload: Number(bytes.readBigUInt64BE(2)) };
}
