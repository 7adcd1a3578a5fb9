import { buildCommand } from "../bench/buildCommand.ts";
import type { Measurement } from "../measured/measurement.ts";
import { suiteCommand } from "../measured/suite.ts";
import { cycles } from "./cycles.ts";
import { faults } from "./faults.ts";
import { fuzz } from "./fuzz.ts";
import { kills } from "./kills.ts";
import { leaks } from "./leaks.ts";
import { load } from "./load.ts";

const parts: Readonly<Record<string, (options: TortureOptions) => Promise<Measurement>>> = {
  load,
  cycles,
  kills,
  leaks,
  faults,
  fuzz,
};

/** Prints one table and returns the exit code. */
export function torture(root: string, args: readonly string[]): Promise<number> {
  return suiteCommand<TortureOptions>(
    {
      name: "torture",
      root,
      parts,
      usage: [
        "--seed <number>  the same again: each run names its seed",
        "--fault <text>   of the part faults, only those that have this in their name",
        "--fuzz <text>    of the part fuzz, only what has this in its name",
      ],
    },
    args,
    { seed: { type: "string" }, fault: { type: "string" }, fuzz: { type: "string" } },
    ({ seed: given, fault, fuzz }) => {
      const seed = given === undefined ? Date.now() % 2 ** 31 : Number(given);
      console.error(`torture: --seed ${seed} repeats this`);
      buildCommand(root);
      return { root, fault, fuzz, seed };
    },
  );
}

export interface TortureOptions {
  readonly root: string;
  readonly seed: number;
  /** Part of the names of those to run; all when left out. */
  readonly fault?: string | undefined;
  readonly fuzz?: string | undefined;
}
