import type { SequenceDiff } from "vscode-diff/dist/vs/editor/common/diff/defaultLinesDiffComputer/algorithms/diffAlgorithm.js";
import type { Change } from "./alignLines.ts";
import type { LineRange } from "./hunk.ts";

/** The parts of a change that are left without the lines that its characters show to be the same on both sides. */
export function splitAtEqualLines(
  before: readonly string[],
  after: readonly string[],
  change: Change,
  diffs: readonly SequenceDiff[],
): Change[] {
  const left = lineStarts(before, change.before);
  const right = lineStarts(after, change.after);
  const parts: Change[] = [];
  let [leftLine, rightLine, leftEnd, rightEnd] = [0, 0, 0, 0];
  for (const [i, diff] of diffs.entries()) {
    skipEqual(i > 0, leftEnd, rightEnd, diff.seq1Range.start);
    [leftEnd, rightEnd] = [diff.seq1Range.endExclusive, diff.seq2Range.endExclusive];
  }
  if (!skipEqual(true, leftEnd, rightEnd, left.at(-1)!)) addPart(left.length - 1, right.length - 1);
  return parts;

  /** The characters from `from` to `to` of the left side are those that start at `rightFrom` of the right side. */
  function skipEqual(endsPart: boolean, from: number, rightFrom: number, to: number): boolean {
    let i = firstAtLeast(left, from);
    let j = firstAtLeast(right, rightFrom);
    const isEqual = (): boolean =>
      left[i + 1]! <= to &&
      right[j]! - rightFrom === left[i]! - from &&
      right[j + 1]! - right[j]! === left[i + 1]! - left[i]!;
    // Where one side is in the middle of a line, the first line may be whole on one side only.
    if (left[i]! - from < right[j]! - rightFrom) i++;
    else if (left[i]! - from > right[j]! - rightFrom) j++;
    if (!isEqual()) return false;
    if (endsPart) addPart(i, j);
    while (isEqual()) [i, j] = [i + 1, j + 1];
    [leftLine, rightLine] = [i, j];
    return i === left.length - 1 && j === right.length - 1;
  }

  function addPart(leftTo: number, rightTo: number): void {
    parts.push({
      before: { start: change.before.start + leftLine, end: change.before.start + leftTo },
      after: { start: change.after.start + rightLine, end: change.after.start + rightTo },
    });
  }
}

/** Where each line starts, in characters from the first; and where the last one ends. */
function lineStarts(lines: readonly string[], { start, end }: LineRange): number[] {
  const starts = [0];
  for (let line = start; line < end; line++) starts.push(starts.at(-1)! + lines[line]!.length);
  return starts;
}

function firstAtLeast(ascending: readonly number[], value: number): number {
  let [low, high] = [0, ascending.length];
  while (low < high) {
    const middle = (low + high) >> 1;
    if (ascending[middle]! < value) low = middle + 1;
    else high = middle;
  }
  return low;
}
