const frameLength = 16;

/** What all the lines of one frame may take together, of whatever file they are. In milliseconds. */
export class FrameBudget {
  readonly #budget: number;
  #start = 0;
  #spent = 0;

  constructor(budget = 5) {
    this.#budget = budget;
  }

  isLeft(): boolean {
    const now = performance.now();
    if (now - this.#start > frameLength) {
      this.#start = now;
      this.#spent = 0;
    }
    return this.#spent < this.#budget;
  }

  spend(work: () => void): void {
    const start = performance.now();
    work();
    this.#spent += performance.now() - start;
  }
}

/** There is one screen. */
export const screenBudget = new FrameBudget();
