/** How long at least between two tellings: whoever types in a page, or opens many files, causes one a moment. */
const pauseMilliseconds = 50;

/** Tells front ends which documents are open: soon, and the newest list for certain, but not once for each of many changes. */
export class DocumentsNews {
  readonly #tell: () => void;
  #isWaiting = false;
  #toldAt = Number.NEGATIVE_INFINITY;

  constructor(tell: () => void) {
    this.#tell = tell;
  }

  changed(): void {
    if (this.#isWaiting) return;
    this.#isWaiting = true;
    const wait = this.#toldAt + pauseMilliseconds - performance.now();
    if (wait > 0) setTimeout(() => this.#tellNow(), wait).unref();
    else setImmediate(() => this.#tellNow());
  }

  #tellNow(): void {
    this.#isWaiting = false;
    this.#tell();
    this.#toldAt = performance.now();
  }
}
