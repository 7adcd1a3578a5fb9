import type { Hunk, LineRange } from "./hunk.ts";

/** A part of a text on the screen. Unchanged lines are the same on both sides, under different numbers. */
export type Section<H extends Hunk> =
  | { readonly kind: "hunk"; readonly before: LineRange; readonly after: LineRange; readonly hunk: H }
  | { readonly kind: "unchanged" | "folded"; readonly before: LineRange; readonly after: LineRange };

export interface FoldOptions {
  /** Unchanged lines to show around each hunk; 3 if not given. */
  readonly context?: number;
  /** Fewer lines than these are shown rather than folded; 2 if not given. */
  readonly smallestFold?: number;
}

/** The whole text in order, from its first line to its last: hunks, the lines around them, and folds. */
export function foldUnchanged<H extends Hunk>(
  hunks: readonly H[],
  beforeLineCount: number,
  options: FoldOptions = {},
): Section<H>[] {
  const { context = 3, smallestFold = 2 } = options;
  const sections: Section<H>[] = [];
  let [line, shift] = [0, 0];
  for (const hunk of hunks) {
    addUnchanged(hunk.before.start, sections.length === 0 ? 0 : context, context);
    sections.push({ kind: "hunk", before: hunk.before, after: hunk.after, hunk });
    line = hunk.before.end;
    shift = hunk.after.end - hunk.before.end;
  }
  addUnchanged(beforeLineCount, hunks.length === 0 ? 0 : context, 0);
  return sections;

  function addUnchanged(end: number, head: number, tail: number): void {
    const foldStart = line + head;
    const foldEnd = end - tail;
    if (foldEnd - foldStart < Math.max(1, smallestFold)) {
      add("unchanged", end);
      return;
    }
    add("unchanged", foldStart);
    add("folded", foldEnd);
    add("unchanged", end);
  }

  function add(kind: "unchanged" | "folded", end: number): void {
    if (end > line) {
      sections.push({
        kind,
        before: { start: line, end },
        after: { start: line + shift, end: end + shift },
      });
    }
    line = end;
  }
}
