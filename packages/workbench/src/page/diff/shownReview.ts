import { type LineRange, type Review, type ReviewHunk, splitLines } from "@idebridge/review";

/** A hunk and where it stands in the text that is shown. */
export interface ShownHunk {
  readonly hunk: ReviewHunk;
  /** Its place among the hunks, from 1: for people. */
  readonly number: number;
  readonly before: LineRange;
  readonly shown: LineRange;
}

/**
 * What is on the screen: the text as it would be if everything that is not rejected were accepted. Lines with their
 * terminators.
 */
export interface ShownReview {
  readonly review: Review;
  readonly lines: readonly string[];
  readonly hunks: readonly ShownHunk[];
}

export function shownReview(review: Review): ShownReview {
  const lines: string[] = [];
  const hunks: ShownHunk[] = [];
  let at = 0;
  for (const hunk of review.hunks) {
    for (; at < hunk.before.start; at++) lines.push(review.beforeLines[at]!);
    const start = lines.length;
    for (const line of shownLines(review, hunk)) lines.push(line);
    at = hunk.before.end;
    hunks.push({
      hunk,
      number: hunks.length + 1,
      before: hunk.before,
      shown: { start, end: lines.length },
    });
  }
  for (; at < review.beforeLines.length; at++) lines.push(review.beforeLines[at]!);
  return { review, lines, hunks };
}

function shownLines({ beforeLines, afterLines }: Review, hunk: ReviewHunk): readonly string[] {
  if (hunk.decision === "rejected") return beforeLines.slice(hunk.before.start, hunk.before.end);
  if (hunk.edited !== undefined) return splitLines(hunk.edited);
  return afterLines.slice(hunk.after.start, hunk.after.end);
}

/**
 * Takes what the user made of the shown text. What was not touched keeps its decision; a hunk that was is accepted as
 * edited; a change elsewhere is a hunk of its own.
 */
export function editShown(review: Review, text: string): Review {
  const undecided = new Set(review.hunks.filter(({ decision }) => decision === "undecided"));
  const asShown = review.decide("undecided", "accepted");
  const untouched = new Map(asShown.hunks.map((hunk, index) => [hunk, review.hunks[index]!]));
  const edited = asShown.editResult(text);
  const open = edited.hunks.filter((hunk) => {
    const was = untouched.get(hunk);
    return was !== undefined && undecided.has(was);
  });
  return open.length === 0
    ? edited
    : edited.decide(
        open.map(({ id }) => id),
        "undecided",
      );
}
