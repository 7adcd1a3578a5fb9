import type { Clock } from "../protocol/clock.ts";

interface Timer {
  readonly due: number;
  readonly run: () => void;
}

/** A clock that stands still until a test turns it: no waiting, and no surprise on a slow machine. */
export class ManualClock implements Clock {
  readonly #timers = new Set<Timer>();
  #now = 0;

  now(): number {
    return this.#now;
  }

  after(milliseconds: number, run: () => void): () => void {
    const timer = { due: this.#now + Math.max(0, milliseconds), run };
    this.#timers.add(timer);
    return () => void this.#timers.delete(timer);
  }

  /** How many timers wait. None, when everything was cleaned up. */
  get waiting(): number {
    return this.#timers.size;
  }

  /** Turns the clock. Runs what is due on the way, each at its time, and lets what it set off happen. */
  async advance(milliseconds: number): Promise<void> {
    const until = this.#now + milliseconds;
    await settle();
    for (;;) {
      const next = this.#earliest(until);
      if (next === undefined) break;
      this.#timers.delete(next);
      this.#now = next.due;
      next.run();
      await settle();
    }
    this.#now = until;
  }

  #earliest(until: number): Timer | undefined {
    let earliest: Timer | undefined;
    for (const timer of this.#timers) {
      if (timer.due <= until && (earliest === undefined || timer.due < earliest.due)) earliest = timer;
    }
    return earliest;
  }
}

/** Lets every promise and every message between linked transports that is under way arrive. */
export function settle(): Promise<void> {
  return new Promise((resolve) => later(resolve));
}

/** Timers have a floor of a millisecond, which thousands of turns of a clock would feel. */
const later: (run: () => void) => void =
  typeof setImmediate === "function" ? setImmediate : (run) => setTimeout(run, 0);
