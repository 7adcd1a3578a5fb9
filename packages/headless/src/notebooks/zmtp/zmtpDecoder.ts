/** The other end does not speak ZMTP 3, or not as it must. The connection cannot be used any further. */
export class ZmtpError extends Error {
  override readonly name = "ZmtpError";
}

export interface ZmtpMessage {
  readonly frames: readonly Buffer[];
  /** Bytes that were too many to keep. Their frames are empty. */
  readonly leftOut: number;
}

export interface ZmtpReceiver {
  /** The other end has said which mechanism it wants. */
  greeted(mechanism: string): void;
  command(name: string, body: Buffer): void;
  message(message: ZmtpMessage): void;
}

const greetingBytes = 64;
const mostFrames = 1_000;
const mostCommandBytes = 64 * 1024;

/** Takes a stream of bytes apart, however it was cut. Never holds more than one message of `messageBytes`. */
export class ZmtpDecoder {
  readonly #receiver: ZmtpReceiver;
  readonly #messageBytes: number;
  readonly #waiting: Buffer[] = [];
  #waitingBytes = 0;
  #isGreeted = false;
  /** Set while the rest of a frame that is too large goes by. */
  #skipping: { left: number; readonly isLast: boolean } | undefined;
  #frames: Buffer[] = [];
  #keptBytes = 0;
  #leftOut = 0;

  constructor(receiver: ZmtpReceiver, messageBytes: number) {
    this.#receiver = receiver;
    this.#messageBytes = messageBytes;
  }

  /** Throws a `ZmtpError` for what is no ZMTP. */
  push(chunk: Buffer): void {
    if (chunk.length === 0) return;
    this.#waiting.push(chunk);
    this.#waitingBytes += chunk.length;
    if (!this.#isGreeted && !this.#readGreeting()) return;
    while (this.#skipping ? this.#skip(this.#skipping) : this.#readFrame());
  }

  #readGreeting(): boolean {
    // As soon as can be: what speaks something else may never send as much as a greeting.
    const [first = 0xff, , , , , , , , , tenth = 0x7f, version = 3] = this.#peek(
      Math.min(this.#waitingBytes, 11),
    );
    if (first !== 0xff || tenth !== 0x7f || version < 3) {
      throw new ZmtpError("The other end does not speak ZMTP 3");
    }
    if (this.#waitingBytes < greetingBytes) return false;
    const greeting = this.#take(greetingBytes);
    this.#isGreeted = true;
    this.#receiver.greeted(greeting.toString("latin1", 12, 32).replace(/\0+$/, ""));
    return true;
  }

  #readFrame(): boolean {
    if (this.#waitingBytes < 2) return false;
    const flags = this.#peek(1)[0]!;
    if (flags > 7) throw new ZmtpError(`A frame has the unknown flags ${flags}`);
    const [hasMore, isLong, isCommand] = [flags & 1, flags & 2, flags & 4];
    const headBytes = isLong ? 9 : 2;
    if (this.#waitingBytes < headBytes) return false;
    const head = this.#peek(headBytes);
    const size = isLong ? Number(head.readBigUInt64BE(1)) : head[1]!;
    if (isCommand) {
      if (hasMore || size > mostCommandBytes) throw new ZmtpError("A command is too large");
      if (this.#waitingBytes < headBytes + size) return false;
      this.#take(headBytes);
      this.#readCommand(this.#take(size));
      return true;
    }
    if (this.#frames.length >= mostFrames) throw new ZmtpError("A message has too many frames");
    if (this.#keptBytes + size > this.#messageBytes) {
      this.#take(headBytes);
      this.#leftOut += size;
      this.#skipping = { left: size, isLast: !hasMore };
      return true;
    }
    if (this.#waitingBytes < headBytes + size) return false;
    this.#take(headBytes);
    this.#keptBytes += size;
    this.#endFrame(this.#take(size), !hasMore);
    return true;
  }

  #skip(skipping: { left: number; readonly isLast: boolean }): boolean {
    const bytes = Math.min(skipping.left, this.#waitingBytes);
    this.#drop(bytes);
    skipping.left -= bytes;
    if (skipping.left > 0) return false;
    this.#skipping = undefined;
    this.#endFrame(Buffer.alloc(0), skipping.isLast);
    return true;
  }

  #readCommand(body: Buffer): void {
    const nameLength = body[0] ?? 0;
    if (nameLength === 0 || body.length < 1 + nameLength) throw new ZmtpError("A command has no name");
    this.#receiver.command(body.toString("latin1", 1, 1 + nameLength), body.subarray(1 + nameLength));
  }

  #endFrame(frame: Buffer, isLast: boolean): void {
    this.#frames.push(frame);
    if (!isLast) return;
    const message = { frames: this.#frames, leftOut: this.#leftOut };
    this.#frames = [];
    this.#keptBytes = 0;
    this.#leftOut = 0;
    this.#receiver.message(message);
  }

  /** There must be as many. */
  #peek(bytes: number): Buffer {
    const first = this.#waiting[0]!;
    if (first.length >= bytes) return first.subarray(0, bytes);
    const joined = Buffer.concat(this.#waiting);
    this.#waiting.splice(0, this.#waiting.length, joined);
    return joined.subarray(0, bytes);
  }

  #take(bytes: number): Buffer {
    if (bytes === 0) return Buffer.alloc(0);
    const taken = this.#peek(bytes);
    this.#drop(bytes);
    return taken;
  }

  #drop(bytes: number): void {
    this.#waitingBytes -= bytes;
    let left = bytes;
    let whole = 0;
    while (left > 0 && this.#waiting[whole]!.length <= left) left -= this.#waiting[whole++]!.length;
    this.#waiting.splice(0, whole);
    if (left > 0) this.#waiting[0] = this.#waiting[0]!.subarray(left);
  }
}
