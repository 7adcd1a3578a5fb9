import type { Measurement } from "../measured/measurement.ts";
import { buildCommand } from "./buildCommand.ts";
import { bundleProgram } from "./bundleProgram.ts";
import { clientsGrowth } from "./growth/clients.ts";
import type { Workshop } from "./workshop.ts";

/** The commands of `programs/growth.ts`. */
const parts = ["documents", "reviews", "diffs", "workspaces"];

/** How costs grow with the number of things there are: nothing may grow faster than they do. */
export async function growth(workshop: Workshop): Promise<Measurement> {
  const measurements = [await clientsGrowth(workshop)];
  const command = buildCommand(workshop.root);
  const { file: weigh } = await bundleProgram(workshop.root, "weigh");
  for (const part of parts) {
    const program = await workshop.start("growth", ["--expose-gc"]);
    measurements.push(await program.ask<Measurement>(part, { command, weigh }));
    await program.end();
  }
  return {
    figures: measurements.flatMap(({ figures }) => figures),
    plots: measurements.flatMap(({ plots = [] }) => plots),
  };
}
