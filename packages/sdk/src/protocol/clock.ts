/** Time, injected so that tests can turn it. */
export interface Clock {
  /** Milliseconds, only ever growing. */
  now(): number;
  /** Runs once, later. Returns what cancels it. */
  after(milliseconds: number, run: () => void): () => void;
}

export const systemClock: Clock = {
  now: () => performance.now(),
  after(milliseconds, run) {
    const timer = setTimeout(run, milliseconds);
    return () => clearTimeout(timer);
  },
};
