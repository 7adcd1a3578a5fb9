import { ClusterReader, dottedCircle } from "./cluster.ts";
import type { Row, Span } from "./row.ts";

/** One column for each character. */
const plain = /^[\x20-\x7e]*$/;
const reader = new ClusterReader();

export function isPlain(text: string): boolean {
  return plain.test(text);
}

/** The columns that this takes on the screen. */
export function widthOf(text: string): number {
  if (isPlain(text)) return text.length;
  let width = 0;
  for (let at = 0; at < text.length; at = reader.end) {
    reader.read(text, at);
    width += reader.width;
  }
  return width;
}

export function widthOfRow(row: Row): number {
  return row.reduce((width, { text }) => width + widthOf(text), 0);
}

/** As much of its beginning as fits; a wide character is never cut in two. */
export function cutToWidth(text: string, columns: number): string {
  if (text.length <= columns && isPlain(text)) return text;
  let width = 0;
  for (let at = 0; at < text.length; at = reader.end) {
    reader.read(text, at);
    width += reader.width;
    if (width > columns) return text.slice(0, at);
  }
  return text;
}

/** Exactly so wide: cut, or filled with spaces. */
export function padTo(text: string, columns: number, side: "left" | "right" = "left"): string {
  const cut = cutToWidth(text, columns);
  const fill = " ".repeat(Math.max(0, columns - widthOf(cut)));
  return side === "left" ? cut + fill : fill + cut;
}

/** The part between two columns. Half a wide character becomes a space. */
export function sliceColumns(text: string, from: number, columns: number): string;
export function sliceColumns(row: Row, from: number, columns: number): Row;
export function sliceColumns(whole: string | Row, from: number, columns: number): string | Row {
  const to = from + columns;
  if (typeof whole === "string") return sliceText(whole, from, to);
  const spans: Span[] = [];
  let column = 0;
  for (const span of whole) {
    const text = sliceText(span.text, from - column, to - column);
    // An empty span at the end stays: its background fills the rest of the line.
    if (text !== "" || span.text === "") spans.push({ ...span, text });
    column += widthOf(span.text);
    if (column >= to) break;
  }
  return spans;
}

function sliceText(text: string, from: number, to: number): string {
  if (to <= Math.max(0, from)) return "";
  if (isPlain(text)) return text.slice(Math.max(0, from), to);
  let slice = "";
  for (let at = 0, column = 0; at < text.length && column < to; at = reader.end) {
    reader.read(text, at);
    const next = column + reader.width;
    if (column >= from && next <= to) {
      // After half a character, a mark would join the space that stands for it.
      const isLoose = slice.endsWith(" ") && reader.glyph.startsWith(dottedCircle);
      slice += isLoose ? reader.glyph : text.slice(at, reader.end);
    } else if (next > from) slice += " ";
    column = next;
  }
  return slice;
}
