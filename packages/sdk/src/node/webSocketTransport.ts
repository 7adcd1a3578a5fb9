import type { RawData, WebSocket } from "ws";
import type { Transport, TransportReceiver } from "../protocol/transport.ts";

export interface WebSocketTransportOptions {
  /** Larger messages are sent in frames of this size. */
  readonly frameBytes?: number | undefined;
  /** How often to look whether the peer is alive. */
  readonly pingMilliseconds?: number | undefined;
}

/** How long a peer may take to say goodbye. */
const farewellMilliseconds = 1_000;

export class WebSocketTransport implements Transport {
  readonly #socket: WebSocket;
  readonly #frameBytes: number;
  #pinging: ReturnType<typeof setInterval> | undefined;
  #unanswered = 0;

  constructor(socket: WebSocket, options: WebSocketTransportOptions = {}) {
    this.#socket = socket;
    this.#frameBytes = options.frameBytes ?? Number.POSITIVE_INFINITY;
    // Until somebody listens, messages must wait in the socket.
    socket.pause();
    // Without a listener, an oversize or malformed frame would end the process. `close` always follows.
    socket.on("error", () => {});
    if (options.pingMilliseconds !== undefined) this.#keepAlive(options.pingMilliseconds);
  }

  start(receiver: TransportReceiver): void {
    this.#socket.on("message", (data) => receiver.message(toText(data)));
    this.#socket.once("close", (code, reason) => receiver.closed({ code, reason: reason.toString() }));
    this.#socket.resume();
  }

  send(text: string): void {
    if (text.length * 3 <= this.#frameBytes) return this.#socket.send(text);
    const bytes = Buffer.from(text);
    for (let start = 0; start < bytes.length; start += this.#frameBytes) {
      const end = Math.min(start + this.#frameBytes, bytes.length);
      this.#socket.send(bytes.subarray(start, end), { binary: false, fin: end === bytes.length });
    }
  }

  get bufferedBytes(): number {
    return this.#socket.bufferedAmount;
  }

  close(code?: number, reason?: string): void {
    if (this.#socket.readyState === this.#socket.CLOSED) return;
    this.#socket.close(code, reason);
    const timer = setTimeout(() => this.#socket.terminate(), farewellMilliseconds);
    this.#socket.once("close", () => clearTimeout(timer));
  }

  terminate(): void {
    this.#socket.terminate();
  }

  #keepAlive(milliseconds: number): void {
    const alive = () => {
      this.#unanswered = 0;
    };
    this.#socket.on("pong", alive).on("message", alive);
    this.#pinging = setInterval(() => {
      // Two in a row: after a sleep of the machine, the first tick comes before the answer can be read.
      if (this.#unanswered >= 2) return this.#socket.terminate();
      this.#unanswered++;
      this.#socket.ping();
    }, milliseconds);
    this.#socket.once("close", () => clearInterval(this.#pinging));
  }
}

function toText(data: RawData): string {
  return Array.isArray(data) ? Buffer.concat(data).toString() : data.toString();
}
