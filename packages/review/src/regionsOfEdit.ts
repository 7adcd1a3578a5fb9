import { changedLines } from "./alignLines.ts";
import type { Hunk, LineRange } from "./hunk.ts";

/** A place of a review after its result has been edited as a whole. */
export interface EditedRegion<H extends Hunk> {
  /** The hunks that the region consists of: none if the user changed lines that nobody had proposed to change. */
  readonly hunks: readonly H[];
  readonly before: LineRange;
  readonly after: LineRange;
  /** Lines of the edited text; absent if the user left this hunk as it was. */
  readonly edited?: LineRange;
}

interface Item<H> {
  /** Lines of the result before it was edited. */
  readonly range: LineRange;
  readonly hunk?: H;
  /** How many lines the user has added here, less those removed. */
  readonly growth?: number;
}

/** Ties what the user changed in the result to the hunks that it touches. */
export function regionsOfEdit<H extends Hunk>(
  hunks: readonly H[],
  beforeLines: readonly string[],
  resultOf: (hunk: H) => readonly string[],
  edited: readonly string[],
): EditedRegion<H>[] {
  const result: string[] = [];
  const items: Item<H>[] = [];
  let at = 0;
  for (const hunk of hunks) {
    for (; at < hunk.before.start; at++) result.push(beforeLines[at]!);
    const start = result.length;
    for (const line of resultOf(hunk)) result.push(line);
    items.push({ range: { start, end: result.length }, hunk });
    at = hunk.before.end;
  }
  for (; at < beforeLines.length; at++) result.push(beforeLines[at]!);
  for (const { before, after } of changedLines(result, edited)) {
    items.push({ range: before, growth: after.end - after.start - (before.end - before.start) });
  }
  items.sort((a, b) => a.range.start - b.range.start || a.range.end - b.range.end);

  const regions: EditedRegion<H>[] = [];
  /** From lines of the result to lines of each text, for the lines that are the same in all. */
  const shift = { before: 0, after: 0, edited: 0 };
  for (const group of touching(items)) {
    const [start, end] = [
      group[0]!.range.start,
      group.reduce((last, { range }) => Math.max(last, range.end), 0),
    ];
    const starts = { before: start + shift.before, after: start + shift.after, edited: start + shift.edited };
    const members = group.flatMap(({ hunk }) => (hunk ? [hunk] : []));
    for (const { range, hunk, growth } of group) {
      shift.edited += growth ?? 0;
      if (hunk) {
        shift.before = hunk.before.end - range.end;
        shift.after = hunk.after.end - range.end;
      }
    }
    regions.push({
      hunks: members,
      before: { start: starts.before, end: end + shift.before },
      after: { start: starts.after, end: end + shift.after },
      ...(group.length > members.length && { edited: { start: starts.edited, end: end + shift.edited } }),
    });
  }
  return regions;
}

function touching<H>(items: readonly Item<H>[]): Item<H>[][] {
  const groups: Item<H>[][] = [];
  let end = -1;
  for (const item of items) {
    if (item.range.start > end) groups.push([]);
    groups.at(-1)!.push(item);
    end = Math.max(end, item.range.end);
  }
  return groups;
}
