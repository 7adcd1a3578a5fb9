import type { ControlClient, ControlEvent, ControlMethod } from "@idebridge/headless";
import { IdeBridgeError } from "@idebridge/sdk";

/** A line to an idebridge that answers, and tells, when the test wants it to. */
export class FakeControl {
  readonly instance = { folders: ["/w"] };
  readonly closed: Promise<void>;
  #closed = () => {};
  readonly #answers: Partial<Record<ControlMethod, unknown>>;
  readonly #listeners = new Set<(event: ControlEvent) => void>();
  readonly #waiting = new Map<ControlMethod, { answer(value: unknown): void; fail(error: Error): void }>();

  /** What has no answer here is answered by the test. */
  constructor(answers: Partial<Record<ControlMethod, unknown>>) {
    this.#answers = answers;
    this.closed = new Promise((resolve) => {
      this.#closed = resolve;
    });
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
    return new Promise((answer, fail) => this.#waiting.set(method, { answer, fail }));
  }

  isAsked(method: ControlMethod): boolean {
    return this.#waiting.has(method);
  }

  answer(method: ControlMethod, answer: unknown): void {
    this.#waiting.get(method)!.answer(answer);
  }

  tell(event: ControlEvent): void {
    for (const listener of this.#listeners) listener(event);
  }

  /** By either end: what is asked is never answered. */
  close(): void {
    for (const { fail } of this.#waiting.values()) fail(new IdeBridgeError("CONNECTION_CLOSED", "cut"));
    this.#closed();
  }
}
