import { Buffer, isAscii, isUtf8 } from "node:buffer";
import { randomFillSync } from "node:crypto";
import { closeCodes } from "../protocol/transport.ts";

/** The frames of RFC 6455, without extensions: bytes to messages and back. */

export const opcodes = { continuation: 0, text: 1, binary: 2, close: 8, ping: 9, pong: 10 } as const;

/** Servers send plain frames and read masked ones; clients do the opposite. */
export type Side = "server" | "client";

export interface FrameReceiver {
  /** `more` is true when something else came with it, and is read next. */
  text(text: string, more: boolean): void;
  ping(payload: Buffer): void;
  pong(): void;
  close(code: number, reason: string): void;
}

/** The peer broke the protocol: close with this code. */
export class FrameError extends Error {
  readonly code: number;

  constructor(code: number, message: string) {
    super(message);
    this.code = code;
  }
}

const isFinal = 0x80;
const isMasked = 0x80;

export class FrameReader {
  readonly #side: Side;
  readonly #maxPayload: number;
  readonly #receiver: FrameReceiver;
  /** The beginning of a frame whose end has not come yet. */
  readonly #unread = new GrowingBuffer();
  /** The fragments of a message whose last has not come yet. */
  readonly #message = new GrowingBuffer();
  #isFragmented = false;
  /** How many bytes must be there before it is worth looking again. */
  #needed = 2;
  #isStopped = false;

  constructor(side: Side, maxPayload: number, receiver: FrameReceiver) {
    this.#side = side;
    this.#maxPayload = maxPayload;
    this.#receiver = receiver;
  }

  /** Reads what it can. Throws `FrameError` when the peer breaks the protocol. */
  push(chunk: Buffer): void {
    let start = 0;
    while (this.#unread.length > 0 && start < chunk.length && !this.#isStopped)
      start = this.#continueFrame(chunk, start);
    if (this.#unread.length > 0) return;
    while (!this.#isStopped) {
      const end = this.#readFrame(chunk, start);
      if (end === undefined) break;
      start = end;
    }
    if (start < chunk.length && !this.#isStopped)
      this.#unread.append(chunk, start, chunk.length, this.#needed);
  }

  /** Whatever comes now is not read any more. */
  stop(): void {
    this.#isStopped = true;
    this.#unread.take();
    this.#message.take();
  }

  /** Adds to the frame that has begun what belongs to it, no more: a large one is copied only once. */
  #continueFrame(chunk: Buffer, start: number): number {
    const end = Math.min(start + this.#needed - this.#unread.length, chunk.length);
    this.#unread.append(chunk, start, end, this.#needed);
    const isDone =
      this.#unread.length >= this.#needed && this.#readFrame(this.#unread.bytes, 0) !== undefined;
    if (isDone) this.#unread.take();
    return end;
  }

  /** Returns where the frame ends, `undefined` when it is not complete. */
  #readFrame(bytes: Buffer, start: number): number | undefined {
    const available = bytes.length - start;
    this.#needed = 2;
    if (available < 2) return undefined;

    const first = bytes[start]!;
    const second = bytes[start + 1]!;
    const opcode = first & 0x0f;
    const isControl = opcode >= opcodes.close;
    const isLast = first >= isFinal;
    const shortLength = second & 0x7f;
    if ((first & 0x70) !== 0) throw new FrameError(closeCodes.protocolError, "Reserved bits are set");
    if (second >= isMasked !== (this.#side === "server"))
      throw new FrameError(closeCodes.protocolError, "Masked by the wrong side");
    if (isControl && (!isLast || shortLength > 125))
      throw new FrameError(closeCodes.protocolError, "Invalid control frame");

    const lengthBytes = shortLength < 126 ? 0 : shortLength === 126 ? 2 : 8;
    const header = 2 + lengthBytes + (this.#side === "server" ? 4 : 0);
    this.#needed = header;
    if (available < header) return undefined;
    let length = shortLength;
    if (lengthBytes === 2) length = bytes.readUInt16BE(start + 2);
    else if (lengthBytes === 8) length = Number(bytes.readBigUInt64BE(start + 2));
    if (!isControl && this.#message.length + length > this.#maxPayload) {
      throw new FrameError(closeCodes.tooBig, "Message too big");
    }
    this.#needed = header + length;
    if (available < this.#needed) return undefined;

    const from = start + header;
    const end = from + length;
    if (this.#side === "server") applyMask(bytes, from - 4, from, end);
    const payload = bytes.subarray(from, end);
    if (isControl) this.#readControl(opcode, payload);
    else this.#readData(opcode, isLast, payload, end < bytes.length);
    return end;
  }

  #readData(opcode: number, isLast: boolean, payload: Buffer, more: boolean): void {
    if (opcode > opcodes.binary) throw new FrameError(closeCodes.protocolError, "Unknown opcode");
    if ((opcode === opcodes.continuation) !== this.#isFragmented) {
      throw new FrameError(closeCodes.protocolError, "Fragments out of order");
    }
    const isWhole = isLast && !this.#isFragmented;
    this.#isFragmented = !isLast;
    if (!isWhole) this.#message.append(payload, 0, payload.length);
    if (isLast) this.#receiver.text(toText(isWhole ? payload : this.#message.take()), more);
  }

  #readControl(opcode: number, payload: Buffer): void {
    if (opcode === opcodes.ping) return this.#receiver.ping(payload);
    if (opcode === opcodes.pong) return this.#receiver.pong();
    if (opcode !== opcodes.close) throw new FrameError(closeCodes.protocolError, "Unknown opcode");
    if (payload.length === 0) return this.#receiver.close(closeCodes.none, "");
    const code = payload.length === 1 ? 0 : payload.readUInt16BE(0);
    if (!isCloseCode(code)) throw new FrameError(closeCodes.protocolError, "Invalid close code");
    this.#receiver.close(code, toText(payload.subarray(2)));
  }
}

/** What a peer says it will send is believed up to here; beyond, only what has come takes memory. */
const believedBytes = 16 * 1024 * 1024;

/** Grows by doubling: a peer that sends byte by byte costs no more than one that does not. */
class GrowingBuffer {
  #bytes: Buffer = Buffer.alloc(0);
  length = 0;

  get bytes(): Buffer {
    return this.#bytes.subarray(0, this.length);
  }

  /** `expected`: how long it will become, where that is known. */
  append(chunk: Buffer, start: number, end: number, expected = 0): void {
    const length = this.length + end - start;
    if (length > this.#bytes.length) {
      const size = Math.max(length, this.#bytes.length * 2, Math.min(expected, believedBytes));
      const grown = Buffer.allocUnsafe(size);
      this.#bytes.copy(grown, 0, 0, this.length);
      this.#bytes = grown;
    }
    chunk.copy(this.#bytes, this.length, start, end);
    this.length = length;
  }

  /** Returns all there is, and is empty. */
  take(): Buffer {
    const { bytes } = this;
    this.#bytes = Buffer.alloc(0);
    this.length = 0;
    return bytes;
  }
}

export function textFrame(text: string, side: Side): Buffer {
  return frame(isFinal | opcodes.text, Buffer.byteLength(text), side, (bytes, start) =>
    bytes.write(text, start),
  );
}

/** A message in several frames of at most `size` bytes. */
export function* textFragments(text: string, size: number, side: Side): Generator<Buffer> {
  const bytes = Buffer.from(text);
  for (let start = 0; start < bytes.length; start += size) {
    const part = bytes.subarray(start, start + size);
    const opcode = start === 0 ? opcodes.text : opcodes.continuation;
    const isLast = start + size >= bytes.length;
    yield frame((isLast ? isFinal : 0) | opcode, part.length, side, (whole, at) => part.copy(whole, at));
  }
}

/** A ping, a pong or a close; more than 125 bytes are cut off. */
export function controlFrame(opcode: number, payload: Buffer, side: Side): Buffer {
  const part = payload.subarray(0, 125);
  return frame(isFinal | opcode, part.length, side, (bytes, start) => part.copy(bytes, start));
}

export function closeFrame(code: number, reason: string, side: Side): Buffer {
  let short = reason;
  // Between characters: half a character is no valid text.
  while (Buffer.byteLength(short) > 123) short = [...short].slice(0, -1).join("");
  const payload = Buffer.alloc(2 + Buffer.byteLength(short));
  payload.writeUInt16BE(code);
  payload.write(short, 2);
  return controlFrame(opcodes.close, payload, side);
}

function frame(
  firstByte: number,
  length: number,
  side: Side,
  fill: (bytes: Buffer, start: number) => void,
): Buffer {
  const lengthBytes = length < 126 ? 0 : length < 65_536 ? 2 : 8;
  const start = 2 + lengthBytes + (side === "client" ? 4 : 0);
  const bytes = Buffer.allocUnsafe(start + length);
  bytes[0] = firstByte;
  bytes[1] =
    (side === "client" ? isMasked : 0) | (lengthBytes === 0 ? length : lengthBytes === 2 ? 126 : 127);
  if (lengthBytes === 2) bytes.writeUInt16BE(length, 2);
  else if (lengthBytes === 8) bytes.writeBigUInt64BE(BigInt(length), 2);
  fill(bytes, start);
  if (side === "client") {
    writeMask(bytes, start - 4);
    applyMask(bytes, start - 4, start, bytes.length);
  }
  return bytes;
}

function toText(payload: Buffer): string {
  // Most is, and ten times as fast to turn into a string when it is large.
  if (isAscii(payload)) return payload.toString("latin1");
  if (!isUtf8(payload)) throw new FrameError(closeCodes.invalidText, "Not valid UTF-8");
  return payload.toString();
}

function isCloseCode(code: number): boolean {
  if (code >= 3000) return code <= 4999;
  return (
    code >= 1000 && code <= 1014 && code !== 1004 && code !== closeCodes.none && code !== closeCodes.lineBroke
  );
}

/** Below this, it costs more to see the bytes as words than that saves. */
const worthWords = 1024;

function applyMask(bytes: Buffer, mask: number, from: number, to: number): void {
  if (to - from >= worthWords) return applyMaskByWords(bytes, mask, from, to);
  const m0 = bytes[mask]!;
  const m1 = bytes[mask + 1]!;
  const m2 = bytes[mask + 2]!;
  const m3 = bytes[mask + 3]!;
  let i = from;
  for (; i + 3 < to; i += 4) {
    bytes[i]! ^= m0;
    bytes[i + 1]! ^= m1;
    bytes[i + 2]! ^= m2;
    bytes[i + 3]! ^= m3;
  }
  if (i < to) bytes[i++]! ^= m0;
  if (i < to) bytes[i++]! ^= m1;
  if (i < to) bytes[i]! ^= m2;
}

function applyMaskByWords(bytes: Buffer, mask: number, from: number, to: number): void {
  const keyAt = (i: number) => bytes[mask + ((i - from) & 3)]!;
  // Words begin at multiples of four, the payload anywhere.
  const first = from + (-(bytes.byteOffset + from) & 3);
  const words = new Int32Array(bytes.buffer, bytes.byteOffset + first, (to - first) >> 2);
  const key = new Int32Array(
    Uint8Array.of(keyAt(first), keyAt(first + 1), keyAt(first + 2), keyAt(first + 3)).buffer,
  )[0]!;
  for (let i = from; i < first; i++) bytes[i]! ^= keyAt(i);
  let i = 0;
  for (; i + 3 < words.length; i += 4) {
    words[i]! ^= key;
    words[i + 1]! ^= key;
    words[i + 2]! ^= key;
    words[i + 3]! ^= key;
  }
  for (; i < words.length; i++) words[i]! ^= key;
  for (let rest = first + words.length * 4; rest < to; rest++) bytes[rest]! ^= keyAt(rest);
}

/** Random bytes are dear four at a time. */
const masks = Buffer.alloc(4096);
let nextMask = masks.length;

function writeMask(bytes: Buffer, at: number): void {
  if (nextMask === masks.length) {
    randomFillSync(masks);
    nextMask = 0;
  }
  masks.copy(bytes, at, nextMask, nextMask + 4);
  nextMask += 4;
}
