import type { Measurement } from "../measured/measurement.ts";
import type { Bars } from "../measured/plot.ts";
import { bundleProgram } from "./bundleProgram.ts";
import { competitors, fairness, floor, ours, startPair } from "./competitors.ts";
import { barsOf, type Contest, figuresOf, type Rounds } from "./contest.ts";
import { howMemoryIsWeighed, memoryPerClient } from "./memoryPerClient.ts";
import { nodeAlone, untilReady } from "./spawnTimes.ts";
import type { Workshop } from "./workshop.ts";

/** By the profiles that `--profile` writes. */
const whatRemains =
  "A visit of ours takes from a little less to a tenth longer than one of vscode-jsonrpc: ours proves its token, and the server asks for the folders of its client besides. The rest is Node's sockets, with nothing of ours above 5 % of the time.";

/** What it costs to be there: to come up, to let clients in, to keep them. */
export async function footprint(workshop: Workshop): Promise<Measurement> {
  const { idle, busy } = await memoryPerClient(workshop);
  const contests: readonly Contest[] = [
    {
      what: "a visit: connect, introduce, list tools, call one, leave",
      unit: "ms",
      better: "lower",
      rounds: await connections(workshop),
      note: (name) =>
        name === ours.name ? "also proves its token" : name === floor.name ? "connect, one echo, leave" : "",
    },
    {
      what: "start to listening",
      unit: "× node -e 0",
      better: "lower",
      rounds: await startTimes(workshop),
      note: (name) => (name === ours.name ? "lock file written" : ""),
    },
    idle,
    busy,
    {
      what: "bundled server",
      unit: "KB",
      better: "lower",
      rounds: await bundleSizes(workshop),
      note: () => "minified, one file",
    },
  ];
  const remarks = [...fairness, howMemoryIsWeighed, whatRemains];
  return { figures: contests.flatMap(figuresOf), plots: [drawn(contests)], remarks };
}

async function connections(workshop: Workshop): Promise<Rounds> {
  const pairs = new Map<string, Awaited<ReturnType<typeof startPair>>>();
  for (const each of competitors) pairs.set(each.name, await startPair(workshop, each));
  return takeTurns([...pairs.keys()], workshop.rounds(31), 2, (name) =>
    pairs.get(name)!.client.ask<number>("comeAndGo", { times: 60 }),
  );
}

async function startTimes(workshop: Workshop): Promise<Rounds> {
  const files = new Map<string, string>();
  for (const { name, server } of competitors)
    files.set(name, (await bundleProgram(workshop.root, server)).file);
  const rounds = await takeTurns([...files.keys(), "node"], workshop.rounds(30), 1, async (name) =>
    name === "node" ? nodeAlone(workshop) : untilReady(workshop, files.get(name)!),
  );
  const nothing = rounds.get("node")!;
  return new Map(
    [...rounds]
      .filter(([name]) => name !== "node")
      .map(([name, times]) => [name, times.map((time, round) => time / nothing[round]!)]),
  );
}

async function bundleSizes({ root }: Workshop): Promise<Rounds> {
  const sizes = new Map<string, readonly number[]>();
  for (const { name, server } of competitors)
    sizes.set(name, [(await bundleProgram(root, server)).bytes / 1024]);
  return sizes;
}

async function takeTurns(
  names: readonly string[],
  rounds: number,
  warmUps: number,
  measure: (name: string) => Promise<number>,
): Promise<Rounds> {
  const values = new Map(names.map((name) => [name, [] as number[]]));
  for (let round = -warmUps; round < rounds; round++) {
    for (const name of names) {
      const value = await measure(name);
      if (round >= 0) values.get(name)!.push(value);
    }
  }
  return values;
}

/** Units differ, so each is drawn as a multiple of ours. */
function drawn(contests: readonly Contest[]): Bars {
  return {
    kind: "bars",
    file: "footprint",
    title: "What it costs to be there",
    subtitle:
      "Each server with one tool, bundled and minified the same way: time of a visit, time to start, memory of each of 50 clients that do nothing or wait for 16 answers, size on disk.",
    unit: "times ours",
    better: "lower",
    groups: contests.map((contest) => barsOf({ ...contest, relativeTo: ours.name })),
  };
}
