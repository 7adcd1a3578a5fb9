import type { Position, Range } from "./editor.ts";

/** The text in a range. What lies outside of the text is cut off. */
export function textIn(text: string, { start, end }: Range): string {
  return text.slice(offsetAt(text, start), offsetAt(text, end));
}

/** The offset of a position; of the end of the line, or of the text, when it lies behind it. */
export function offsetAt(text: string, { line, character }: Position): number {
  let start = 0;
  for (let skipped = 0; skipped < line; skipped++) {
    const end = endOfLine(text, start);
    if (end === text.length) return end;
    start = end + (text.startsWith("\r\n", end) ? 2 : 1);
  }
  return Math.min(start + character, endOfLine(text, start));
}

/** Where the line ends that the offset is in; CR LF, LF and CR each end one. */
export function endOfLine(text: string, from: number): number {
  let end = from;
  while (end < text.length && text[end] !== "\n" && text[end] !== "\r") end++;
  return end;
}
