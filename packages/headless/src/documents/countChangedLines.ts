import type { Hunk } from "@idebridge/review";

export interface ChangedLines {
  readonly added: number;
  readonly removed: number;
  /** There are at most so many. */
  readonly isRough?: true;
  /** What was counted; left out when it was counted roughly. */
  readonly hunks?: readonly Hunk[];
}

/** In characters of both texts. Above this, exact counts are not worth holding everybody up. */
const exactUpTo = 1_000_000;

/**
 * How many lines a change adds and removes; a changed line counts as both. In very long texts, everything
 * between the first and the last line that differ counts as changed. Never fails: a change that cannot be
 * counted must be shown all the same.
 */
export async function countChangedLines(before: string, after: string): Promise<ChangedLines> {
  if (before === after) return { added: 0, removed: 0 };
  if (before.length + after.length > exactUpTo) return { ...countRoughly(before, after), isRough: true };
  try {
    const { diffTexts, statistics } = await import("@idebridge/review");
    const hunks = diffTexts(before, after);
    const { added, removed } = statistics(hunks);
    return { added, removed, hunks };
  } catch {
    return { ...countRoughly(before, after), isRough: true };
  }
}

/** The same for a file that has become another since these lines were counted: as the change is carried over to it. */
export async function countRebased(
  base: string,
  { hunks, ...roughly }: ChangedLines,
  after: string,
  present: string,
): Promise<ChangedLines> {
  if (hunks === undefined) return roughly;
  const { Review, statistics } = await import("@idebridge/review");
  const { review } = Review.undecided(base, after, hunks).rebase(present);
  const { added, removed } = statistics(review.hunks);
  return { added, removed };
}

/** Looks at characters, not at lines: a list of a million lines would take most of the time. */
export function countRoughly(before: string, after: string): ChangedLines {
  const head = commonHead(before, after);
  const tail = commonTail(before, after, Math.min(before.length, after.length) - head);
  return {
    added: countLines(after, head, after.length - tail),
    removed: countLines(before, head, before.length - tail),
  };
}

/** Characters of whole lines that both texts begin with. */
function commonHead(before: string, after: string): number {
  const shorter = Math.min(before.length, after.length);
  let at = 0;
  while (at < shorter && before.charCodeAt(at) === after.charCodeAt(at)) at++;
  return at === 0 ? 0 : before.lastIndexOf("\n", at - 1) + 1;
}

/** Characters of whole lines that both texts end with, at most so many. */
function commonTail(before: string, after: string, most: number): number {
  let length = 0;
  while (
    length < most &&
    before.charCodeAt(before.length - 1 - length) === after.charCodeAt(after.length - 1 - length)
  ) {
    length++;
  }
  const isLineStart = (text: string) => length === text.length || text.at(-1 - length) === "\n";
  if (isLineStart(before) && isLineStart(after)) return length;
  const end = before.indexOf("\n", before.length - length);
  return end < 0 ? 0 : before.length - end - 1;
}

function countLines(text: string, start: number, end: number): number {
  let count = 0;
  let at = start;
  while (at < end) {
    const next = text.indexOf("\n", at);
    at = next < 0 ? end : next + 1;
    count++;
  }
  return count;
}
