/** Runs tasks one after the other, in the order in which they came. */
export class SerialQueue {
  readonly #failed: (error: unknown) => void;
  #tail: Promise<unknown> = Promise.resolve();

  /** `failed` is told when nobody waits for a task that fails. */
  constructor(failed: (error: unknown) => void) {
    this.#failed = failed;
  }

  run<T>(task: () => Promise<T>): Promise<T> {
    const result = this.#tail.then(task);
    this.#tail = result.catch(() => {});
    return result;
  }

  start(task: () => Promise<void>): void {
    this.run(task).catch(this.#failed);
  }

  async end(): Promise<void> {
    await this.#tail;
  }
}
