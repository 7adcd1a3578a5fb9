import { Range } from "vscode-diff/dist/vs/editor/common/core/range.js";
import type { OffsetRange } from "vscode-diff/dist/vs/editor/common/core/ranges/offsetRange.js";
import {
  InfiniteTimeout,
  SequenceDiff,
} from "vscode-diff/dist/vs/editor/common/diff/defaultLinesDiffComputer/algorithms/diffAlgorithm.js";
import { DynamicProgrammingDiffing } from "vscode-diff/dist/vs/editor/common/diff/defaultLinesDiffComputer/algorithms/dynamicProgrammingDiffing.js";
import { MyersDiffAlgorithm } from "vscode-diff/dist/vs/editor/common/diff/defaultLinesDiffComputer/algorithms/myersDiffAlgorithm.js";
import {
  extendDiffsToEntireWordIfAppropriate,
  optimizeSequenceDiffs,
  removeShortMatches,
  removeVeryShortMatchingTextBetweenLongDiffs,
} from "vscode-diff/dist/vs/editor/common/diff/defaultLinesDiffComputer/heuristicSequenceOptimizations.js";
import { LinesSliceCharSequence } from "vscode-diff/dist/vs/editor/common/diff/defaultLinesDiffComputer/linesSliceCharSequence.js";
import { type Change, Slice, StepBudget, withoutCommonEnds } from "./alignLines.ts";
import { type InnerSpans, type LineRange, lengthOf, type Span, textIn } from "./hunk.ts";
import { splitAtEqualLines } from "./splitAtEqualLines.ts";

/** Characters of both sides of one change; beyond that, highlights inside the lines would help nobody. */
const longestChange = 20_000;
/** Up to this many characters (both sides together) VS Code weighs every possible alignment. */
const smallSize = 500;

/** What the highlights of a whole text may cost; then the remaining hunks go without. */
export class HighlightBudget {
  readonly search = new StepBudget(6_000_000);
  cells = 20_000_000;
}

/** A change, with the characters that differ. */
export interface RefinedChange extends Change {
  /** Absent: all of it, or it cannot be told. */
  readonly inner?: InnerSpans;
}

/**
 * Compares the two sides of a change by characters. Where whole lines turn out to be the same on both sides, the change
 * falls into several, with these lines between them.
 */
export function refineChange(
  before: readonly string[],
  after: readonly string[],
  change: Change,
  budget: HighlightBudget,
): RefinedChange[] {
  if (lengthOf(change.before) === 0 || lengthOf(change.after) === 0) return [change];
  if (isLongerThan(longestChange, before, change.before, after, change.after)) {
    const isOneLine = lengthOf(change.before) === 1 && lengthOf(change.after) === 1;
    return [isOneLine ? { ...change, inner: betweenCommonEnds(before, after, change) } : change];
  }
  if (budget.cells < 0) return [change];
  if (differInSpaceOnly(before, after, change))
    return [{ ...change, inner: spaceSpans(before, after, change) }];
  const left = characters(before, change.before);
  const right = characters(after, change.after);
  budget.cells -= left.length + right.length;
  let diffs = findDiffs(left, right, budget);
  if (diffs === undefined) return [change];
  diffs = optimizeSequenceDiffs(left, right, diffs);
  diffs = extendDiffsToEntireWordIfAppropriate(left, right, diffs, (side, at) => side.findWordContaining(at));
  diffs = removeShortMatches(left, right, diffs);
  diffs = removeVeryShortMatchingTextBetweenLongDiffs(left, right, diffs);
  const leftRanges = diffs.map(({ seq1Range }) => seq1Range);
  const rightRanges = diffs.map(({ seq2Range }) => seq2Range);
  const leftSpans = spansOf(leftRanges, before, change.before);
  const rightSpans = spansOf(rightRanges, after, change.after);
  return splitAtEqualLines(before, after, change, diffs).map((part) => ({
    ...part,
    inner: { before: spansIn(leftSpans, part.before), after: spansIn(rightSpans, part.after) },
  }));
}

/** The characters that differ between the two sides of a change, or undefined if that is all, or cannot be told. */
export function innerSpans(
  before: readonly string[],
  after: readonly string[],
  change: Change,
  budget: HighlightBudget,
): InnerSpans | undefined {
  return joinInner(before, after, refineChange(before, after, change, budget));
}

export function joinInner(
  before: readonly string[],
  after: readonly string[],
  changes: readonly RefinedChange[],
): InnerSpans | undefined {
  if (changes.every(({ inner }) => inner === undefined)) return undefined;
  return {
    before: changes.flatMap(({ inner, before: range }) => inner?.before ?? wholeLines(before, range)),
    after: changes.flatMap(({ inner, after: range }) => inner?.after ?? wholeLines(after, range)),
  };
}

function wholeLines(lines: readonly string[], { start, end }: LineRange): Span[] {
  return lines.slice(start, end).map((line, i) => [start + i, 0, line.length]);
}

function spansIn(spans: readonly Span[], { start, end }: LineRange): Span[] {
  return spans.filter(([line]) => start <= line && line < end);
}

function isLongerThan(
  limit: number,
  before: readonly string[],
  beforeRange: LineRange,
  after: readonly string[],
  afterRange: LineRange,
): boolean {
  let length = 0;
  for (let line = beforeRange.start; line < beforeRange.end && length <= limit; line++)
    length += before[line]!.length;
  for (let line = afterRange.start; line < afterRange.end && length <= limit; line++)
    length += after[line]!.length;
  return length > limit;
}

/** All that a very long line gets: one span on each side, without its common beginning and end. */
function betweenCommonEnds(before: readonly string[], after: readonly string[], change: Change): InnerSpans {
  const [left, right] = [before[change.before.start]!, after[change.after.start]!];
  const shorter = Math.min(left.length, right.length);
  let head = 0;
  while (head < shorter && left.charCodeAt(head) === right.charCodeAt(head)) head++;
  let tail = 0;
  while (
    tail < shorter - head &&
    left.charCodeAt(left.length - 1 - tail) === right.charCodeAt(right.length - 1 - tail)
  ) {
    tail++;
  }
  const span = (line: number, text: string): Span[] =>
    head < text.length - tail ? [[line, ...toWholeCharacters(text, head, text.length - tail)]] : [];
  return { before: span(change.before.start, left), after: span(change.after.start, right) };
}

function differInSpaceOnly(before: readonly string[], after: readonly string[], change: Change): boolean {
  if (lengthOf(change.before) !== 1 || lengthOf(change.after) !== 1) return false;
  return before[change.before.start]!.trim() === after[change.after.start]!.trim();
}

/** Most changes of a text that gets other line endings or indentation are of this kind: no search is needed. */
function spaceSpans(before: readonly string[], after: readonly string[], change: Change): InnerSpans {
  const [left, right] = [before[change.before.start]!, after[change.after.start]!];
  const [leftLead, rightLead] = [
    left.length - left.trimStart().length,
    right.length - right.trimStart().length,
  ];
  const [leftEnd, rightEnd] = [left.trimEnd().length, right.trimEnd().length];
  let head = 0;
  while (head < Math.min(leftLead, rightLead) && left[head] === right[head]) head++;
  let tail = 0;
  while (
    tail < Math.min(left.length - Math.max(leftEnd, head), right.length - Math.max(rightEnd, head)) &&
    left.at(-1 - tail) === right.at(-1 - tail)
  ) {
    tail++;
  }
  const spans = (line: number, text: string, lead: number, end: number): Span[] => {
    const found: Span[] = [];
    const isBlank = lead === text.length;
    const leadEnd = isBlank ? text.length - tail : lead;
    if (head < leadEnd) addSpan(found, line, toWholeCharacters(text, head, leadEnd));
    if (!isBlank && end < text.length - tail)
      addSpan(found, line, toWholeCharacters(text, end, text.length - tail));
    return found;
  };
  return {
    before: spans(change.before.start, left, leftLead, leftEnd),
    after: spans(change.after.start, right, rightLead, rightEnd),
  };
}

/** VS Code puts a line feed between lines: splitting at line feeds alone gives exactly the characters of the text. */
function characters(lines: readonly string[], range: LineRange): LinesSliceCharSequence {
  const slice = textIn(lines, range).split("\n");
  return new LinesSliceCharSequence(slice, new Range(1, 1, slice.length, slice.at(-1)!.length + 1), true);
}

function findDiffs(
  left: LinesSliceCharSequence,
  right: LinesSliceCharSequence,
  budget: HighlightBudget,
): SequenceDiff[] | undefined {
  const [a, b] = withoutCommonEnds(new Slice(left, 0, left.length), new Slice(right, 0, right.length));
  if (a.length === 0 || b.length === 0) return [new SequenceDiff(a.range(), b.range())];
  let found: readonly SequenceDiff[];
  if (a.length + b.length < smallSize) {
    budget.cells -= a.length * b.length;
    if (budget.cells < 0) return undefined;
    found = new DynamicProgrammingDiffing().compute(a, b, InfiniteTimeout.instance).diffs;
  } else {
    budget.search.startSearch();
    const result = new MyersDiffAlgorithm().compute(a, b, budget.search);
    if (result.hitTimeout) return undefined;
    found = result.diffs;
  }
  return found.map(
    ({ seq1Range, seq2Range }) => new SequenceDiff(seq1Range.delta(a.start), seq2Range.delta(b.start)),
  );
}

/** From offsets within the change, in order, to spans of its lines. */
function spansOf(ranges: readonly OffsetRange[], lines: readonly string[], within: LineRange): Span[] {
  const spans: Span[] = [];
  let line = within.start;
  let lineStart = 0;
  for (const { start, endExclusive } of ranges) {
    for (let from = start; from < endExclusive; ) {
      while (lineStart + lines[line]!.length <= from) lineStart += lines[line++]!.length;
      const to = Math.min(endExclusive, lineStart + lines[line]!.length);
      addSpan(spans, line, toWholeCharacters(lines[line]!, from - lineStart, to - lineStart));
      from = to;
    }
  }
  return spans;
}

/** Two spans that were made whole may be about the same character. */
function addSpan(spans: Span[], line: number, [start, end]: readonly [number, number]): void {
  const last = spans.at(-1);
  if (last && last[0] === line && last[2] >= start)
    spans.splice(-1, 1, [line, last[1], Math.max(last[2], end)]);
  else spans.push([line, start, end]);
}

const mayCombine = /[\u0300-\uffff]/;
/** Longer than any visible character that people write. */
const reach = 64;
let segmenter: Intl.Segmenter | undefined;

function toWholeCharacters(text: string, start: number, end: number): [number, number] {
  const near = (at: number): boolean => mayCombine.test(text.slice(Math.max(0, at - 1), at + 1));
  return [
    near(start) ? boundary(text, start, "before") : start,
    near(end) ? boundary(text, end, "after") : end,
  ];
}

/** The nearest place between two visible characters. Looks at the surroundings only: a line can be very long. */
function boundary(text: string, at: number, side: "before" | "after"): number {
  if (at === 0 || at === text.length) return at;
  segmenter ??= new Intl.Segmenter(undefined, { granularity: "grapheme" });
  const from = Math.max(0, at - reach);
  const { index, segment } = segmenter.segment(text.slice(from, at + reach)).containing(at - from)!;
  if (from + index === at) return at;
  return side === "before" ? from + index : from + index + segment.length;
}
