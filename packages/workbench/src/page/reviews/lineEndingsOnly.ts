import { lineContent, type Review } from "@idebridge/review";
import type { ShownHunk } from "../diff/shownReview.ts";

/** Whether a hunk changes line endings and nothing else: nobody would see what it does. */
export function lineEndingsOnly({ hunk, before }: ShownHunk, { beforeLines, afterLines }: Review): boolean {
  const { start, end } = hunk.after;
  if (before.end - before.start !== end - start) return false;
  for (let index = 0; index < end - start; index++) {
    const [old, fresh] = [beforeLines[before.start + index]!, afterLines[start + index]!];
    if (lineContent(old) !== lineContent(fresh)) return false;
  }
  return end > start;
}
