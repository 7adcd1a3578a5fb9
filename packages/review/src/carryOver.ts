import { type Change, changedLines } from "./alignLines.ts";
import type { LineRange } from "./hunk.ts";
import { staySeparate } from "./lines.ts";
import { subsetApplied } from "./subsetApplied.ts";

/** Lines `range` of a base text that are to become `lines`. */
export interface Edit {
  readonly range: LineRange;
  readonly lines: readonly string[];
  /** Has more to it than `lines`: never taken for applied. */
  readonly isSpecial?: boolean;
}

/** What becomes of edits of a base text when someone else has changed that text: places in the changed text. */
export interface CarriedEdit {
  /** `applied`: the changed text already has these edits. */
  readonly kind: "clean" | "applied" | "conflict";
  /** Which edits: several only if they are tied together by one conflict. */
  readonly edits: readonly number[];
  /** Their place in the base. */
  readonly base: LineRange;
  readonly range: LineRange;
  /** What is to stand in `range`. In a conflict: as if nobody else had changed anything there. */
  readonly lines: readonly string[];
}

/**
 * Carries edits of `base` over to `changed`. Edits must be in order, with a line between any two, and lie in the base.
 * A clean edit replaces only lines that `changed` has in common with `base`; so it never overwrites a change of
 * someone else. Only `wanted` edits are carried over; the others may have been applied already, or not.
 */
export function carryOver(
  base: readonly string[],
  changed: readonly string[],
  edits: readonly Edit[],
  wanted: (edit: number) => boolean,
): CarriedEdit[] {
  const applied = subsetApplied(base, changed, edits);
  const changes = applied ? changesOf(edits, applied) : changedLines(base, changed);
  // An edit that would not fit cleanly between its new neighbours is tied to the changes that touch it.
  const tied = new Set<number>();
  for (;;) {
    const carried = clustersOf(edits, changes, wanted, tied).flatMap((cluster) =>
      settle(base, changed, edits, cluster),
    );
    const open = carried.filter(({ kind }) => kind !== "applied");
    const unfit = open.filter((edit, i) => !fits(changed, open[i - 1], edit, open[i + 1]));
    const tiedBefore = tied.size;
    for (const edit of unfit.flatMap(({ edits: members }) => members)) tied.add(edit);
    if (tied.size === tiedBefore) return carried;
  }
}

function changesOf(edits: readonly Edit[], applied: ReadonlySet<number>): Change[] {
  let shift = 0;
  return [...applied]
    .sort((a, b) => a - b)
    .map((edit) => {
      const { range, lines } = edits[edit]!;
      const start = range.start + shift;
      shift += lines.length - (range.end - range.start);
      return { before: range, after: { start, end: start + lines.length } };
    });
}

/** Edits and changes that overlap, and where they lie in both texts. */
interface Cluster {
  readonly edits: number[];
  readonly changes: Change[];
  base: LineRange;
  changed: LineRange;
  isTied: boolean;
}

function clustersOf(
  edits: readonly Edit[],
  changes: readonly Change[],
  wanted: (edit: number) => boolean,
  tied: ReadonlySet<number>,
): Cluster[] {
  const items = [
    ...edits.flatMap(({ range }, edit) => (wanted(edit) ? [{ range, edit, change: undefined }] : [])),
    ...changes.map((change) => ({ range: change.before, edit: undefined, change })),
  ].sort((a, b) => a.range.start - b.range.start || a.range.end - b.range.end);
  const clusters: Cluster[] = [];
  let shift = 0;
  for (const { range, edit, change } of items) {
    let cluster = clusters.at(-1);
    const isTied = edit !== undefined && tied.has(edit);
    if (!cluster || !overlap(cluster.base, range, isTied || cluster.isTied)) {
      const start = range.start + shift;
      cluster = { edits: [], changes: [], base: range, changed: { start, end: start }, isTied };
      clusters.push(cluster);
    }
    cluster.isTied ||= isTied;
    if (edit !== undefined) cluster.edits.push(edit);
    if (change !== undefined) {
      cluster.changes.push(change);
      shift = change.after.end - change.before.end;
    }
    cluster.base = { start: cluster.base.start, end: Math.max(cluster.base.end, range.end) };
    cluster.changed = { start: cluster.changed.start, end: cluster.base.end + shift };
  }
  return clusters;
}

/** `next` does not start before `range`. Two insertions at one place overlap: nobody knows which comes first. */
function overlap(range: LineRange, next: LineRange, touchingCounts: boolean): boolean {
  if (touchingCounts) return next.start <= range.end;
  return (
    next.start < range.end ||
    (range.start === range.end && next.start === range.end && next.end === next.start)
  );
}

function settle(
  base: readonly string[],
  changed: readonly string[],
  edits: readonly Edit[],
  { edits: members, changes, base: within, changed: range }: Cluster,
): CarriedEdit[] {
  if (members.length === 0) return [];
  const lines = withEdits(
    base,
    within,
    members.map((edit) => edits[edit]!),
  );
  if (changes.length === 0) return [{ kind: "clean", edits: members, base: within, range, lines }];
  const isSpecial = members.some((edit) => edits[edit]!.isSpecial);
  const isApplied = !isSpecial && lines.join("") === changed.slice(range.start, range.end).join("");
  return [{ kind: isApplied ? "applied" : "conflict", edits: members, base: within, range, lines }];
}

/** The lines `within` a text after some edits of it, all of which lie there. */
export function withEdits(lines: readonly string[], within: LineRange, edits: readonly Edit[]): string[] {
  const result: string[] = [];
  let at = within.start;
  for (const { range, lines: replacement } of edits) {
    for (; at < range.start; at++) result.push(lines[at]!);
    for (const line of replacement) result.push(line);
    at = range.end;
  }
  for (; at < within.end; at++) result.push(lines[at]!);
  return result;
}

function fits(
  changed: readonly string[],
  previous: CarriedEdit | undefined,
  { range, lines }: CarriedEdit,
  next: CarriedEdit | undefined,
): boolean {
  if (previous?.range.end === range.start || next?.range.start === range.end) return false;
  const [lineBefore, lineAfter] = [changed[range.start - 1], changed[range.end]];
  return lines.length === 0
    ? staySeparate(lineBefore, lineAfter)
    : staySeparate(lineBefore, lines[0]) && staySeparate(lines.at(-1), lineAfter);
}
