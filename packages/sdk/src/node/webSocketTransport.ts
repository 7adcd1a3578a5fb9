import type { RawData, WebSocket } from "ws";
import { defaultLimits } from "../protocol/limits.ts";
import type { Transport, TransportReceiver } from "../protocol/transport.ts";

export interface WebSocketTransportOptions {
  /** Larger messages are sent in frames of this size. */
  readonly frameBytes?: number | undefined;
  /** A peer that has more than this waiting and still wants pongs is hung up on. */
  readonly bufferedBytes?: number | undefined;
  /** How often to look whether the peer is alive. */
  readonly pingMilliseconds?: number | undefined;
}

/** How long a peer may take to say goodbye. */
const farewellMilliseconds = 1_000;

/** Make the socket with `autoPong: false`: the transport answers pings. */
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
    // Without a listener, an oversize or malformed frame would end the process. The socket then waits half a
    // minute for the peer to hang up, and holds its place so long: closing it again sets our own deadline.
    socket.on("error", () => this.close());
    // The socket's own pongs go past every limit: a peer that pings and never reads would fill the memory.
    const { bufferedBytes = defaultLimits.bufferedBytes } = options;
    socket.on("ping", (data) => {
      if (socket.bufferedAmount > bufferedBytes) socket.terminate();
      else socket.pong(data);
    });
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
    // One that was never started is paused, and would not hear the goodbye.
    this.#socket.resume();
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
