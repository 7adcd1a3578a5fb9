import type { Clock } from "../protocol/clock.ts";

/** Claude Code drops every notification of its first 20 to 200 ms, and does not say when it begins to listen. */
const deafMilliseconds = 1_000;
/** On a busy machine it is deaf for longer, and slow to answer too: for so many times as long, within reason. */
const timesItsAnswer = 10;
const longestDeafMilliseconds = 10_000;

/** When a client hears what it is told: what matters waits until then. */
export class Hearing {
  readonly #clock: Clock;
  /** What waits; `undefined` once the client listens. */
  #waiting: (() => void)[] | undefined = [];
  #stopTimer: (() => void) | undefined;
  #isStopped = false;

  constructor(clock: Clock) {
    this.#clock = clock;
  }

  /** The client has introduced itself, and is asked something. `answered`: it has answered, or never will. */
  async start(client: string, answered: Promise<void>): Promise<void> {
    if (client !== "claude-code") return this.#listens();
    const startedAt = this.#clock.now();
    await answered;
    if (this.#isStopped) return;
    const took = this.#clock.now() - startedAt;
    const deaf = Math.min(Math.max(deafMilliseconds, timesItsAnswer * took), longestDeafMilliseconds);
    this.#stopTimer = this.#clock.after(Math.max(0, deaf - took), () => this.#listens());
  }

  stop(): void {
    this.#isStopped = true;
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
