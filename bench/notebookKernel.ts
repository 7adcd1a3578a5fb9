import { execFile } from "node:child_process";
import { existsSync } from "node:fs";
import { join } from "node:path";
import { promisify } from "node:util";
import { atMost, type Figure } from "../measured/figure.ts";
import { median } from "../measured/statistics.ts";
import type { Workshop } from "./workshop.ts";

const python = "/usr/bin/python3";
const pairs = 5;
const rounds = 100;

interface Runs {
  readonly start: number;
  readonly trips: readonly number[];
}

/** Code in a real kernel, against Jupyter's own client. The kernel takes most of the time of both. */
export async function notebookKernel(workshop: Workshop): Promise<readonly Figure[]> {
  if (!existsSync("/usr/lib/python3/dist-packages/ipykernel")) throw new Error("python3-ipykernel is needed");
  const ours: Runs[] = [];
  const jupyters: Runs[] = [];
  for (let pair = 0; pair < pairs; pair++) {
    const program = await workshop.start("kernelRuns");
    ours.push(await program.ask<Runs>("run", { rounds }));
    await program.end();
    jupyters.push(await jupyter(workshop));
  }
  const starts = (runs: readonly Runs[]) => median(runs.map(({ start }) => start));
  const trips = (runs: readonly Runs[]) => median(runs.map((run) => median(run.trips)));
  return [
    {
      name: "executeCode 1+1, the kernel running",
      aim: atMost(1.5),
      measured: trips(ours) / trips(jupyters),
      unit: "× jupyter_client",
      note: `${trips(ours).toFixed(1)} ms, jupyter_client ${trips(jupyters).toFixed(1)} ms`,
    },
    {
      name: "executeCode 1+1, the kernel to be started",
      aim: atMost(1.5),
      measured: starts(ours) / starts(jupyters),
      unit: "× jupyter_client",
      note: `${starts(ours).toFixed(0)} ms, jupyter_client ${starts(jupyters).toFixed(0)} ms; ours looks for Python first`,
    },
  ];
}

async function jupyter({ root, env, folder }: Workshop): Promise<Runs> {
  const program = join(root, "bench", "programs", "jupyterRuns.py");
  const options = { cwd: folder, env: { ...env, PATH: "/usr/bin:/bin", JUPYTER_RUNTIME_DIR: folder } };
  const { stdout } = await promisify(execFile)(python, [program, String(rounds)], options);
  return JSON.parse(stdout) as Runs;
}
