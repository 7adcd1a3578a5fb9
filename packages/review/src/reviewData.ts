import type { LineRange } from "./hunk.ts";
import { splitLines } from "./lines.ts";
import type { ReviewHunk } from "./review.ts";

/** A review as plain JSON, for front ends in other processes. */
export interface ReviewData {
  readonly before: string;
  readonly after: string;
  readonly hunks: readonly ReviewHunk[];
}

const decisions: readonly unknown[] = ["undecided", "accepted", "rejected"];

/** Checks that the hunks tell the whole difference between the two texts, whose lines it gives. */
export function checkReviewData({ before, after, hunks }: ReviewData): { before: string[]; after: string[] } {
  const lines = { before: splitLines(before), after: splitLines(after) };
  const ids = new Set<number>();
  let previous: { before: LineRange; after: LineRange } = {
    before: { start: 0, end: 0 },
    after: { start: 0, end: 0 },
  };
  for (const [index, hunk] of hunks.entries()) {
    const isWellFormed =
      Number.isInteger(hunk.id) && isRange(hunk.before) && isRange(hunk.after) && isText(hunk.edited);
    if (!isWellFormed || !decisions.includes(hunk.decision))
      throw new TypeError(`Hunk ${index} is not well formed`);
    if (ids.has(hunk.id)) throw new TypeError(`Two hunks have the id ${hunk.id}`);
    ids.add(hunk.id);
    if (index > 0 && hunk.before.start <= previous.before.end)
      throw new TypeError(`Hunk ${hunk.id} is out of order`);
    checkUnchanged(hunk);
    previous = hunk;
  }
  const end = { start: lines.before.length, end: lines.before.length };
  checkUnchanged({ before: end, after: { start: lines.after.length, end: lines.after.length } });
  return lines;

  function checkUnchanged(next: { before: LineRange; after: LineRange }): void {
    const [from, to] = [previous.before.end, next.before.start];
    const shift = previous.after.end - from;
    let isSame = from <= to && next.after.start === to + shift;
    for (let line = from; isSame && line < to; line++) {
      isSame = line < lines.before.length && lines.before[line] === lines.after[line + shift];
    }
    if (!isSame) throw new TypeError(`The texts differ outside of the hunks, after line ${from}`);
  }
}

function isText(edited: unknown): boolean {
  return edited === undefined || typeof edited === "string";
}

function isRange(range: LineRange): boolean {
  return (
    Number.isInteger(range?.start) &&
    Number.isInteger(range?.end) &&
    0 <= range.start &&
    range.start <= range.end
  );
}
