import type { Clock } from "../protocol/clock.ts";

/** Claude Code drops every notification of its first 20 to 200 ms, and does not say when it begins to listen. */
const deafMilliseconds = 1_000;

/** When a client hears what it is told: what matters waits until then. */
export class Hearing {
  readonly #clock: Clock;
  /** What waits; `undefined` once the client listens. */
  #waiting: (() => void)[] | undefined = [];
  #stopTimer: (() => void) | undefined;

  constructor(clock: Clock) {
    this.#clock = clock;
  }

  /** The client has introduced itself. */
  start(client: string): void {
    if (client !== "claude-code") return this.#listens();
    this.#stopTimer = this.#clock.after(deafMilliseconds, () => this.#listens());
  }

  stop(): void {
    this.#stopTimer?.();
  }

  /** Runs at once, or when the client has come to listen. */
  when(run: () => void): void {
    if (this.#waiting) this.#waiting.push(run);
    else run();
  }

  #listens(): void {
    const waiting = this.#waiting ?? [];
    this.#waiting = undefined;
    for (const run of waiting) run();
  }
}
