/** In characters of both texts. Above this, exact counts are not worth holding everybody up. */
const exactUpTo = 1_000_000;

/**
 * How many lines a change adds and removes; a changed line counts as both. In very long texts, everything
 * between the first and the last line that differ counts as changed.
 */
export async function countChangedLines(
  before: string,
  after: string,
): Promise<{ readonly added: number; readonly removed: number }> {
  if (before === after) return { added: 0, removed: 0 };
  const { diffTexts, splitLines, statistics } = await import("@idebridge/review");
  if (before.length + after.length > exactUpTo) return countRoughly(splitLines(before), splitLines(after));
  const { added, removed } = statistics(diffTexts(before, after));
  return { added, removed };
}

function countRoughly(before: readonly string[], after: readonly string[]) {
  const shorter = Math.min(before.length, after.length);
  let start = 0;
  while (start < shorter && before[start] === after[start]) start++;
  let end = 0;
  while (end < shorter - start && before.at(-1 - end) === after.at(-1 - end)) end++;
  return { added: after.length - start - end, removed: before.length - start - end };
}
