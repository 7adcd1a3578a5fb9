import { Transform, type TransformCallback } from "node:stream";

export interface MessageLimits {
  readonly messageBytes: number;
  /** Of messages and of bytes, in any five seconds. */
  readonly messages: number;
  readonly bytes: number;
}

const defaultMessageLimits: MessageLimits = {
  messageBytes: 64 * 1024 * 1024,
  messages: 20_000,
  bytes: 256 * 1024 * 1024,
};

const longestHeader = 8 * 1024;
const windowMilliseconds = 5_000;

/** Passes the messages of a server on, and fails where they are no messages, too large, or too many. */
export class BoundedMessages extends Transform {
  readonly #limits: MessageLimits;
  #header = "";
  /** Of the message that is being passed on. */
  #remaining = 0;
  #windowStart = 0;
  #messages = 0;
  #bytes = 0;

  constructor(limits: MessageLimits = defaultMessageLimits) {
    super();
    this.#limits = limits;
  }

  override _transform(chunk: Buffer, _encoding: BufferEncoding, done: TransformCallback): void {
    const problem = this.#look(chunk);
    if (problem === undefined) done(null, chunk);
    else done(new Error(problem));
  }

  #look(chunk: Buffer): string | undefined {
    const now = performance.now();
    if (now - this.#windowStart > windowMilliseconds) {
      this.#windowStart = now;
      this.#messages = 0;
      this.#bytes = 0;
    }
    this.#bytes += chunk.length;
    for (let at = 0; at < chunk.length; ) {
      if (this.#remaining > 0) {
        const passed = Math.min(this.#remaining, chunk.length - at);
        this.#remaining -= passed;
        at += passed;
        continue;
      }
      const before = this.#header.length;
      this.#header += chunk.toString("latin1", at, at + longestHeader);
      const end = this.#header.indexOf("\r\n\r\n");
      if (end < 0) {
        if (this.#header.length > longestHeader) return "it wrote what is no message";
        at += this.#header.length - before;
        continue;
      }
      const length = /^content-length:\s*(\d{1,15})\s*$/im.exec(this.#header.slice(0, end))?.[1];
      if (length === undefined) return "it wrote what is no message";
      at += end + 4 - before;
      this.#header = "";
      this.#remaining = Number(length);
      this.#messages++;
      if (this.#remaining > this.#limits.messageBytes) return `it sent a message of ${length} bytes`;
    }
    if (this.#messages > this.#limits.messages || this.#bytes > this.#limits.bytes)
      return `it sent ${this.#messages} messages at once`;
    return undefined;
  }
}
