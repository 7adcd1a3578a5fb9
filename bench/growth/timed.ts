import { median } from "../../measured/statistics.ts";

/** Milliseconds that something takes. */
export async function timed(act: () => Promise<unknown>): Promise<number> {
  const started = performance.now();
  await act();
  return performance.now() - started;
}

/** Several things in turn, so that what else the machine does meets them all: the median of each. */
export async function interleaved<Name extends string>(
  rounds: number,
  acts: Readonly<Record<Name, () => Promise<number>>>,
): Promise<Readonly<Record<Name, number>>> {
  const times = new Map<string, number[]>();
  // The first round compiles what the others use.
  for (let round = -1; round < rounds; round++) {
    for (const [name, act] of Object.entries<() => Promise<number>>(acts)) {
      const time = await act();
      if (round >= 0) times.set(name, [...(times.get(name) ?? []), time]);
    }
  }
  return Object.fromEntries([...times].map(([name, all]) => [name, median(all)])) as Record<Name, number>;
}
