import type { Range } from "@idebridge/sdk";

/** From 1, as people count. What ends before the first character of a line does not have that line. */
export function lastLineOf({ start, end }: Range): number {
  return end.character === 0 && end.line > start.line ? end.line : end.line + 1;
}
