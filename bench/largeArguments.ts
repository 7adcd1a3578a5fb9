import type { Figure } from "../measured/figure.ts";
import type { Measurement } from "../measured/measurement.ts";
import type { ChildProgram } from "./childProgram.ts";
import { competitors, fairness, startPair } from "./competitors.ts";
import { barsOf, type Contest, figuresOf, valuesOf } from "./contest.ts";
import { type MeasuredLoad, measureLoad } from "./measureLoad.ts";
import type { Workshop } from "./workshop.ts";

const MB = 1024 * 1024;
const loads: readonly MeasuredLoad[] = [
  { name: "1 MB", calls: 10, inFlight: 1, characters: MB },
  { name: "9 MB", calls: 2, inFlight: 1, characters: 9 * MB },
];

/** A file as an argument, there and back: a proposal carries the whole of it. */
export async function largeArguments(workshop: Workshop): Promise<Measurement> {
  const clients = new Map<string, ChildProgram>();
  for (const each of competitors) clients.set(each.name, (await startPair(workshop, each)).client);

  const figures: Figure[] = [];
  const contests: Contest[] = [];
  for (const load of loads) {
    const timings = await measureLoad(clients, load, { warmUps: 2, rounds: workshop.rounds(11) });
    const megabytes = (2 * load.characters) / MB;
    const contest: Contest = {
      what: `${load.name} there and back`,
      unit: "MB/s",
      better: "higher",
      rounds: new Map(
        [...timings].map(([name, each]) => [name, each.map(({ perSecond }) => perSecond * megabytes)]),
      ),
      note: (name) => `${((1_000 * megabytes) / valuesOf(contest).get(name)!).toFixed(1)} ms a call`,
    };
    figures.push(...figuresOf(contest));
    contests.push(contest);
  }
  return {
    figures,
    remarks: fairness,
    plots: [
      {
        kind: "bars",
        file: "large-arguments",
        title: "Large arguments",
        subtitle:
          "A tool that echoes its argument, one call at a time, bytes of both ways counted. ws echo neither decodes text nor reads JSON.",
        unit: "megabytes per second",
        better: "higher",
        groups: contests.map((contest) => barsOf(contest)),
      },
    ],
  };
}
