import type { Clock } from "./clock.ts";

interface Deadline {
  readonly at: number;
  readonly milliseconds: number;
}

/** A timer that is set for longer goes off at once. */
const longestPause = 2 ** 31 - 1;

/** Deadlines of many things with one timer: nearly all that has a deadline is done long before, and timers are dear. */
export class Deadlines<Key> {
  readonly #clock: Clock;
  readonly #passed: (key: Key, milliseconds: number) => void;
  readonly #keepsTimer: boolean;
  readonly #open = new Map<Key, Deadline>();
  /** When the timer goes off. */
  #next = Number.POSITIVE_INFINITY;
  #stopTimer: (() => void) | undefined;

  /** `keepsTimer`: between one and the next too, for who has them one after the other all the time. */
  constructor(clock: Clock, passed: (key: Key, milliseconds: number) => void, keepsTimer = false) {
    this.#clock = clock;
    this.#passed = passed;
    this.#keepsTimer = keepsTimer;
  }

  add(key: Key, milliseconds: number): void {
    if (milliseconds === Number.POSITIVE_INFINITY) return;
    const now = this.#clock.now();
    const at = now + milliseconds;
    this.#open.set(key, { at, milliseconds });
    if (at < this.#next) this.#wakeAt(at, now);
  }

  /** While others are open the timer stays as it is: it finds nothing to do, and looks when to go off next. */
  delete(key: Key): void {
    if (this.#open.delete(key) && this.#open.size === 0 && !this.#keepsTimer) this.#sleep();
  }

  stop(): void {
    this.#open.clear();
    this.#sleep();
  }

  #sleep(): void {
    this.#stopTimer?.();
    this.#next = Number.POSITIVE_INFINITY;
  }

  #wakeAt(at: number, now: number): void {
    this.#stopTimer?.();
    this.#next = at;
    this.#stopTimer = this.#clock.after(Math.min(at - now, longestPause), this.#look);
  }

  readonly #look = (): void => {
    const now = this.#clock.now();
    this.#next = Number.POSITIVE_INFINITY;
    let next = Number.POSITIVE_INFINITY;
    for (const [key, { at, milliseconds }] of this.#open) {
      if (at > now) next = Math.min(next, at);
      else {
        this.#open.delete(key);
        this.#passed(key, milliseconds);
      }
    }
    if (next < this.#next && this.#open.size > 0) this.#wakeAt(next, now);
  };
}
