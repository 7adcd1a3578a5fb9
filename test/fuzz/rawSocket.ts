import { once } from "node:events";
import { connect, type Socket } from "node:net";

export interface Address {
  readonly port: number;
  readonly token: string;
}

/** A TCP connection on which anything can be written. */
export class RawSocket {
  readonly #socket: Socket;
  readonly #closed: Promise<void>;
  #reply = "";

  private constructor(socket: Socket) {
    this.#socket = socket;
    this.#closed = new Promise((resolve) => socket.once("close", () => resolve()));
    socket.on("error", () => {});
    socket.on("data", (data) => {
      if (this.#reply.length < 2_000) this.#reply += data.toString("latin1");
    });
  }

  static async open({ port }: Address): Promise<RawSocket> {
    const socket = connect({ host: "127.0.0.1", port });
    const raw = new RawSocket(socket);
    await Promise.race([once(socket, "connect").catch(() => {}), raw.#closed]);
    return raw;
  }

  /** A client that has been let in, or `undefined` when the server has no place just now. */
  static async upgraded(address: Address, headers: readonly string[] = []): Promise<RawSocket | undefined> {
    const raw = await RawSocket.open(address);
    await raw.write(Buffer.from(upgradeRequest(address, headers)));
    while (raw.isOpen && !raw.#reply.includes("\r\n\r\n")) await raw.change();
    if (raw.#reply.startsWith("HTTP/1.1 101 ")) return raw;
    await raw.destroy();
    return undefined;
  }

  get isOpen(): boolean {
    return !this.#socket.destroyed && this.#socket.writable;
  }

  /** Waits when the server takes things slowly, and no longer than the connection lives. */
  async write(data: Buffer): Promise<void> {
    if (!this.isOpen || this.#socket.write(data)) return;
    await Promise.race([new Promise((resolve) => this.#socket.once("drain", resolve)), this.#closed]);
  }

  stopReading(): void {
    this.#socket.pause();
  }

  async destroy(): Promise<void> {
    this.#socket.destroy();
    await this.#closed;
  }

  /** The server has written or hung up, or some time has passed. */
  async change(milliseconds = 1_000): Promise<void> {
    let timer: ReturnType<typeof setTimeout> | undefined;
    const passed = new Promise((resolve) => {
      timer = setTimeout(resolve, milliseconds);
    });
    await Promise.race([new Promise((resolve) => this.#socket.once("data", resolve)), this.#closed, passed]);
    clearTimeout(timer);
  }
}

export function upgradeRequest({ port, token }: Address, headers: readonly string[] = []): string {
  const lines = [
    "GET / HTTP/1.1",
    `Host: 127.0.0.1:${port}`,
    "Connection: Upgrade",
    "Upgrade: websocket",
    "Sec-WebSocket-Version: 13",
    "Sec-WebSocket-Key: dGhlIHNhbXBsZSBub25jZQ==",
    "Sec-WebSocket-Protocol: mcp",
    `X-Claude-Code-Ide-Authorization: ${token}`,
    ...headers,
  ];
  return `${lines.join("\r\n")}\r\n\r\n`;
}
