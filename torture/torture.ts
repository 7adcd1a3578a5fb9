import type { Measurement } from "../measured/measurement.ts";
import { suiteCommand } from "../measured/suite.ts";
import { fuzz } from "./fuzz.ts";

const parts: Readonly<Record<string, (options: TortureOptions) => Promise<Measurement>>> = { fuzz };

/** Prints one table and returns the exit code. */
export function torture(root: string, args: readonly string[]): Promise<number> {
  return suiteCommand<TortureOptions>(
    {
      name: "torture",
      root,
      parts,
      usage: [
        "--seed <number>  the same again: each run names its seed",
        "--fuzz <text>    of the part fuzz, only what has this in its name",
      ],
    },
    args,
    { seed: { type: "string" }, fuzz: { type: "string" } },
    ({ seed, fuzz }) => ({ root, fuzz, seed: seed === undefined ? Date.now() % 2 ** 31 : Number(seed) }),
  );
}

export interface TortureOptions {
  readonly root: string;
  readonly seed: number;
  /** Part of the name of what is fuzzed; all when left out. */
  readonly fuzz: string | undefined;
}
