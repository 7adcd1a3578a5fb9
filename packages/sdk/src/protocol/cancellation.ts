/**
 * Something that may be cancelled: an `AbortController` whose signal is made only when somebody asks
 * for it. Most calls are answered before anybody does, and making one costs as much as the call.
 */
export class Cancellation {
  #controller: AbortController | undefined;
  #reason: Error | undefined;
  #onCancel: ((reason: Error) => void) | undefined;

  get signal(): AbortSignal {
    if (this.#controller === undefined) {
      this.#controller = new AbortController();
      if (this.#reason !== undefined) this.#controller.abort(this.#reason);
    }
    return this.#controller.signal;
  }

  get reason(): Error | undefined {
    return this.#reason;
  }

  cancel(reason: Error): void {
    if (this.#reason !== undefined) return;
    this.#reason = reason;
    this.#onCancel?.(reason);
    this.#controller?.abort(reason);
  }

  /** Ends as the promise does, or rejects with the reason if cancelled first, whatever the promise then does. */
  race<T>(promise: Promise<T>): Promise<T> {
    if (this.#reason !== undefined) {
      promise.catch(() => {});
      return Promise.reject(this.#reason);
    }
    return new Promise<T>((resolve, reject) => {
      this.#onCancel = reject;
      promise.then(resolve, reject);
    });
  }
}
