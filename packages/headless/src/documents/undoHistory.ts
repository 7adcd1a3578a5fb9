const mostTexts = 100;
/** Of all texts together: a large file is remembered a few times, a small one often. */
const mostCharacters = 8_000_000;

/** The texts that a document had before, the last one on top. The oldest are forgotten. */
export class UndoHistory {
  readonly #texts: string[] = [];
  #characters = 0;

  add(text: string): void {
    this.#texts.push(text);
    this.#characters += text.length;
    // The last one always fits: one step back there must be.
    while (this.#texts.length > 1 && (this.#texts.length > mostTexts || this.#characters > mostCharacters)) {
      this.#characters -= this.#texts.shift()!.length;
    }
  }

  takeLast(): string | undefined {
    const text = this.#texts.pop();
    this.#characters -= text?.length ?? 0;
    return text;
  }

  clear(): void {
    this.#texts.length = 0;
    this.#characters = 0;
  }
}
