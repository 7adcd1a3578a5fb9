import type { ControlClient, ControlEvent, ControlMethod } from "@idebridge/headless";

/** A line to an idebridge that answers, and tells, when the test wants it to. */
export class FakeControl {
  readonly instance = { folders: ["/w"] };
  readonly closed = new Promise<void>(() => {});
  readonly #answers: Partial<Record<ControlMethod, unknown>>;
  readonly #listeners = new Set<(event: ControlEvent) => void>();
  readonly #waiting = new Map<ControlMethod, (answer: unknown) => void>();

  /** What has no answer here is answered by the test. */
  constructor(answers: Partial<Record<ControlMethod, unknown>>) {
    this.#answers = answers;
  }

  get client(): ControlClient {
    return this as unknown as ControlClient;
  }

  subscribe(listener: (event: ControlEvent) => void): () => void {
    this.#listeners.add(listener);
    return () => void this.#listeners.delete(listener);
  }

  async request(method: ControlMethod): Promise<unknown> {
    if (method in this.#answers) return this.#answers[method];
    return new Promise((resolve) => this.#waiting.set(method, resolve));
  }

  isAsked(method: ControlMethod): boolean {
    return this.#waiting.has(method);
  }

  answer(method: ControlMethod, answer: unknown): void {
    this.#waiting.get(method)!(answer);
  }

  tell(event: ControlEvent): void {
    for (const listener of this.#listeners) listener(event);
  }

  close(): void {}
}
