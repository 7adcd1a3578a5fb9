import { diffTexts, type Hunk, Review } from "@idebridge/review";

export interface CompareRequest {
  readonly id: number;
  readonly before: string;
  readonly after: string;
}

interface CompareAnswer {
  readonly id: number;
  readonly hunks: readonly Hunk[];
}

/** The code of `compareWorker.ts`, put here by build.mjs. Run from its sources, the program has no other thread. */
declare const compareWorkerCode: string | undefined;

/** In characters of both texts: comparing fewer takes a tenth of a second at most. */
const atOnceUpTo = 1_000_000;

/** Compares texts without holding the screen up, or the agents whom this process may serve. */
export class Comparer {
  #worker: Promise<import("node:worker_threads").Worker> | undefined;
  #lastId = 0;
  readonly #waiting = new Map<number, { done(hunks: readonly Hunk[]): void; failed(error: unknown): void }>();

  /** At once, when that is quick or somebody has done it already; else `undefined`. */
  now(before: string, after: string, known?: readonly Hunk[]): Review | undefined {
    if (known === undefined && before.length + after.length > atOnceUpTo) return undefined;
    return Review.undecided(before, after, known ?? diffTexts(before, after));
  }

  /** In another thread. */
  async later(before: string, after: string): Promise<Review> {
    const code = typeof compareWorkerCode === "string" ? compareWorkerCode : undefined;
    const hunks = code === undefined ? diffTexts(before, after) : await this.#ask(code, before, after);
    return Review.undecided(before, after, hunks);
  }

  close(): void {
    void this.#worker?.then((worker) => worker.terminate());
    this.#worker = undefined;
  }

  async #ask(code: string, before: string, after: string): Promise<readonly Hunk[]> {
    this.#worker ??= this.#start(code);
    const worker = await this.#worker;
    return new Promise((done, failed) => {
      const id = ++this.#lastId;
      this.#waiting.set(id, { done, failed });
      worker.postMessage({ id, before, after } satisfies CompareRequest);
    });
  }

  async #start(code: string) {
    const { Worker } = await import("node:worker_threads");
    const worker = new Worker(code, { eval: true });
    worker.unref();
    worker.on("message", ({ id, hunks }: CompareAnswer) => {
      this.#waiting.get(id)?.done(hunks);
      this.#waiting.delete(id);
      // It holds both texts, and much more of its own: not needed until the next large file.
      if (this.#waiting.size === 0) this.close();
    });
    worker.on("error", (error) => {
      this.#worker = undefined;
      for (const { failed } of this.#waiting.values()) failed(error);
      this.#waiting.clear();
    });
    return worker;
  }
}
