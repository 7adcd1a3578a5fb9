import { atMost, type Figure } from "../measured/figure.ts";
import { median } from "../measured/statistics.ts";
import { bundleProgram } from "./bundleProgram.ts";
import { nodeAlone, untilReady } from "./spawnTimes.ts";
import type { Workshop } from "./workshop.ts";

/** From the start of the process until the lock file is there, against a Node that does nothing. */
export async function startTime(workshop: Workshop): Promise<readonly Figure[]> {
  const { file } = await bundleProgram(workshop.root, "minimalServer");
  const rounds = workshop.rounds(60);
  const nothing: number[] = [];
  const listening: number[] = [];
  for (let round = 0; round < rounds; round++) {
    nothing.push(await nodeAlone(workshop));
    listening.push(await untilReady(workshop, file));
  }
  const ratio = median(listening.map((time, round) => time / nothing[round]!));
  const note = `${median(listening).toFixed(1)} ms, node -e 0 ${median(nothing).toFixed(1)} ms, ${rounds} runs`;
  return [{ name: "start to listening", aim: atMost(1.5), measured: ratio, unit: "× node -e 0", note }];
}
