import { alignLines } from "./alignLines.ts";
import type { Hunk } from "./hunk.ts";
import { HighlightBudget, joinInner, type RefinedChange, refineChange } from "./innerSpans.ts";
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
  const changes = alignLines(before, after).flatMap((change) => refineChange(before, after, change, budget));
  return joinTouching(changes).map((group, id) => {
    const [first, last] = [group[0]!, group.at(-1)!];
    const inner = joinInner(before, after, group);
    return {
      id,
      before: { start: first.before.start, end: last.before.end },
      after: { start: first.after.start, end: last.after.end },
      ...(inner && { inner }),
    };
  });
}

function joinTouching(changes: readonly RefinedChange[]): RefinedChange[][] {
  const groups: RefinedChange[][] = [];
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
