import { lineContent } from "@idebridge/review";
import { columnsFor, itemsOf } from "../diff/diffGeometry.ts";
import { LineColumns } from "../diff/lineColumns.ts";
import { arranged, inSight } from "../diff/openDiff.ts";
import { findNext } from "../diff/search.ts";
import type { OpenDiff, ScreenState } from "../screenState.ts";
import { notice, withDiff } from "../step.ts";

export function searchFor(state: ScreenState, diff: OpenDiff, query: string): ScreenState {
  const search = query === "" ? undefined : query;
  const searching = withDiff(state, { ...diff, search });
  return search === undefined ? searching : toMatch(searching, searching.diff!, 1, true);
}

/** To the next line that has the text; what it is folded in is unfolded. */
export function toMatch(
  state: ScreenState,
  diff: OpenDiff,
  direction: 1 | -1,
  startsHere = false,
): ScreenState {
  const items = itemsOf(diff);
  if (diff.search === undefined)
    return notice(state, `Nothing is searched: ${state.options.keys.keyOf("search")} begins`);
  if (!items || items.count === 0) return state;
  const unfolded = items.unfolded();
  const here = unfolded.itemFor(items.anchorOf(diff.cursor));
  const found = findNext(unfolded, diff.search, startsHere ? here : here + direction, direction);
  if (!found)
    return notice(withDiff(state, { ...diff, search: undefined }), `Not found: ${diff.search}`, "warning");
  const anchor = unfolded.anchorOf(found.item);
  const at = items.itemFor(anchor);
  const folded = items.itemAt(at);
  const open =
    folded.kind === "fold"
      ? arranged({ ...diff, unfolded: new Set([...diff.unfolded, folded.start]) }, state, diff)
      : diff;
  const cursor = itemsOf(open)!.itemFor(anchor);
  const line = unfolded.itemAt(found.item);
  const ref = line.kind === "fold" ? undefined : (line.right ?? line.left);
  const column =
    ref && line.kind === "line"
      ? LineColumns.of(lineContent(unfolded.textOf(ref, line.hunk))).columnOf(found.match.start)
      : 0;
  const { text } = columnsFor(items, state.size.columns);
  const isInSight = column >= open.left && column + found.match.end - found.match.start <= open.left + text;
  const left = open.wrap || isInSight ? open.left : Math.max(0, column - Math.floor(text / 3));
  const next = withDiff(state, inSight({ ...open, cursor, left }, state));
  return found.isWrapped ? notice(next, direction === 1 ? "On from the beginning" : "On from the end") : next;
}
