import type { Row, Span, SpanStyle } from "../../terminal/row.ts";
import { sliceColumns, widthOf } from "../../terminal/textWidth.ts";
import { bodyRows, clamp } from "../diff/diffGeometry.ts";
import { type ActiveRow, type Frame, RowBuilder } from "../frame.ts";
import type { ScreenState } from "../screenState.ts";

/** The rows of a list that are on the screen; the one with the cursor stands out. */
export function listRows(
  state: ScreenState,
  count: number,
  rowAt: (index: number) => Row,
): Pick<Frame, "rows" | "hits"> {
  const { top, cursor } = state.lists[state.page];
  const shown = Math.max(0, Math.min(bodyRows(state.size), count - top));
  const rows = Array.from({ length: shown }, (_, at) => {
    const index = top + at;
    const row = rowAt(index);
    return index === cursor ? selected(row) : [{ text: "  " }, ...row];
  });
  const hits = rows.map((_, row) => ({
    row,
    from: 0,
    to: state.size.columns,
    hit: { kind: "row", index: top + row } as const,
  }));
  return { rows, hits };
}

function selected(row: Row): Row {
  const bg = { bg: "selected" } as const satisfies SpanStyle;
  const mark: Span = { text: "▸ ", style: { ...bg, fg: "accent", bold: true } };
  return [
    mark,
    ...row.map(({ text, style }) => ({ text, style: { ...style, ...bg } })),
    { text: "", style: bg },
  ];
}

/** Of a page on which there is nothing to be chosen: it scrolls. */
export function rowsInSight(state: ScreenState, rows: readonly Row[]): readonly Row[] {
  const top = topOf(state, rows);
  return rows.slice(top, top + bodyRows(state.size));
}

export function moreBelow(state: ScreenState, rows: readonly Row[]): ActiveRow {
  const hidden = rows.length - topOf(state, rows) - bodyRows(state.size);
  return new RowBuilder().add(hidden > 0 ? `  ${hidden} more rows below` : "", { fg: "muted" }).end();
}

/** The screen may have become larger since it was scrolled. */
function topOf({ lists, page, size }: ScreenState, { length }: readonly Row[]): number {
  return clamp(lists[page].top, 0, Math.max(0, length - bodyRows(size)));
}

export function timeOf(at: number | string): string {
  const date = new Date(at);
  const two = (number: number) => String(number).padStart(2, "0");
  return `${two(date.getHours())}:${two(date.getMinutes())}:${two(date.getSeconds())}`;
}

/** Lines of text in the middle of an empty page. */
export function messageRows(lines: readonly Row[], { rows }: { readonly rows: number }): readonly Row[] {
  const above = Math.max(0, Math.floor((rows - lines.length) / 3));
  return [...Array.from({ length: above }, () => []), ...lines.map((line) => [{ text: "   " }, ...line])];
}

/** A path that does not fit loses its beginning: the name of the file is at its end. */
export function shortenPath(path: string, columns: number): string {
  const width = widthOf(path);
  return width <= columns ? path : `…${sliceColumns(path, width - columns + 1, columns - 1)}`;
}
