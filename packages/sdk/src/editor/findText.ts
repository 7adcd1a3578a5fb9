import type { Position, Range, TextPattern } from "./editor.ts";
import { endOfLine } from "./textIn.ts";

/**
 * The range that a pattern describes in a text: from the first `startText` to the end of the first
 * `endText` after it (or to the end of `startText` where there is none), extended to the end of its
 * last line if so wished. `undefined` when the text does not contain `startText`.
 */
export function findText(text: string, pattern: TextPattern): Range | undefined {
  const start = text.indexOf(pattern.startText);
  if (start < 0) return undefined;

  const afterStart = start + pattern.startText.length;
  const endText = pattern.endText ?? "";
  const endAt = endText === "" ? -1 : text.indexOf(endText, afterStart);
  let end = endAt < 0 ? afterStart : endAt + endText.length;
  if (pattern.toEndOfLine) end = endOfLine(text, end);

  return { start: positionAt(text, start), end: positionAt(text, end) };
}

/** The position of an offset; CR LF, LF and CR each end a line. */
export function positionAt(text: string, offset: number): Position {
  let line = 0;
  let lineStart = 0;
  for (let i = 0; i < offset; i++) {
    const char = text.charCodeAt(i);
    if (char === CR && text.charCodeAt(i + 1) === LF && i + 1 < offset) i++;
    else if (char !== CR && char !== LF) continue;
    line++;
    lineStart = i + 1;
  }
  return { line, character: offset - lineStart };
}

const LF = 10;
const CR = 13;
