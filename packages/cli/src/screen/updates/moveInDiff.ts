import { lineContent } from "@idebridge/review";
import { withChangeInSight } from "../diff/changeInSight.ts";
import { bodyRows, clamp, columnsFor, itemsOf, partsOf, scrolled } from "../diff/diffGeometry.ts";
import type { DiffItems } from "../diff/diffItems.ts";
import { LineColumns } from "../diff/lineColumns.ts";
import { inSight } from "../diff/openDiff.ts";
import type { Action } from "../keys/keyTable.ts";
import type { OpenDiff, ScreenState } from "../screenState.ts";
import { notice, withDiff } from "../step.ts";

const sidewaysColumns = 8;
/** The diff after a movement; `undefined` when it is none. */
export function move(state: ScreenState, diff: OpenDiff, action: Action): OpenDiff | undefined {
  const items = itemsOf(diff);
  const page = bodyRows(state.size);
  const to = (cursor: number) => inSight({ ...diff, cursor }, state);
  const by = (rows: number) => moveCursor(state, diff, rows);
  switch (action) {
    case "down":
      return by(1);
    case "up":
      return by(-1);
    case "pageDown":
      return by(page - 1);
    case "pageUp":
      return by(1 - page);
    case "halfPageDown":
      return by(Math.ceil(page / 2));
    case "halfPageUp":
      return by(-Math.ceil(page / 2));
    case "first":
      return to(0);
    case "last":
      return to((items?.count ?? 1) - 1);
    case "left":
      return { ...diff, left: Math.max(0, diff.left - sidewaysColumns) };
    case "right":
      return { ...diff, left: diff.left + sidewaysColumns };
    case "lineStart":
      return { ...diff, left: 0 };
    case "lineEnd":
      return { ...diff, left: lineEnd(state, diff) };
  }
  return undefined;
}

/** Up or down: within a line that is taller than the screen, else to another line. */
export function moveCursor(state: ScreenState, diff: OpenDiff, rows: number): OpenDiff {
  const items = itemsOf(diff);
  if (!items || items.count === 0) return diff;
  if (!diff.wrap) {
    const cursor = clamp(diff.cursor + rows, 0, items.count - 1);
    // A page moves what is shown; a line only the cursor, as long as it can be seen.
    const item = Math.abs(rows) === 1 ? diff.top.item : clamp(diff.top.item + rows, 0, items.count - 1);
    return inSight({ ...diff, cursor, top: { item, part: 0 } }, state);
  }
  const view = { size: state.size, wrap: true };
  const { text } = columnsFor(items, state.size.columns);
  const parts = partsOf(items, diff.cursor, text, true);
  const page = bodyRows(state.size);
  const part = diff.top.item === diff.cursor ? diff.top.part : 0;
  const isInside = rows > 0 ? parts - part > page : part > 0;
  if (isInside) {
    const top = scrolled(items, { item: diff.cursor, part }, rows, view);
    return inSight({ ...diff, top, cursor: top.item }, state);
  }
  const at = scrolled(items, { item: diff.cursor, part: rows > 0 ? parts - 1 : 0 }, rows, view);
  return inSight(
    {
      ...diff,
      cursor: at.item,
      top: diff.top.item === diff.cursor ? { item: diff.cursor, part: 0 } : diff.top,
    },
    state,
  );
}

function lineEnd(state: ScreenState, { cursor, content }: OpenDiff): number {
  if (content.kind === "reading" || content.items.count === 0) return 0;
  const item = content.items.itemAt(cursor);
  if (item.kind === "fold") return 0;
  const widths = [item.left, item.right].map((ref) =>
    ref ? LineColumns.of(lineContent(content.items.textOf(ref, item.hunk))).width : 0,
  );
  const { text } = columnsFor(content.items, state.size.columns);
  return Math.max(0, Math.max(...widths) - text + 1);
}

/** Scrolls without moving the cursor, except to keep it on the screen. */
export function scrollDiff(state: ScreenState, diff: OpenDiff, rows: number): ScreenState {
  const items = itemsOf(diff);
  if (!items || items.count === 0) return state;
  const view = { size: state.size, wrap: diff.wrap };
  const page = bodyRows(state.size);
  const lowest = scrolled(items, { item: items.count - 1, part: 0 }, -Math.max(0, page - 1), view);
  const wanted = scrolled(items, diff.top, rows, view);
  const isTooLow =
    rows > 0 && (wanted.item > lowest.item || (wanted.item === lowest.item && wanted.part > lowest.part));
  const top = isTooLow ? (lowest.item < diff.top.item ? diff.top : lowest) : wanted;
  const margin = Math.min(2, Math.floor((page - 1) / 4));
  const first = top.item === 0 ? 0 : scrolled(items, top, margin, view).item;
  const end = scrolled(items, top, page - 1, view).item;
  const last = end >= items.count - 1 ? end : scrolled(items, top, page - 1 - margin, view).item;
  return withDiff(state, { ...diff, top, cursor: clamp(diff.cursor, first, Math.max(first, last)) });
}

export function toHunk(state: ScreenState, diff: OpenDiff, direction: 1 | -1): ScreenState {
  const items = itemsOf(diff);
  if (!items || items.hunks.length === 0) return notice(state, "There are no hunks");
  const at = items.hunkAt(diff.cursor)!;
  const isInside = items.count > 0 && items.isInHunk(diff.cursor, at);
  // From a line between two hunks, the current one is the next.
  const wanted =
    direction === 1
      ? isInside || isPast(items, diff.cursor, at)
        ? at + 1
        : at
      : isPast(items, diff.cursor, at)
        ? at
        : at - 1;
  if (wanted < 0 || wanted >= items.hunks.length) {
    const where = direction === 1 ? "the last" : "the first";
    return notice(state, `This is ${where} hunk`);
  }
  return withDiff(state, atHunk(state, diff, items, wanted));
}

/** Beyond the last hunk the current one lies before. */
function isPast(items: DiffItems, cursor: number, hunk: number): boolean {
  return hunk === items.hunks.length - 1 && !items.isInHunk(cursor, hunk) && cursor > items.firstItemOf(hunk);
}

/** With all of the hunk on the screen if it fits, else with what it changes. */
export function atHunk(state: ScreenState, diff: OpenDiff, items: DiffItems, hunk: number): OpenDiff {
  const [first, last] = [items.firstItemOf(hunk), items.lastItemOf(hunk)];
  const withEnd = inSight({ ...diff, cursor: Math.min(last, first + bodyRows(state.size) - 5) }, state);
  const atFirst = inSight({ ...withEnd, cursor: first }, state);
  return inSight(withChangeInSight(atFirst, items, hunk, state.size), state);
}
