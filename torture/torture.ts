import { buildCommand } from "../bench/buildCommand.ts";
import type { Measurement } from "../measured/measurement.ts";
import { suiteCommand } from "../measured/suite.ts";
import { cycles } from "./cycles.ts";
import { kills } from "./kills.ts";
import { leaks } from "./leaks.ts";
import { load } from "./load.ts";

const parts: Readonly<Record<string, (options: TortureOptions) => Promise<Measurement>>> = {
  load,
  cycles,
  kills,
  leaks,
};

/** Prints one table and returns the exit code. */
export function torture(root: string, args: readonly string[]): Promise<number> {
  if (!args.includes("--help")) buildCommand(root);
  return suiteCommand<TortureOptions>(
    {
      name: "torture",
      root,
      parts,
      usage: ["--seed <number>  the same again: each run names its seed"],
    },
    args,
    { seed: { type: "string" } },
    ({ seed: given }) => {
      const seed = given === undefined ? Date.now() % 2 ** 31 : Number(given);
      console.error(`torture: --seed ${seed} repeats this`);
      return { root, seed };
    },
  );
}

export interface TortureOptions {
  readonly root: string;
  readonly seed: number;
}
