import { lineContent } from "@idebridge/review";
import { bodyRows, columnsFor, itemsOf, partsOf } from "../diff/diffGeometry.ts";
import type { DiffItems } from "../diff/diffItems.ts";
import { LineColumns } from "../diff/lineColumns.ts";
import { arranged, inSight } from "../diff/openDiff.ts";
import { type Found, findNext } from "../diff/search.ts";
import type { OpenDiff, ScreenState } from "../screenState.ts";
import { notice, withDiff } from "../step.ts";

export function searchFor(state: ScreenState, diff: OpenDiff, query: string): ScreenState {
  const search = query === "" ? undefined : query;
  const searching = { ...diff, search, found: undefined };
  return search === undefined ? withDiff(state, searching) : toMatch(state, searching, 1, true);
}

/** To the next place that has the text; what it is folded in is unfolded. */
export function toMatch(
  state: ScreenState,
  diff: OpenDiff,
  direction: 1 | -1,
  startsHere = false,
): ScreenState {
  const items = itemsOf(diff);
  if (diff.search === undefined || !items || items.count === 0) return state;
  const unfolded = items.unfolded();
  const here = unfolded.itemFor(items.anchorOf(diff.cursor));
  const isThere = diff.found?.item === here;
  const from = startsHere ? here : isThere ? diff.found! : here + direction;
  const found = findNext(unfolded, diff.search, from, direction);
  if (!found) {
    const ended = withDiff(state, { ...diff, search: undefined });
    return notice(ended, `Not found: ${diff.search}`, "warning");
  }
  const next = withDiff(state, shownAt(state, unfoldedAt(state, diff, unfolded, found), unfolded, found));
  return found.isWrapped ? notice(next, direction === 1 ? "On from the beginning" : "On from the end") : next;
}

/** The cursor in the row of the place, out of its fold if need be. */
function unfoldedAt(state: ScreenState, diff: OpenDiff, unfolded: DiffItems, found: Found): OpenDiff {
  const anchor = unfolded.anchorOf(found.item);
  const items = itemsOf(diff)!;
  const folded = items.itemAt(items.itemFor(anchor));
  const open =
    folded.kind === "fold"
      ? arranged({ ...diff, unfolded: new Set([...diff.unfolded, folded.start]) }, state, diff)
      : diff;
  const { item, side, match } = found;
  return { ...open, cursor: itemsOf(open)!.itemFor(anchor), found: { item, side, match } };
}

/** Scrolled so far to the right, or within a wrapped line so far down, that the place can be seen. */
function shownAt(
  state: ScreenState,
  diff: OpenDiff,
  unfolded: DiffItems,
  { item, side, match }: Found,
): OpenDiff {
  const line = unfolded.itemAt(item);
  const ref = line.kind === "line" ? line[side] : undefined;
  if (line.kind === "fold" || !ref) return inSight(diff, state);
  const column = LineColumns.of(lineContent(unfolded.textOf(ref, line.hunk))).columnOf(match.start);
  const items = itemsOf(diff)!;
  const { text } = columnsFor(items, state.size.columns);
  if (diff.wrap) {
    const isTall = partsOf(items, diff.cursor, text, true) > bodyRows(state.size);
    const part = isTall ? Math.max(0, Math.floor(column / text) - 2) : 0;
    return inSight({ ...diff, top: part > 0 ? { item: diff.cursor, part } : diff.top }, state);
  }
  const isInSight = column >= diff.left && column + match.end - match.start <= diff.left + text;
  const left = isInSight ? diff.left : Math.max(0, column - Math.floor(text / 3));
  return inSight({ ...diff, left }, state);
}
