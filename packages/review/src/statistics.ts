import { type Hunk, lengthOf } from "./hunk.ts";

export interface Statistics {
  readonly hunks: number;
  readonly added: number;
  readonly removed: number;
}

/** How many lines a set of hunks adds and removes; a changed line counts as both. */
export function statistics(hunks: readonly Hunk[]): Statistics {
  return {
    hunks: hunks.length,
    added: hunks.reduce((sum, { after }) => sum + lengthOf(after), 0),
    removed: hunks.reduce((sum, { before }) => sum + lengthOf(before), 0),
  };
}
