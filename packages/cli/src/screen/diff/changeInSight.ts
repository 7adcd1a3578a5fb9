import { lineContent } from "@idebridge/review";
import type { Size } from "../../terminal/grid.ts";
import type { OpenDiff } from "../screenState.ts";
import { bodyRows, columnsFor, itemsOf, partsOf } from "./diffGeometry.ts";
import type { DiffItems } from "./diffItems.ts";
import { LineColumns } from "./lineColumns.ts";

/** What has changed inside a line, in columns of the screen. */
interface Changed {
  readonly item: number;
  readonly start: number;
  readonly end: number;
  /** Of the whole line. */
  readonly width: number;
}

/** Scrolled to the right, or within a wrapped line that is taller than the screen down, as far as a hunk's change is. */
export function withChangeInSight(diff: OpenDiff, items: DiffItems, hunk: number, size: Size): OpenDiff {
  const changed = firstChanged(items, hunk, bodyRows(size));
  const { text } = columnsFor(items, size.columns);
  if (!diff.wrap) return { ...diff, left: leftFor(changed, text) };
  if (!changed || partsOf(items, changed.item, text, true) <= bodyRows(size)) return diff;
  const part = Math.max(0, Math.floor(changed.start / text) - 2);
  return part === 0 ? diff : { ...diff, cursor: changed.item, top: { item: changed.item, part } };
}

/** The same after a change of how much room there is, unless the user has scrolled to somewhere else. */
export function stillInSight(next: OpenDiff, size: Size, before: OpenDiff, sizeBefore: Size): OpenDiff {
  const isElsewhere = before.wrap || before.left !== leftAtCursor(before, sizeBefore);
  return isElsewhere ? next : { ...next, left: leftAtCursor(next, size) };
}

/** The same for the hunk that the cursor is in; as it is when it is in none. */
export function withCursorsChangeInSight(diff: OpenDiff, size: Size): OpenDiff {
  const at = atCursor(diff);
  return at ? withChangeInSight(diff, at.items, at.hunk, size) : diff;
}

function leftAtCursor(diff: OpenDiff, size: Size): number {
  const at = atCursor(diff);
  if (!at) return 0;
  return leftFor(firstChanged(at.items, at.hunk, bodyRows(size)), columnsFor(at.items, size.columns).text);
}

function atCursor(diff: OpenDiff): { readonly items: DiffItems; readonly hunk: number } | undefined {
  const items = itemsOf(diff);
  const hunk = items?.hunkAt(diff.cursor);
  return items && hunk !== undefined && items.isInHunk(diff.cursor, hunk) ? { items, hunk } : undefined;
}

/** With something of the line before the change, and nothing scrolled away where that is not needed. */
function leftFor(changed: Changed | undefined, text: number): number {
  if (!changed) return 0;
  const { start, end, width } = changed;
  const margin = Math.floor(text / 3);
  // The last column of a line that is cut tells that.
  const isInSight = Math.max(width, end) <= text || Math.min(end, start + margin) < text;
  return isInSight ? 0 : Math.max(0, start - margin);
}

/** The leftmost change in those lines of a hunk that fit on the screen. */
function firstChanged(items: DiffItems, hunk: number, rows: number): Changed | undefined {
  const first = items.firstItemOf(hunk);
  const last = Math.min(items.lastItemOf(hunk), first + rows - 1);
  let leftmost: Changed | undefined;
  for (let item = first; item <= last; item++) {
    const line = items.itemAt(item);
    if (line.kind === "fold") continue;
    for (const ref of [line.left, line.right]) {
      const span = ref && items.innerOf(ref, line.hunk)[0];
      if (!span) continue;
      const content = lineContent(items.textOf(ref, line.hunk));
      const columns = LineColumns.of(content);
      const start = columns.columnOf(span[1]);
      if (leftmost && leftmost.start <= start) continue;
      // Signs tell how a line ends where that has changed.
      const signs = span[2] > content.length ? 2 : 0;
      leftmost = { item, start, end: columns.columnOf(span[2]) + signs, width: columns.width };
    }
  }
  return leftmost;
}
