import { OffsetRange } from "vscode-diff/dist/vs/editor/common/core/ranges/offsetRange.js";
import {
  InfiniteTimeout,
  type ISequence,
  type ITimeout,
  SequenceDiff,
} from "vscode-diff/dist/vs/editor/common/diff/defaultLinesDiffComputer/algorithms/diffAlgorithm.js";
import { DynamicProgrammingDiffing } from "vscode-diff/dist/vs/editor/common/diff/defaultLinesDiffComputer/algorithms/dynamicProgrammingDiffing.js";
import { MyersDiffAlgorithm } from "vscode-diff/dist/vs/editor/common/diff/defaultLinesDiffComputer/algorithms/myersDiffAlgorithm.js";
import {
  optimizeSequenceDiffs,
  removeVeryShortMatchingLinesBetweenDiffs,
} from "vscode-diff/dist/vs/editor/common/diff/defaultLinesDiffComputer/heuristicSequenceOptimizations.js";
import { LineSequence } from "vscode-diff/dist/vs/editor/common/diff/defaultLinesDiffComputer/lineSequence.js";
import type { LineRange } from "./hunk.ts";
import { LineNumbers } from "./lineNumbers.ts";
import { uniqueAnchors } from "./uniqueAnchors.ts";

/** Lines `before` that became lines `after`. */
export interface Change {
  readonly before: LineRange;
  readonly after: LineRange;
}

/** Up to this many lines (both sides together) VS Code weighs every possible alignment. */
const smallSize = 1700;
/** Steps of the search for the shortest edit, for the whole text: about a tenth of a second. */
const searchSteps = 6_000_000;

/**
 * Where two texts differ, as a reader would say it: VS Code's alignment of lines that are equal but for the
 * space around them, moved to sensible places. Lines that differ in space only come as changes of their own,
 * one line to one line. Changes may touch each other.
 */
export function alignLines(before: string[], after: string[]): Change[] {
  const numbers = new LineNumbers(before.length + after.length, true);
  const left = new LineSequence(numbers.of(before), before);
  const right = new LineSequence(numbers.of(after), after);
  let diffs = findDiffs(left, right, (i, j) => {
    const line = after[j]!;
    if (before[i] !== line) return 0.99;
    return line.trim() === "" ? 0.1 : 1 + Math.log(1 + line.length);
  });
  diffs = optimizeSequenceDiffs(left, right, diffs);
  diffs = removeVeryShortMatchingLinesBetweenDiffs(left, right, diffs);
  return withSpaceChanges(before, after, diffs);
}

/** Where two texts differ, line by line and exactly, in as few lines as the search can find. */
export function changedLines(before: readonly string[], after: readonly string[]): Change[] {
  const numbers = new LineNumbers(before.length + after.length, false);
  const left = new NumberSequence(numbers.of(before));
  const right = new NumberSequence(numbers.of(after));
  return findDiffs(left, right).map(toChange);
}

type Score = (index1: number, index2: number) => number;

function findDiffs(left: ISequence, right: ISequence, score?: Score): SequenceDiff[] {
  const diffs: SequenceDiff[] = [];
  const budget = new StepBudget(searchSteps);
  findWithin(new Slice(left, 0, left.length), new Slice(right, 0, right.length));
  return diffs;

  function findWithin(leftSlice: Slice, rightSlice: Slice): void {
    const [a, b] = withoutCommonEnds(leftSlice, rightSlice);
    if (a.length === 0 && b.length === 0) return;
    const isOneLine = a.length === 1 && b.length === 1;
    if (a.length === 0 || b.length === 0 || isOneLine) {
      diffs.push(new SequenceDiff(a.range(), b.range()));
      return;
    }
    if (a.length + b.length < smallSize) {
      const scoreHere: Score | undefined = score && ((i, j) => score(a.start + i, b.start + j));
      const found = new DynamicProgrammingDiffing().compute(a, b, InfiniteTimeout.instance, scoreHere);
      pushAll(found.diffs, a, b);
      return;
    }
    const anchors = uniqueAnchors(a, b);
    if (anchors.length === 0) {
      budget.startSearch();
      pushAll(new MyersDiffAlgorithm().compute(a, b, budget).diffs, a, b);
      return;
    }
    let [i, j] = [0, 0];
    for (const [nextI, nextJ] of [...anchors, [a.length, b.length] as const]) {
      if (i < nextI || j < nextJ) findWithin(a.part(i, nextI), b.part(j, nextJ));
      [i, j] = [nextI + 1, nextJ + 1];
    }
  }

  function pushAll(found: readonly SequenceDiff[], a: Slice, b: Slice): void {
    for (const { seq1Range, seq2Range } of found) {
      diffs.push(new SequenceDiff(seq1Range.delta(a.start), seq2Range.delta(b.start)));
    }
  }
}

/** VS Code stops searching after some time. Here it stops after some steps: the same texts, the same hunks. */
export class StepBudget implements ITimeout {
  #stepsLeft: number;
  #round = 0;

  constructor(steps: number) {
    this.#stepsLeft = steps;
  }

  /** Asked once a round by the search; round n takes n steps. */
  isValid(): boolean {
    this.#round++;
    this.#stepsLeft -= this.#round;
    return this.#stepsLeft > 0;
  }

  startSearch(): void {
    this.#round = 0;
  }
}

class NumberSequence implements ISequence {
  readonly #numbers: readonly number[];

  constructor(numbers: readonly number[]) {
    this.#numbers = numbers;
  }

  get length(): number {
    return this.#numbers.length;
  }

  getElement(index: number): number {
    return this.#numbers[index]!;
  }

  isStronglyEqual(index1: number, index2: number): boolean {
    return this.#numbers[index1] === this.#numbers[index2];
  }
}

/** A part of a sequence. */
export class Slice implements ISequence {
  readonly start: number;
  readonly length: number;
  readonly #whole: ISequence;

  constructor(whole: ISequence, start: number, end: number) {
    this.#whole = whole;
    this.start = start;
    this.length = end - start;
  }

  getElement(index: number): number {
    return this.#whole.getElement(this.start + index);
  }

  isStronglyEqual(index1: number, index2: number): boolean {
    return this.#whole.isStronglyEqual(this.start + index1, this.start + index2);
  }

  part(start: number, end: number): Slice {
    return new Slice(this.#whole, this.start + start, this.start + end);
  }

  range(): OffsetRange {
    return new OffsetRange(this.start, this.start + this.length);
  }
}

export function withoutCommonEnds(a: Slice, b: Slice): [Slice, Slice] {
  const shorter = Math.min(a.length, b.length);
  let head = 0;
  while (head < shorter && a.getElement(head) === b.getElement(head)) head++;
  let tail = 0;
  while (tail < shorter - head && a.getElement(a.length - 1 - tail) === b.getElement(b.length - 1 - tail)) {
    tail++;
  }
  return [a.part(head, a.length - tail), b.part(head, b.length - tail)];
}

function withSpaceChanges(
  before: readonly string[],
  after: readonly string[],
  diffs: SequenceDiff[],
): Change[] {
  const changes: Change[] = [];
  let [i, j] = [0, 0];
  const scan = (end: number): void => {
    for (; i < end; i++, j++) {
      if (before[i] === after[j]) continue;
      changes.push({ before: { start: i, end: i + 1 }, after: { start: j, end: j + 1 } });
    }
  };
  for (const diff of diffs) {
    scan(diff.seq1Range.start);
    changes.push(toChange(diff));
    [i, j] = [diff.seq1Range.endExclusive, diff.seq2Range.endExclusive];
  }
  scan(before.length);
  return changes;
}

function toChange({ seq1Range, seq2Range }: SequenceDiff): Change {
  return {
    before: { start: seq1Range.start, end: seq1Range.endExclusive },
    after: { start: seq2Range.start, end: seq2Range.endExclusive },
  };
}
