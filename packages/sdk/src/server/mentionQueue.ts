import type { Mention } from "../editor/editor.ts";
import type { Clock } from "../protocol/clock.ts";
import type { Limits } from "../protocol/limits.ts";

/** Mentions made while nobody is connected. Each waits a while for the first client that comes. */
export class MentionQueue {
  readonly #clock: Clock;
  readonly #limits: Limits;
  readonly #expired: (mention: Mention) => void;
  readonly #waiting = new Map<Mention, () => void>();

  constructor(clock: Clock, limits: Limits, expired: (mention: Mention) => void) {
    this.#clock = clock;
    this.#limits = limits;
    this.#expired = expired;
  }

  add(mention: Mention): void {
    // A copy: the same object may be mentioned twice.
    const entry = { ...mention };
    this.#waiting.set(
      entry,
      this.#clock.after(this.#limits.mentionMilliseconds, () => this.#expire(entry)),
    );
    const oldest = this.#waiting.keys().next();
    if (this.#waiting.size > this.#limits.mentionsWaiting && !oldest.done) this.#expire(oldest.value);
  }

  takeAll(): readonly Mention[] {
    const mentions = [...this.#waiting.keys()];
    this.stop();
    return mentions;
  }

  stop(): void {
    for (const cancel of this.#waiting.values()) cancel();
    this.#waiting.clear();
  }

  #expire(mention: Mention): void {
    this.#waiting.get(mention)?.();
    this.#waiting.delete(mention);
    this.#expired(mention);
  }
}
