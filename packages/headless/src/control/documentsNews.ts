/** How long at least between two tellings: whoever types in a page, or opens many files, causes one a moment. */
const pauseMilliseconds = 50;
/** A long list takes a while: there is ten times as much time for everything else. */
const pauseTimes = 10;

/** Tells front ends which documents are open: soon, and the newest list for certain, but not once for each of many changes. */
export class DocumentsNews {
  readonly #tell: () => void;
  #isWaiting = false;
  #nextAt = Number.NEGATIVE_INFINITY;

  constructor(tell: () => void) {
    this.#tell = tell;
  }

  changed(): void {
    if (this.#isWaiting) return;
    this.#isWaiting = true;
    const wait = this.#nextAt - performance.now();
    if (wait > 0) setTimeout(() => this.#tellNow(), wait).unref();
    else setImmediate(() => this.#tellNow());
  }

  #tellNow(): void {
    this.#isWaiting = false;
    const startedAt = performance.now();
    this.#tell();
    const toldAt = performance.now();
    this.#nextAt = toldAt + Math.max(pauseMilliseconds, pauseTimes * (toldAt - startedAt));
  }
}
