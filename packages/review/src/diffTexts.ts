import { alignLines, type Change } from "./alignLines.ts";
import type { Hunk, InnerSpans, LineRange, Span } from "./hunk.ts";
import { HighlightBudget, innerSpans } from "./innerSpans.ts";
import { splitLines } from "./lines.ts";

/**
 * Where `after` differs from `before`, in order. Between two hunks lies at least one line that is the same in
 * both texts, to the last character; the same texts always give the same hunks with the same ids.
 */
export function diffTexts(before: string, after: string): Hunk[] {
  if (before === after) return [];
  return diffLines(splitLines(before), splitLines(after));
}

export function diffLines(before: string[], after: string[]): Hunk[] {
  const budget = new HighlightBudget();
  return joinTouching(alignLines(before, after)).map((changes, id) => {
    const inner = innerOfAll(before, after, changes, budget);
    return { id, ...hullOf(changes), ...(inner && { inner }) };
  });
}

function joinTouching(changes: readonly Change[]): Change[][] {
  const groups: Change[][] = [];
  for (const change of changes) {
    const last = groups.at(-1)?.at(-1);
    if (last?.before.end === change.before.start && last.after.end === change.after.start) {
      groups.at(-1)!.push(change);
    } else {
      groups.push([change]);
    }
  }
  return groups;
}

function hullOf(changes: readonly Change[]): Change {
  const [first, last] = [changes[0]!, changes.at(-1)!];
  return {
    before: { start: first.before.start, end: last.before.end },
    after: { start: first.after.start, end: last.after.end },
  };
}

function innerOfAll(
  before: readonly string[],
  after: readonly string[],
  changes: readonly Change[],
  budget: HighlightBudget,
): InnerSpans | undefined {
  const inner = changes.map((change) => innerSpans(before, after, change, budget));
  if (inner.every((spans) => spans === undefined)) return undefined;
  return {
    before: changes.flatMap((change, i) => inner[i]?.before ?? wholeLines(before, change.before)),
    after: changes.flatMap((change, i) => inner[i]?.after ?? wholeLines(after, change.after)),
  };
}

function wholeLines(lines: readonly string[], { start, end }: LineRange): Span[] {
  return lines.slice(start, end).map((line, i) => [start + i, 0, line.length]);
}
