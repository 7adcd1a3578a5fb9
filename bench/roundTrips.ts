import { atLeast, type Figure } from "../measured/figure.ts";
import { median } from "../measured/statistics.ts";
import type { ChildProgram } from "./childProgram.ts";
import type { Load, Timing } from "./programs/measureCalls.ts";
import type { Workshop } from "./workshop.ts";

const rounds = 15;
const warmUps = 3;
const loads: readonly (Load & { readonly name: string; readonly aim: number })[] = [
  { name: "one at a time", calls: 4_000, inFlight: 1, aim: 0.75 },
  { name: "64 in flight", calls: 16_000, inFlight: 64, aim: 0.7 },
];

interface Pair {
  readonly client: ChildProgram;
  readonly command: string;
  readonly timings: Timing[];
}

/**
 * Calls of a tool that echoes 64 characters, client and server each in a process of its own, against
 * `ws` alone sending messages of that size back and forth. The pairs take turns, so that what else the
 * machine does meets them all.
 */
export async function roundTrips(workshop: Workshop): Promise<readonly Figure[]> {
  async function pair(serverName: string, clientName: string, command = "measure"): Promise<Pair> {
    const server = await workshop.start(serverName);
    const client = await workshop.start(clientName);
    await client.ask("connect", await server.ask("listen"));
    return { client, command, timings: [] };
  }
  const floor = await pair("echoServer", "echoClient");
  const ours = await pair("ideServer", "ideClient");
  const ourServer = await pair("ideServer", "thinClient");
  const ourClient = await pair("thinServer", "ideClient");
  const folders = { ...ours, command: "measureFolders", timings: [] };
  const all = [floor, ours, ourServer, ourClient, folders];

  const figures: Figure[] = [];
  for (const { name, aim, calls, inFlight } of loads) {
    for (const each of all) each.timings.length = 0;
    for (let round = -warmUps; round < rounds; round++) {
      for (const { client, command, timings } of all) {
        const timing = await client.ask<Timing>(command, { calls, inFlight });
        if (round >= 0) timings.push(timing);
      }
    }
    const figure = (what: string, { timings }: Pair): Figure => ({
      name: what,
      measured: median(timings.map(({ perSecond }, round) => perSecond / floor.timings[round]!.perSecond)),
      unit: "× ws echo",
      note: describe(timings),
    });
    figures.push(
      { ...figure(`tools/call, ${name}`, ours), aim: atLeast(aim) },
      figure("  our server, thin client", ourServer),
      figure("  our client, thin server", ourClient),
      figure("  getWorkspaceFolders", folders),
      figure("  ws echo itself", floor),
    );
  }
  return figures;
}

function describe(timings: readonly Timing[]): string {
  const of = (key: keyof Timing) => Math.round(median(timings.map((timing) => timing[key])));
  return `${of("perSecond")}/s, p50 ${of("p50")} µs, p99 ${of("p99")} µs`;
}
