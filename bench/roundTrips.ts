import { atLeast, type Figure } from "../measured/figure.ts";
import type { Measurement } from "../measured/measurement.ts";
import { median } from "../measured/statistics.ts";
import { type Competitor, competitors, fairness, floor, ours, startPair } from "./competitors.ts";
import { barsOf, type Contest, figuresOf } from "./contest.ts";
import { type MeasuredLoad, measureLoad } from "./measureLoad.ts";
import type { Workshop } from "./workshop.ts";

const loads: readonly MeasuredLoad[] = [
  { name: "64 B, one at a time", calls: 2_500, inFlight: 1, characters: 64 },
  { name: "64 B, 64 in flight", calls: 8_000, inFlight: 64, characters: 64 },
  { name: "1 KB, one at a time", calls: 2_000, inFlight: 1, characters: 1_024 },
  { name: "1 KB, 64 in flight", calls: 6_000, inFlight: 64, characters: 1_024 },
];

const aim = atLeast(0.8);

/** By the profiles that `--profile` writes. */
const whatRemains =
  "What remains between ours and ws echo is JSON: with 1 KB, a quarter of the time that either end of ours is busy goes into JSON.parse and JSON.stringify, a third into the system's write, and what is left is spread thin.";

/** Where our own time goes: against ends that know one tool by heart. */
const halves: readonly Competitor[] = [
  { name: "our server, thin client", server: ours.server, client: "thinClient" },
  { name: "our client, thin server", server: "thinServer", client: ours.client },
];

/**
 * Calls of a tool that echoes a text, client and server each in a process of its own, against `ws` alone
 * sending messages of that size back and forth.
 */
export async function roundTrips(workshop: Workshop): Promise<Measurement> {
  const clients = new Map<string, Awaited<ReturnType<typeof startPair>>["client"]>();
  for (const each of [...competitors, ...halves])
    clients.set(each.name, (await startPair(workshop, each)).client);

  const figures: Figure[] = [];
  const contests: Contest[] = [];
  for (const load of loads) {
    const timings = await measureLoad(clients, load, { warmUps: 3, rounds: workshop.rounds(13) });
    const contest: Contest = {
      what: `tools/call, ${load.name}`,
      unit: "× ws echo",
      better: "higher",
      aim,
      relativeTo: floor.name,
      rounds: new Map([...timings].map(([name, each]) => [name, each.map(({ perSecond }) => perSecond)])),
      note(name) {
        const of = (key: "perSecond" | "p50" | "p99") =>
          Math.round(median(timings.get(name)!.map((timing) => timing[key])));
        return `${of("perSecond")}/s, p50 ${of("p50")} µs, p99 ${of("p99")} µs`;
      },
    };
    figures.push(...figuresOf(contest));
    contests.push(contest);
  }
  const drawn = competitors.map(({ name }) => name);
  return {
    figures,
    remarks: [...fairness, whatRemains],
    plots: [
      {
        kind: "bars",
        file: "round-trips",
        title: "Round trips per second",
        subtitle:
          "A tool that echoes a text, called over a WebSocket on one machine, server and client each a process of its own. ws echo sends the same bytes back unread: the floor.",
        unit: "times the calls per second of ws echo",
        better: "higher",
        limit: { label: `aim ${aim.value}`, value: aim.value },
        groups: contests.map((contest, i) => barsOf({ ...contest, what: loads[i]!.name }, drawn)),
      },
    ],
  };
}
