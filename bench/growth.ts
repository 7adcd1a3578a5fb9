import type { Measurement } from "../measured/measurement.ts";
import { buildCommand } from "./buildCommand.ts";
import { bundleProgram } from "./bundleProgram.ts";
import type { Workshop } from "./workshop.ts";

const parts = (process.env.PARTS ?? "documents,reviews").split(",");

/** How costs grow with the number of things there are. */
export async function growth(workshop: Workshop): Promise<Measurement> {
  const command = buildCommand(workshop.root);
  const { file: weigh } = await bundleProgram(workshop.root, "weigh");
  const measurements: Measurement[] = [];
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
