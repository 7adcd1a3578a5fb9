import type { Paint } from "./style.ts";
import { widthOf } from "./terminal/textWidth.ts";

export interface Cell {
  readonly text: string;
  readonly paint?: Paint;
}

/** Columns as wide as their widest cell, two spaces between them, none at the end of a line. */
export function textTable(rows: readonly (readonly (string | Cell)[])[]): string {
  const cells = rows.map((row) => row.map((cell) => (typeof cell === "string" ? { text: cell } : cell)));
  const widths: number[] = [];
  for (const row of cells) {
    for (const [column, { text }] of row.entries())
      widths[column] = Math.max(widths[column] ?? 0, widthOf(text));
  }
  const line = (row: readonly Cell[]) => {
    const last = row.findLastIndex(({ text }) => text !== "");
    return row
      .slice(0, last + 1)
      .map(({ text, paint }, column) => {
        const padding = column === last ? "" : " ".repeat(widths[column]! - widthOf(text) + 2);
        return (paint ? paint(text) : text) + padding;
      })
      .join("");
  };
  return cells.map((row) => `${line(row)}\n`).join("");
}

/** All lines but empty ones. */
export function indented(text: string): string {
  return text.replace(/^(?=.)/gm, "  ");
}
