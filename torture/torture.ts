import type { Measurement } from "../measured/measurement.ts";
import { suiteCommand } from "../measured/suite.ts";

const parts: Readonly<Record<string, (options: TortureOptions) => Promise<Measurement>>> = {};

/** Prints one table and returns the exit code. */
export function torture(root: string, args: readonly string[]): Promise<number> {
  return suiteCommand<TortureOptions>(
    {
      name: "torture",
      root,
      parts,
      usage: ["--seed <number>  the same again: each run names its seed"],
    },
    args,
    { seed: { type: "string" } },
    ({ seed }) => ({ root, seed: seed === undefined ? Date.now() % 2 ** 31 : Number(seed) }),
  );
}

export interface TortureOptions {
  readonly root: string;
  readonly seed: number;
}
