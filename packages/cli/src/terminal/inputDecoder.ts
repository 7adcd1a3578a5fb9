import { type Reply, readInput } from "./escapeSequences.ts";
import type { Input } from "./input.ts";
import { keyOfByte } from "./keySequences.ts";
import { lengthOfLateRest } from "./lateRest.ts";

const escapeByte = 0x1b;
const pasteEnd = Buffer.from("\u001b[201~");
/** What is more than this is left out: a paste goes into a line of text. */
const longestPaste = 1024 * 1024;
const nothing = Buffer.alloc(0);

/**
 * Turns the bytes of a terminal into what the user did. The same bytes give the same inputs, however they are cut into
 * chunks. Only time can tell the Escape key from the beginning of a sequence: after a while, `flush`.
 */
export class InputDecoder {
  #bytes: Buffer = nothing;
  #paste: Buffer[] | undefined;
  #pasteLength = 0;
  /** What was given up just now, though its rest may still come. */
  #givenUp: Buffer = nothing;

  /** What the last bytes may be the beginning of. */
  get pending(): "nothing" | "escape" | "sequence" {
    // However long it takes: the rest of a paste must not be taken for keys.
    if (this.#bytes.length === 0 || this.#paste) return "nothing";
    return this.#bytes.length === 1 && this.#bytes[0] === escapeByte ? "escape" : "sequence";
  }

  push(chunk: Uint8Array): readonly (Input | Reply)[] {
    const bytes = chunk.subarray(lengthOfLateRest(this.#givenUp, chunk));
    this.#givenUp = nothing;
    this.#bytes = this.#bytes.length === 0 ? Buffer.from(bytes) : Buffer.concat([this.#bytes, bytes]);
    return [...this.#decode()];
  }

  /** Nothing more came: what is pending was meant as it is. */
  flush(): readonly (Input | Reply)[] {
    const inputs: (Input | Reply)[] = [];
    if (!this.#paste) this.#givenUp = this.#bytes;
    while (!this.#paste && this.#bytes.length > 0) {
      inputs.push(...this.#decodePending(), ...this.#decode());
    }
    return inputs;
  }

  *#decode(): Generator<Input | Reply> {
    while (this.#bytes.length > 0) {
      if (this.#paste) {
        const text = this.#readPaste(this.#paste);
        if (text === undefined) return;
        yield { type: "paste", text };
        continue;
      }
      const understood = readInput(this.#bytes);
      if (understood === "more") return;
      const { length, input } = understood;
      this.#bytes = this.#bytes.subarray(length);
      if (input?.type === "pasteStart") this.#paste = [];
      else if (input) yield input;
    }
  }

  /** Escape, Escape and the beginning of something, Alt with a character that begins sequences; all else is broken. */
  *#decodePending(): Generator<Input> {
    const [first, second] = this.#bytes;
    const isKey = first === escapeByte && this.#bytes.length <= 2;
    const isTwice = first === escapeByte && second === escapeByte;
    this.#bytes = isTwice ? this.#bytes.subarray(1) : nothing;
    if (isTwice || (isKey && second === undefined)) yield { type: "key", key: "esc" };
    else if (isKey && second! < 0x80) yield { type: "key", key: `alt+${keyOfByte(second!)}` };
  }

  /** The text, once all of it has come. */
  #readPaste(paste: Buffer[]): string | undefined {
    const end = this.#bytes.indexOf(pasteEnd);
    // The end may have come in part.
    const taken = end < 0 ? Math.max(0, this.#bytes.length - pasteEnd.length + 1) : end;
    const kept = this.#bytes.subarray(0, Math.min(taken, longestPaste - this.#pasteLength));
    if (kept.length > 0) paste.push(Buffer.from(kept));
    this.#pasteLength += kept.length;
    this.#bytes = this.#bytes.subarray(end < 0 ? taken : end + pasteEnd.length);
    if (end < 0) return undefined;
    this.#paste = undefined;
    this.#pasteLength = 0;
    // Terminals send what Enter would send.
    return Buffer.concat(paste).toString("utf8").replace(/\r\n?/g, "\n");
  }
}
