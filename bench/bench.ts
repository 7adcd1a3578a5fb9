import type { Figure } from "../measured/figure.ts";
import type { Measurement } from "../measured/measurement.ts";
import { suiteCommand } from "../measured/suite.ts";
import { bundleSize } from "./bundleSize.ts";
import { diagnostics } from "./diagnostics.ts";
import { footprint } from "./footprint.ts";
import { growth } from "./growth.ts";
import { idebridgeStart } from "./idebridgeStart.ts";
import { largeArguments } from "./largeArguments.ts";
import { notebookKernel } from "./notebookKernel.ts";
import { roundTrips } from "./roundTrips.ts";
import { screen } from "./screen.ts";
import { selectionBurst } from "./selectionBurst.ts";
import { stalledClient } from "./stalledClient.ts";
import { startTime } from "./startTime.ts";
import { vscodeExtension } from "./vscodeExtension.ts";
import { workbench } from "./workbench.ts";
import { Workshop, type WorkshopOptions } from "./workshop.ts";

/** One that draws nothing returns its figures alone. */
type Part = (workshop: Workshop) => Promise<Measurement | readonly Figure[]>;

const parts: Readonly<Record<string, Part>> = {
  roundTrips,
  largeArguments,
  footprint,
  bundleSize,
  startTime,
  selectionBurst,
  stalledClient,
  idebridgeStart,
  diagnostics,
  growth,
  notebookKernel,
  workbench,
  vscodeExtension,
  screen,
};

/** Prints one table and returns the exit code. */
export function bench(root: string, args: readonly string[]): Promise<number> {
  const inWorkshop = (measure: Part) => async (options: WorkshopOptions) => {
    await using workshop = new Workshop(root, options);
    const found = await measure(workshop);
    return "figures" in found ? found : { figures: found };
  };
  return suiteCommand<BenchOptions>(
    {
      name: "bench",
      root,
      parts: Object.fromEntries(Object.entries(parts).map(([name, part]) => [name, inWorkshop(part)])),
      usage: ["--profile <dir>  write a CPU profile of each program that a part starts there"],
    },
    args,
    { profile: { type: "string" } },
    ({ profile }) => ({ profile }),
  );
}

type BenchOptions = Pick<WorkshopOptions, "profile">;
