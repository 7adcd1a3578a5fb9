import { closeSync, writeSync } from "node:fs";
import { openTerminalFile } from "./openTerminalFile.ts";
import { pause } from "./pause.ts";

/** How long a slow terminal is left alone before it is tried again; a dead one never costs more than that. */
const patience = { first: 2, most: 50 };
/** What is written at the end must get through, unless the terminal stands still. */
const lastTries = { count: 60, pause: 5 };

/**
 * Writes to the terminal without ever waiting for it. Node's own stream does: while somebody has stopped the output
 * with Ctrl-S, or an ssh connection is stuck, the whole program would stand still.
 */
export class TerminalOutput {
  readonly #stream: NodeJS.WritableStream;
  /** A file of our own for the same terminal. */
  readonly #file: number | undefined;
  readonly #drained: () => void;
  #rest: Buffer | undefined;
  #retry: NodeJS.Timeout | undefined;
  /** The terminal was closed. */
  #isGone = false;

  /** `drained` is called when all that was written has arrived, if it had to wait. */
  constructor(stream: NodeJS.WritableStream, drained: () => void) {
    this.#stream = stream;
    this.#file = openTerminalFile(stream, "write");
    this.#drained = drained;
  }

  /** The terminal has not taken all of it yet: wait for `drained` with the next frame. */
  get isBusy(): boolean {
    return this.#rest !== undefined;
  }

  write(text: string): void {
    if (text === "" || this.#isGone) return;
    if (this.#file === undefined) return this.#writeToStream(text);
    const bytes = Buffer.from(text);
    this.#rest = this.#rest ? Buffer.concat([this.#rest, bytes]) : bytes;
    if (this.#retry === undefined) this.#send(patience.first);
  }

  /** At once, and instead of what is still waiting; at most a moment is spent on a terminal that stands still. */
  writeLast(text: string): void {
    clearTimeout(this.#retry);
    this.#retry = undefined;
    this.#rest = undefined;
    if (this.#isGone) return;
    if (this.#file === undefined) return void this.#stream.write(text);
    let bytes: Buffer | undefined = Buffer.from(text);
    for (let tries = 0; bytes && tries < lastTries.count; tries += 1) {
      if (tries > 0) pause(lastTries.pause);
      bytes = this.#put(bytes);
    }
  }

  close(): void {
    clearTimeout(this.#retry);
    this.#retry = undefined;
    this.#rest = undefined;
    if (this.#file !== undefined && !this.#isGone) closeSync(this.#file);
    this.#isGone = true;
  }

  #send(wait: number): void {
    this.#retry = undefined;
    const before = this.#rest!.length;
    this.#rest = this.#put(this.#rest!);
    if (!this.#rest) return;
    const next = this.#rest.length < before ? patience.first : Math.min(wait * 2, patience.most);
    this.#retry = setTimeout(() => {
      this.#send(next);
      if (!this.#rest) this.#drained();
    }, wait);
    // Nothing but a frame waits for this: no reason to go on living.
    this.#retry.unref();
  }

  /** Returns what the terminal did not take. */
  #put(bytes: Buffer): Buffer | undefined {
    let written = 0;
    try {
      while (written < bytes.length) written += writeSync(this.#file!, bytes, written);
      return undefined;
    } catch (error) {
      if ((error as NodeJS.ErrnoException).code === "EAGAIN") return bytes.subarray(written);
      // EIO: the window was closed. Whatever it is, there is nobody left to tell.
      this.close();
      return undefined;
    }
  }

  #writeToStream(text: string): void {
    const bytes = Buffer.from(text);
    this.#rest = bytes;
    this.#stream.write(bytes, () => {
      if (this.#rest !== bytes) return;
      this.#rest = undefined;
      this.#drained();
    });
  }
}
