import type { Clock } from "../protocol/clock.ts";

/**
 * Passes on at most one value per interval, always the newest, and the last one for certain. A plain
 * debounce would stay silent as long as the user drags.
 */
export class Throttle<Value> {
  readonly #clock: Clock;
  readonly #milliseconds: number;
  readonly #pass: (value: Value) => void;
  #latest: { readonly value: Value } | undefined;
  #cancel: (() => void) | undefined;

  constructor(clock: Clock, milliseconds: number, pass: (value: Value) => void) {
    this.#clock = clock;
    this.#milliseconds = milliseconds;
    this.#pass = pass;
  }

  push(value: Value): void {
    this.#latest = { value };
    this.#cancel ??= this.#clock.after(this.#milliseconds, () => this.#fire());
  }

  stop(): void {
    this.#cancel?.();
    this.#cancel = undefined;
    this.#latest = undefined;
  }

  #fire(): void {
    this.#cancel = undefined;
    const latest = this.#latest;
    this.#latest = undefined;
    if (latest) this.#pass(latest.value);
  }
}
