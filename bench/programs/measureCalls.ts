export interface Load {
  readonly calls: number;
  readonly inFlight: number;
}

export interface Timing {
  readonly perSecond: number;
  /** Microseconds of each call. */
  readonly p50: number;
  readonly p99: number;
}

/** Makes so many calls, always so many at once. `call` runs its argument when the answer is there. */
export function measureCalls({ calls, inFlight }: Load, call: (done: () => void) => void): Promise<Timing> {
  const times = new Float64Array(calls);
  return new Promise((resolve) => {
    let begun = 0;
    let ended = 0;
    const started = performance.now();
    const next = () => {
      const index = begun++;
      const callStarted = performance.now();
      call(() => {
        times[index] = performance.now() - callStarted;
        if (++ended === calls) {
          const seconds = (performance.now() - started) / 1000;
          times.sort();
          const at = (share: number) => times[Math.floor(calls * share)]! * 1000;
          resolve({ perSecond: calls / seconds, p50: at(0.5), p99: at(0.99) });
        } else if (begun < calls) next();
      });
    };
    for (let i = 0; i < Math.min(inFlight, calls); i++) next();
  });
}
