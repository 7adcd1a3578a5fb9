import { messageOf } from "@idebridge/sdk/core";
import type { Random } from "../../test/fuzz/random.ts";

/** Something that reads what others wrote, and what is thrown at it. */
export interface FuzzTarget {
  readonly name: string;
  /** How many cases a run of `npm run torture` tries; `npm test` tries fewer. */
  readonly cases: number;
  readonly casesInTests: number;
  run(fuzzing: Fuzzing): Promise<void>;
}

export interface Fuzzing {
  readonly random: Random;
  readonly cases: number;
  /** The folder of the repository. */
  readonly root: string;
  /** Something that must not be: a crash, a hang, a wrong answer. */
  failed(what: string): void;
}

/** What `act` throws is told, with the case that made it. */
export async function attempt(
  { failed }: Fuzzing,
  shown: () => unknown,
  act: () => void | Promise<void>,
): Promise<void> {
  try {
    await act();
  } catch (error) {
    failed(`${messageOf(error)} ${brief(shown())}`);
  }
}

export function brief(value: unknown): string {
  const text = typeof value === "string" ? value : JSON.stringify(value);
  return text === undefined || text.length <= 300 ? String(text) : `${text.slice(0, 300)}… (${text.length})`;
}
