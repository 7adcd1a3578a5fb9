import type { ChildProgram } from "./childProgram.ts";
import { type Competitor, competitors, startPair } from "./competitors.ts";
import type { Contest } from "./contest.ts";
import type { Workshop } from "./workshop.ts";

const clients = 50;
const calls = 16;
const characters = 1_024;

export const howMemoryIsWeighed = `Memory is what is alive on the heap and in buffers of the server after collections, with ${clients} clients, less the same with none after ${clients} had come and gone, divided by ${clients}. A client that waits has ${calls} calls of ${characters} characters open.`;

/** What a server holds with many clients, less what it holds with none, divided; after collections. */
export async function memoryPerClient(
  workshop: Workshop,
): Promise<{ readonly idle: Contest; readonly busy: Contest }> {
  const weighed = new Map<string, Weighed>();
  for (const each of competitors) weighed.set(each.name, await weigh(workshop, each));
  const contest = (what: string, state: keyof Weighed): Contest => ({
    what,
    unit: "KB",
    better: "lower",
    rounds: new Map([...weighed].map(([name, all]) => [name, [all[state] / 1024]])),
    note: () => "heap and buffers",
  });
  return {
    idle: contest("memory of a client that does nothing", "idle"),
    busy: contest(`memory of a client that waits for ${calls} answers`, "busy"),
  };
}

/** In bytes. */
interface Weighed {
  readonly idle: number;
  readonly busy: number;
}

async function weigh(workshop: Workshop, competitor: Competitor): Promise<Weighed> {
  const { server, client } = await startPair(workshop, competitor, ["--expose-gc"]);
  // Once in vain: what is made for the first client, and kept, is no cost of the others.
  await client.ask("join", { clients });
  await client.ask("leave");
  const none = await settled(server);
  await client.ask("join", { clients });
  const idle = await settled(server);
  await server.ask("hold");
  await client.ask("begin", { calls, characters });
  while ((await server.ask<number>("heldCalls")) < clients * calls)
    await new Promise((resolve) => setTimeout(resolve, 10));
  const busy = await settled(server);
  await server.ask("release");
  await client.ask("finish");
  await client.ask("leave");
  return { idle: (idle - none) / clients, busy: (busy - none) / clients };
}

/** The least of a few: sockets that were closed take a moment to go. */
async function settled(server: ChildProgram): Promise<number> {
  const weights: number[] = [];
  for (let i = 0; i < 5; i++) weights.push(await server.ask<number>("weigh"));
  return Math.min(...weights);
}
