/** A text of which the start and the end are kept when it grows too long. */
export class BoundedText {
  readonly #half: number;
  #head = "";
  #tail = "";
  #cut = 0;

  constructor(limit: number) {
    this.#half = Math.ceil(limit / 2);
  }

  get head(): string {
    return this.#head;
  }

  /** How many characters are missing between the two. */
  get cut(): number {
    return this.#cut + Math.max(0, this.#tail.length - this.#half);
  }

  get tail(): string {
    return keepEnd(this.#tail, this.#half);
  }

  add(text: string): void {
    const room = this.#half - this.#head.length;
    const fits = this.#tail === "" && this.#cut === 0 ? keepStart(text, room) : "";
    this.#head += fits;
    this.#tail += text.slice(fits.length);
    // Not at every call: cutting is copying.
    if (this.#tail.length <= 4 * this.#half) return;
    const kept = keepEnd(this.#tail, this.#half);
    this.#cut += this.#tail.length - kept.length;
    this.#tail = kept;
  }
}

/** Never ends between the two halves of a character. */
export function keepStart(text: string, length: number): string {
  if (text.length <= length) return text;
  const splits = isLowSurrogate(text, length) && length > 0;
  return text.slice(0, splits ? length - 1 : Math.max(0, length));
}

/** Never begins between the two halves of a character. */
export function keepEnd(text: string, length: number): string {
  if (text.length <= length) return text;
  const start = text.length - Math.max(0, length);
  return text.slice(isLowSurrogate(text, start) ? start + 1 : start);
}

function isLowSurrogate(text: string, index: number): boolean {
  const code = text.charCodeAt(index);
  return code >= 0xdc00 && code < 0xe000;
}
