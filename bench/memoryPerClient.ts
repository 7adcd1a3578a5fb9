import { type Competitor, competitors, startPair } from "./competitors.ts";
import type { Contest } from "./contest.ts";
import type { Weight } from "./programs/answerAsServer.ts";
import type { Workshop } from "./workshop.ts";

const clients = 50;
const calls = 16;
const characters = 1_024;

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
    rounds: new Map([...weighed].map(([name, all]) => [name, [all[state].live / 1024]])),
    note: (name) => `heap and buffers; resident ${(weighed.get(name)![state].resident / 1024).toFixed(0)} KB`,
  });
  return {
    idle: contest("memory of a client that does nothing", "idle"),
    busy: contest(`memory of a client that waits for ${calls} answers`, "busy"),
  };
}

interface Weighed {
  readonly idle: Weight;
  readonly busy: Weight;
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
  const perClient = (all: Weight): Weight => ({
    live: (all.live - none.live) / clients,
    resident: (all.resident - none.resident) / clients,
  });
  return { idle: perClient(idle), busy: perClient(busy) };
}

/** The least of a few: sockets that were closed take a moment to go. */
async function settled(server: { ask<Answer>(command: string): Promise<Answer> }): Promise<Weight> {
  let least: Weight | undefined;
  for (let i = 0; i < 5; i++) {
    const weight = await server.ask<Weight>("weigh");
    if (least === undefined || weight.live < least.live) least = weight;
  }
  return least!;
}
