import { atMost, type Figure } from "../measured/figure.ts";
import type { Measurement } from "../measured/measurement.ts";
import { Random } from "../test/fuzz/random.ts";
import { connections } from "./fuzz/connections.ts";
import { frames } from "./fuzz/frames.ts";
import { controlChannel, workbench } from "./fuzz/frontEnds.ts";
import type { FuzzTarget } from "./fuzz/fuzzTarget.ts";
import { kernelBytes, kernels } from "./fuzz/kernels.ts";
import { languageServers } from "./fuzz/languageServers.ts";
import { lockFiles } from "./fuzz/lockFiles.ts";
import { mcpInput } from "./fuzz/mcpInput.ts";
import { rpc } from "./fuzz/rpc.ts";
import { settingsFiles } from "./fuzz/settingsFiles.ts";
import { stateFiles } from "./fuzz/stateFiles.ts";
import { terminalInput } from "./fuzz/terminalInput.ts";
import { toolArguments } from "./fuzz/toolArguments.ts";
import type { TortureOptions } from "./torture.ts";

export const fuzzTargets: readonly FuzzTarget[] = [
  frames,
  rpc,
  connections,
  toolArguments,
  controlChannel,
  workbench,
  lockFiles,
  settingsFiles,
  stateFiles,
  terminalInput,
  mcpInput,
  languageServers,
  kernelBytes,
  kernels,
];

/** Throws seeded nonsense at everything that reads what others wrote. */
export async function fuzz({ root, seed, fuzz: chosen }: TortureOptions): Promise<Measurement> {
  console.error(`torture: fuzz --seed ${seed}`);
  const figures: Figure[] = [];
  for (const target of fuzzTargets) {
    if (chosen !== undefined && !target.name.includes(chosen)) continue;
    const started = performance.now();
    const failures = await failuresOf(target, { root, seed, cases: target.cases });
    const seconds = ((performance.now() - started) / 1_000).toFixed(1);
    figures.push({
      name: `fuzz: ${target.name}`,
      measured: failures.length,
      unit: "failures",
      aim: atMost(0),
      note: failures[0] ?? `${target.cases} cases, ${seconds} s, seed ${seed}`,
    });
    console.error(`  ${target.name}: ${failures.length} failures in ${target.cases} cases, ${seconds} s`);
    for (const failure of failures.slice(0, 10)) console.error(`    ${failure}`);
  }
  return { figures };
}

/** What went wrong with it; each target has choices of its own, so that one of them can be run again alone. */
export async function failuresOf(
  target: FuzzTarget,
  { root, seed, cases }: { readonly root: string; readonly seed: number; readonly cases: number },
): Promise<readonly string[]> {
  const failures: string[] = [];
  const random = new Random(seed);
  await target.run({
    root,
    cases,
    random,
    failed: (what) => void failures.push(what),
  });
  return failures;
}
