import type { Hunk } from "@idebridge/review";

export interface ChangedLines {
  readonly added: number;
  readonly removed: number;
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
  if (before.length + after.length > exactUpTo) return countRoughly(before, after);
  try {
    const { diffTexts, statistics } = await import("@idebridge/review");
    const hunks = diffTexts(before, after);
    const { added, removed } = statistics(hunks);
    return { added, removed, hunks };
  } catch {
    return countRoughly(before, after);
  }
}

export function countRoughly(before: string, after: string): ChangedLines {
  const [old, now] = [linesOf(before), linesOf(after)];
  const shorter = Math.min(old.length, now.length);
  let start = 0;
  while (start < shorter && old[start] === now[start]) start++;
  let end = 0;
  while (end < shorter - start && old.at(-1 - end) === now.at(-1 - end)) end++;
  return { added: now.length - start - end, removed: old.length - start - end };
}

function linesOf(text: string): readonly string[] {
  return text === "" ? [] : text.split(/(?<=\n)(?!$)/);
}
