import { writeFileSync } from "node:fs";
import { cpus } from "node:os";
import { parseArgs } from "node:util";
import { bundleSize } from "./bundleSize.ts";
import { diagnostics } from "./diagnostics.ts";
import { type Figure, formatTable, isMet } from "./figure.ts";
import { idebridgeStart } from "./idebridgeStart.ts";
import { notebookKernel } from "./notebookKernel.ts";
import { roundTrips } from "./roundTrips.ts";
import { screen } from "./screen.ts";
import { selectionBurst } from "./selectionBurst.ts";
import { stalledClient } from "./stalledClient.ts";
import { startTime } from "./startTime.ts";
import { vscodeExtension } from "./vscodeExtension.ts";
import { workbench } from "./workbench.ts";
import { Workshop } from "./workshop.ts";

const parts: Readonly<Record<string, (workshop: Workshop) => Promise<readonly Figure[]>>> = {
  bundleSize,
  startTime,
  roundTrips,
  selectionBurst,
  stalledClient,
  idebridgeStart,
  diagnostics,
  notebookKernel,
  workbench,
  vscodeExtension,
  screen,
};

const usage = `npm run bench -- [options]
  --check          exit with 1 when an aim is missed
  --json <file>    write the figures there
  --only <part>    one of ${Object.keys(parts).join(", ")}
  --profile <dir>  write a CPU profile of each program of the round trips there`;

/** Prints one table and returns the exit code. */
export async function bench(root: string, args: string[]): Promise<number> {
  const { values } = parseArgs({
    args,
    options: {
      check: { type: "boolean", default: false },
      json: { type: "string" },
      only: { type: "string" },
      profile: { type: "string" },
      help: { type: "boolean", default: false },
    },
  });
  const chosen = Object.entries(parts).filter(([name]) => values.only === undefined || name === values.only);
  if (values.help || chosen.length === 0) {
    console.log(usage);
    return values.help ? 0 : 2;
  }

  const figures: Figure[] = [];
  try {
    for (const [name, measure] of chosen) {
      console.error(`measuring ${name}…`);
      await using workshop = new Workshop(root, values.profile);
      figures.push(...(await measure(workshop)));
    }
  } finally {
    console.log(formatTable(figures));
  }
  if (values.json !== undefined) {
    const machine = {
      node: process.version,
      platform: process.platform,
      cpu: cpus()[0]?.model,
      cores: cpus().length,
    };
    const rows = figures.map((figure) => ({ ...figure, ok: isMet(figure) }));
    writeFileSync(
      values.json,
      `${JSON.stringify({ date: new Date().toISOString(), machine, figures: rows }, null, 2)}\n`,
    );
  }
  const missed = figures.filter((figure) => !isMet(figure));
  if (missed.length > 0) console.log(`\nmissed: ${missed.map(({ name }) => name).join("; ")}`);
  return values.check && missed.length > 0 ? 1 : 0;
}
