import { lineContent } from "@idebridge/review";
import type { Size } from "../../terminal/grid.ts";
import type { OpenDiff, ScreenState } from "../screenState.ts";
import type { DiffItems } from "./diffItems.ts";
import { LineColumns } from "./lineColumns.ts";

/** Below this many columns, two sides are too narrow to read. */
const sideBySideFrom = 110;

export const smallestSize: Size = { columns: 40, rows: 8 };

/** Rows that are not the diff's or the list's: title, heading, notice, footer. */
const frameRows = 4;

export function bodyRows({ rows }: Size): number {
  return Math.max(1, rows - frameRows);
}

export function isSideBySide({ layout }: Pick<OpenDiff, "layout">, { columns }: Size): boolean {
  return layout === "auto" ? columns >= sideBySideFrom : layout === "sideBySide";
}

export interface Columns {
  /** Of a line number. */
  readonly number: number;
  /** Of a side, its line numbers and marks included. */
  readonly left: number;
  readonly right: number;
  /** Of the text of a line. */
  readonly text: number;
}

/** How the columns of the screen are divided. */
export function columnsFor(items: DiffItems, columns: number): Columns {
  const most = Math.max(items.beforeLines.length, items.afterLines.length, 100);
  const number = String(most).length;
  if (items.arrangement === "unified") {
    return { number, left: 0, right: columns, text: Math.max(1, columns - (2 * number + 6)) };
  }
  if (items.arrangement === "text") {
    return { number, left: 0, right: columns, text: Math.max(1, columns - (number + 3)) };
  }
  const left = Math.ceil((columns - 1) / 2) + 1;
  const right = columns - 1 - left;
  return { number, left, right, text: Math.max(1, Math.min(left - (number + 5), right - (number + 3))) };
}

/** How many rows an item takes. */
export function partsOf(items: DiffItems, index: number, textColumns: number, wrap: boolean): number {
  if (!wrap) return 1;
  const item = items.itemAt(index);
  if (item.kind === "fold") return 1;
  const widths = [item.left, item.right].map((ref) =>
    ref ? LineColumns.of(lineContent(items.textOf(ref, item.hunk))).width : 0,
  );
  return Math.max(1, ...widths.map((width) => Math.ceil(width / textColumns)));
}

/** The rows of a diff that is shown; `undefined` while there are none. */
export function itemsOf(diff: OpenDiff | undefined): DiffItems | undefined {
  return diff === undefined || diff.content.kind === "reading" ? undefined : diff.content.items;
}

/** So many rows further down, or up, from a place at the top of the screen. */
export function scrolled(
  items: DiffItems,
  top: OpenDiff["top"],
  rows: number,
  { size, wrap }: { readonly size: Size; readonly wrap: boolean },
): OpenDiff["top"] {
  const { text } = columnsFor(items, size.columns);
  let { item, part } = top;
  let left = Math.abs(rows);
  if (!wrap) return { item: clamp(item + rows, 0, Math.max(0, items.count - 1)), part: 0 };
  while (left > 0 && rows > 0) {
    const rest = partsOf(items, item, text, wrap) - 1 - part;
    if (left <= rest) return { item, part: part + left };
    if (item >= items.count - 1) return { item, part: part + rest };
    left -= rest + 1;
    [item, part] = [item + 1, 0];
  }
  while (left > 0) {
    if (left <= part) return { item, part: part - left };
    if (item === 0) return { item, part: 0 };
    left -= part + 1;
    item--;
    part = partsOf(items, item, text, wrap) - 1;
  }
  return { item, part };
}

/** The place for the top of the screen, such that the cursor can be seen. Moves as little as that takes. */
export function topFor(state: Pick<ScreenState, "size">, diff: OpenDiff, items: DiffItems): OpenDiff["top"] {
  const { size } = state;
  const { cursor, wrap } = diff;
  const rows = bodyRows(size);
  const margin = Math.min(2, Math.max(0, Math.floor((rows - 1) / 4)));
  const view = { size, wrap };
  const { text } = columnsFor(items, size.columns);
  const height = Math.min(partsOf(items, cursor, text, wrap), rows);
  const highest = scrolled(items, { item: cursor, part: 0 }, -margin, view);
  const lowest = scrolled(
    items,
    { item: cursor, part: 0 },
    -(rows - height - Math.min(margin, rows - height)),
    view,
  );
  const { top } = diff;
  // A line that is taller than the screen may be scrolled within.
  if (top.item === cursor && top.part > 0) return top;
  const wanted = isAfter(top, highest) ? highest : isAfter(lowest, top) ? lowest : top;
  // Nothing below the last line, as long as there is something above.
  const most = wrap ? items.count : Math.max(0, items.count - rows);
  return wanted.item > most ? { item: most, part: 0 } : wanted;
}

function isAfter(a: OpenDiff["top"], b: OpenDiff["top"]): boolean {
  return a.item > b.item || (a.item === b.item && a.part > b.part);
}

export function clamp(value: number, low: number, high: number): number {
  return Math.min(Math.max(value, low), high);
}
