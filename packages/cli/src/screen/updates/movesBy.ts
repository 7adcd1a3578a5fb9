import type { Action } from "../keys/keyTable.ts";

/** By how many rows a key moves; `undefined` for one that does not. `all` is enough to get from one end to the other. */
export function movesBy(action: Action, page: number, all: number): number | undefined {
  const half = Math.ceil(page / 2);
  const by: Partial<Record<Action, number>> = {
    down: 1,
    up: -1,
    pageDown: page,
    pageUp: -page,
    halfPageDown: half,
    halfPageUp: -half,
    first: -all,
    last: all,
  };
  return by[action];
}
