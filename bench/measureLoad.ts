import type { ChildProgram } from "./childProgram.ts";
import type { SizedLoad } from "./programs/answerAsClient.ts";
import type { Timing } from "./programs/measureCalls.ts";

export interface MeasuredLoad extends SizedLoad {
  readonly name: string;
}

export interface Repetition {
  readonly warmUps: number;
  readonly rounds: number;
}

/** Each client in turn, round by round, so that what else the machine does meets them all. */
export async function measureLoad(
  clients: ReadonlyMap<string, ChildProgram>,
  { calls, inFlight, characters }: MeasuredLoad,
  { warmUps, rounds }: Repetition,
): Promise<ReadonlyMap<string, readonly Timing[]>> {
  const timings = new Map([...clients.keys()].map((name) => [name, [] as Timing[]]));
  for (let round = -warmUps; round < rounds; round++) {
    for (const [name, client] of clients) {
      const timing = await client.ask<Timing>("measure", { calls, inFlight, characters });
      if (round >= 0) timings.get(name)!.push(timing);
    }
  }
  return timings;
}
