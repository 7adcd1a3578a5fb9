import { Range } from "vscode-diff/dist/vs/editor/common/core/range.js";
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
import { type InnerSpans, lengthOf, type LineRange, type Span } from "./hunk.ts";

/** Characters of both sides of one change; beyond that, highlights inside the lines would help nobody. */
const longestChange = 20_000;
/** Up to this many characters (both sides together) VS Code weighs every possible alignment. */
const smallSize = 500;

/** What the highlights of a whole text may cost; then the remaining hunks go without. */
export class HighlightBudget {
  readonly search = new StepBudget(6_000_000);
  cells = 20_000_000;
}

/** The characters that differ between the two sides of a change, or undefined if that is all, or cannot be told. */
export function innerSpans(
  before: readonly string[],
  after: readonly string[],
  change: Change,
  budget: HighlightBudget,
): InnerSpans | undefined {
  if (lengthOf(change.before) === 0 || lengthOf(change.after) === 0) return undefined;
  if (isLongerThan(longestChange, before, change.before, after, change.after)) return undefined;
  if (budget.cells < 0) return undefined;
  const left = characters(before, change.before);
  const right = characters(after, change.after);
  budget.cells -= left.length + right.length;
  let diffs = findDiffs(left, right, budget);
  if (diffs === undefined) return undefined;
  diffs = optimizeSequenceDiffs(left, right, diffs);
  diffs = extendDiffsToEntireWordIfAppropriate(left, right, diffs, (side, at) => side.findWordContaining(at));
  diffs = removeShortMatches(left, right, diffs);
  diffs = removeVeryShortMatchingTextBetweenLongDiffs(left, right, diffs);
  return {
    before: diffs.flatMap(({ seq1Range }) => spansOf(left.translateRange(seq1Range), before, change.before)),
    after: diffs.flatMap(({ seq2Range }) => spansOf(right.translateRange(seq2Range), after, change.after)),
  };
}

function isLongerThan(
  limit: number,
  before: readonly string[],
  beforeRange: LineRange,
  after: readonly string[],
  afterRange: LineRange,
): boolean {
  let length = 0;
  for (let line = beforeRange.start; line < beforeRange.end && length <= limit; line++) length += before[line]!.length;
  for (let line = afterRange.start; line < afterRange.end && length <= limit; line++) length += after[line]!.length;
  return length > limit;
}

/** VS Code puts a line feed between lines; so a line gives up its own, and a last empty line stands for the last. */
function characters(lines: readonly string[], { start, end }: LineRange): LinesSliceCharSequence {
  const slice = lines.slice(start, end).map((line) => (line.endsWith("\n") ? line.slice(0, -1) : line));
  if (lines[end - 1]!.endsWith("\n")) slice.push("");
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

/** Positions count from 1, relative to the change. */
function spansOf(range: Range, lines: readonly string[], within: LineRange): Span[] {
  const spans: Span[] = [];
  for (let at = range.startLineNumber; at <= range.endLineNumber; at++) {
    const line = within.start + at - 1;
    if (line >= within.end) break;
    const text = lines[line]!;
    const start = at === range.startLineNumber ? Math.min(range.startColumn - 1, text.length) : 0;
    const end = at === range.endLineNumber ? Math.min(range.endColumn - 1, text.length) : text.length;
    if (start < end) spans.push([line, ...toWholeCharacters(text, start, end)]);
  }
  return spans;
}

const mayCombine = /[\u0300-\uffff]/;
let segmenter: Intl.Segmenter | undefined;

function toWholeCharacters(text: string, start: number, end: number): [number, number] {
  if (!mayCombine.test(text)) return [start, end];
  segmenter ??= new Intl.Segmenter(undefined, { granularity: "grapheme" });
  const segments = segmenter.segment(text);
  const first = segments.containing(start)!;
  const last = segments.containing(end - 1)!;
  return [first.index, last.index + last.segment.length];
}
