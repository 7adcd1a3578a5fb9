import type { Figure } from "../measured/figure.ts";
import type { Measurement } from "../measured/measurement.ts";
import type { Curves } from "../measured/plot.ts";
import { Random } from "../test/fuzz/random.ts";
import { upgradeRequest } from "../test/fuzz/rawSocket.ts";
import type { Footprint } from "./footprint.ts";
import { leakFigures } from "./footprint.ts";
import { RoughClient } from "./roughClient.ts";
import { type ServerUnderTest, startCommand, startLibrary } from "./serversUnderTest.ts";
import type { TortureOptions } from "./torture.ts";
import { Violations } from "./violations.ts";

export interface CycleCounts {
  readonly warmUp: number;
  readonly cycles: number;
  /** How often the heap is looked at on the way. */
  readonly looks: number;
}

const full: CycleCounts = { warmUp: 5_000, cycles: 10_000, looks: 20 };
/** Below the ten that the server takes: a cycle that is refused for want of room is none. */
const atOnce = 6;
const MB = 1024 * 1024;

/** Clients come and go, 10,000 times, in every way there is: what does each of them leave behind? */
export async function cycles(
  { root, seed }: TortureOptions,
  counts: CycleCounts = full,
): Promise<Measurement> {
  const figures: Figure[] = [];
  const curves: Curves["curves"][number][] = [];
  for (const [name, start] of [
    ["the library", startLibrary],
    ["the command", startCommand],
  ] as const) {
    const violations = new Violations(`cycles of ${name}`, seed);
    await using server = await start(root);
    const { before, after, heap } = await comeAndGo(server, new Random(seed), counts, violations);
    curves.push({ label: name, points: heap });
    figures.push(
      violations.figure(`${name}: clients that come and go`, `${counts.cycles} cycles, ${atOnce} at once`),
      ...leakFigures(name, before, after),
    );
  }
  return { figures, plots: [heapPlot(curves, counts)] };
}

async function comeAndGo(
  server: ServerUnderTest,
  random: Random,
  { warmUp, cycles, looks }: CycleCounts,
  violations: Violations,
): Promise<{
  readonly before: Footprint;
  readonly after: Footprint;
  readonly heap: readonly (readonly [number, number])[];
}> {
  await repeat(server, random, warmUp, violations);
  const before = await server.quiet();
  const heap: [number, number][] = [[0, before.heapBytes / MB]];
  const step = Math.ceil(cycles / looks);
  for (let done = 0; done < cycles; done += step) {
    const count = Math.min(step, cycles - done);
    await repeat(server, random, count, violations);
    const { heapBytes } = await server.footprint();
    heap.push([done + count, heapBytes / MB]);
  }
  const after = await server.settled(before);
  return { before, after, heap };
}

async function repeat(
  server: ServerUnderTest,
  random: Random,
  count: number,
  violations: Violations,
): Promise<void> {
  let left = count;
  const worker = async (own: Random) => {
    while (left > 0) {
      left--;
      const [manner, come] = own.pick(Object.entries(manners));
      await violations.during(manner, () => come(server, own));
    }
  };
  await Promise.all(Array.from({ length: atOnce }, () => worker(random.fork())));
}

type Manner = (server: ServerUnderTest, random: Random) => Promise<void>;

const manners: Readonly<Record<string, Manner>> = {
  async "connects, and nothing else"(server, random) {
    const client = await RoughClient.dial(server);
    await client.vanish(random.chance(0.5));
  },
  async "vanishes in the middle of the handshake"(server, random) {
    const client = await RoughClient.dial(server);
    const request = upgradeRequest(server);
    client.write(request.slice(0, random.below(request.length)));
    await client.vanish(random.chance(0.5));
  },
  async "has the wrong token"(server) {
    const stranger = await RoughClient.enter({ port: server.port, token: "wrong" });
    if (stranger !== undefined) throw new Error("It was let in");
  },
  async "is let in, and vanishes"(server, random) {
    const client = await entered(RoughClient.enter(server));
    await client.vanish(random.chance(0.5));
  },
  async "is let in, and says goodbye"(server) {
    const client = await entered(RoughClient.enter(server));
    await client.leave();
  },
  async "calls, and says goodbye"(server) {
    const client = await entered(introduced(server));
    const { texts } = await client.call("getWorkspaceFolders");
    if (!texts.join().includes(server.folder)) throw new Error(`The folders are ${texts}`);
    await client.leave();
  },
  async "vanishes in the middle of a call"(server, random) {
    const client = await entered(introduced(server));
    client.call("getOpenEditors").catch(() => {});
    await client.vanish(random.chance(0.5));
  },
  async "leaves with a review pending"(server, random) {
    const client = await entered(introduced(server));
    client.call("openDiff", proposal(server, random)).catch(() => {});
    // The review is there when this, which was asked later, is answered.
    await client.call("getWorkspaceFolders");
    await (random.chance(0.5) ? client.leave() : client.vanish(random.chance(0.5)));
  },
};

function introduced(server: ServerUnderTest): Promise<RoughClient | undefined> {
  return RoughClient.introduced(server, "cycle", server.folder);
}

/** One before may not be known to be gone: then there is no place for a moment. */
async function entered(entering: Promise<RoughClient | undefined>): Promise<RoughClient> {
  const client = await entering;
  if (client === undefined) throw new Error("It was not let in");
  return client;
}

function proposal({ folder }: ServerUnderTest, random: Random): object {
  const path = `${folder}/a${random.below(3)}.txt`;
  return { old_file_path: path, new_file_path: path, new_file_contents: "new\n".repeat(200), tab_name: "a" };
}

function heapPlot(curves: Curves["curves"], { cycles }: CycleCounts): Curves {
  return {
    kind: "curves",
    file: "torture-cycles",
    title: "Memory while clients come and go",
    subtitle: `The heap of the server, all garbage collected, over ${cycles.toLocaleString("en")} connections of eight kinds: level is good.`,
    x: { label: "connections", scale: "linear" },
    y: { label: "heap, MB", scale: "linear" },
    curves,
  };
}
