import type { Socket } from "node:net";
import { defaultLimits } from "../protocol/limits.ts";
import {
  type CloseReason,
  closeCodes,
  type Transport,
  type TransportReceiver,
} from "../protocol/transport.ts";
import {
  closeFrame,
  controlFrame,
  FrameError,
  FrameReader,
  opcodes,
  type Side,
  textFragments,
  textFrame,
} from "./webSocketFrames.ts";

export interface WebSocketTransportOptions {
  readonly side: Side;
  /** Bytes of one incoming message. */
  readonly maxPayload: number;
  /** Larger messages are sent in frames of this size. */
  readonly frameBytes?: number | undefined;
  /** A peer that has more than this waiting and still wants pongs is hung up on. */
  readonly bufferedBytes?: number | undefined;
  /** How often to look whether the peer is alive. */
  readonly pingMilliseconds?: number | undefined;
}

/** How long a peer may take to say goodbye. */
const farewellMilliseconds = 1_000;

const noBytes = Buffer.alloc(0);

/** One end of a WebSocket, after the handshake. */
export class WebSocketTransport implements Transport {
  readonly #socket: Socket;
  readonly #options: WebSocketTransportOptions;
  readonly #frameBytes: number;
  readonly #reader: FrameReader;
  #head: Buffer;
  #receiver: TransportReceiver | undefined;
  /** Set once either side has said goodbye: nothing is sent or read after that. */
  #goodbye: CloseReason | undefined;
  #isClosed = false;
  #isGathering = false;
  #farewell: ReturnType<typeof setTimeout> | undefined;
  #pinging: ReturnType<typeof setInterval> | undefined;
  #unanswered = 0;

  /** `head`: what came with the handshake and belongs to the first frames. */
  constructor(socket: Socket, head: Buffer, options: WebSocketTransportOptions) {
    this.#socket = socket;
    this.#head = head;
    this.#options = options;
    this.#frameBytes = options.frameBytes ?? Number.POSITIVE_INFINITY;
    const { bufferedBytes = defaultLimits.bufferedBytes } = options;
    this.#reader = new FrameReader(options.side, options.maxPayload, {
      text: (text, more) => {
        this.#unanswered = 0;
        // What is asked at once is answered at once. One alone is answered sooner without.
        if (more) this.gather();
        if (this.#goodbye === undefined) this.#receiver?.message(text);
      },
      pong: () => {
        this.#unanswered = 0;
      },
      // A peer that pings and never reads must not fill the memory with pongs.
      ping: (payload) => {
        if (this.bufferedBytes > bufferedBytes) this.terminate();
        else this.#write(controlFrame(opcodes.pong, payload, options.side));
      },
      close: (code, reason) =>
        this.#sayGoodbye(code === closeCodes.none ? closeCodes.normal : code, "", { code, reason }),
    });
    socket.setNoDelay(true);
    socket.setTimeout(0);
    // Until somebody listens, messages must wait in the socket.
    socket.pause();
    socket.on("data", (chunk: Buffer) => this.#read(chunk));
    socket.on("end", () => {
      if (!socket.writableEnded) socket.end();
    });
    socket.on("error", () => socket.destroy());
    socket.once("close", () => this.#closed());
    if (options.pingMilliseconds !== undefined) this.#keepAlive(options.pingMilliseconds);
  }

  start(receiver: TransportReceiver): void {
    this.#receiver = receiver;
    if (this.#isClosed) return receiver.closed(this.#goodbye ?? lineBroke);
    const head = this.#head;
    this.#head = noBytes;
    if (head.length > 0) this.#read(head);
    this.#socket.resume();
  }

  send(text: string): void {
    if (text.length * 3 <= this.#frameBytes) return this.#write(textFrame(text, this.#options.side));
    for (const frame of textFragments(text, this.#frameBytes, this.#options.side)) this.#write(frame);
  }

  gather(): void {
    if (this.#isGathering) return;
    this.#isGathering = true;
    this.#socket.cork();
    // A tick that a microtask asks for comes when no microtask is left.
    queueMicrotask(() => process.nextTick(() => this.#flush()));
  }

  get bufferedBytes(): number {
    return this.#socket.writableLength;
  }

  byteLength(text: string): number {
    return Buffer.byteLength(text);
  }

  close(code: number = closeCodes.normal, reason = ""): void {
    if (this.#goodbye !== undefined || this.#isClosed) return;
    this.#write(closeFrame(code, reason, this.#options.side));
    this.#goodbye = { code, reason };
    // At once: who says goodbye may be about to end the process.
    if (this.#isGathering) this.#flush();
    // One that was never started is paused, and would not hear the answer.
    this.#socket.resume();
    this.#farewell = setTimeout(() => this.#socket.destroy(), farewellMilliseconds);
  }

  terminate(): void {
    this.#reader.stop();
    this.#socket.destroy();
  }

  #read(chunk: Buffer): void {
    try {
      this.#reader.push(chunk);
    } catch (error) {
      if (!(error instanceof FrameError)) throw error;
      this.#sayGoodbye(error.code, error.message, { code: error.code, reason: error.message });
    }
  }

  #flush(): void {
    this.#isGathering = false;
    this.#socket.uncork();
  }

  /** The conversation is over: answers the goodbye of the peer, or tells it what it did wrong. */
  #sayGoodbye(code: number, reason: string, seen: CloseReason): void {
    this.close(code, reason);
    this.#goodbye = seen;
    this.#reader.stop();
    this.#socket.end();
  }

  #write(frame: Buffer): void {
    if (this.#goodbye === undefined && !this.#socket.destroyed) this.#socket.write(frame);
  }

  #closed(): void {
    this.#isClosed = true;
    this.#reader.stop();
    clearTimeout(this.#farewell);
    clearInterval(this.#pinging);
    this.#receiver?.closed(this.#goodbye ?? lineBroke);
  }

  #keepAlive(milliseconds: number): void {
    this.#pinging = setInterval(() => {
      // Two in a row: after a sleep of the machine, the first tick comes before the answer can be read.
      if (this.#unanswered >= 2) return this.terminate();
      this.#unanswered++;
      this.#write(controlFrame(opcodes.ping, noBytes, this.#options.side));
    }, milliseconds);
  }
}

const lineBroke: CloseReason = { code: closeCodes.lineBroke, reason: "" };
