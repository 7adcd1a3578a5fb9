import {
  foldUnchanged,
  type LineRange,
  type Review,
  type ReviewHunk,
  type Span,
  splitLines,
} from "@idebridge/review";
import type { ShownText } from "../screenState.ts";

/** A line of one of the texts. */
export interface LineRef {
  readonly source: "before" | "after" | "edited";
  /** Of its source, from 0. */
  readonly index: number;
  /** As it is shown, from 1. */
  readonly number: number;
}

/** What takes one row, or several when it is wrapped. */
export type DiffItem =
  | { readonly kind: "fold"; readonly count: number; readonly start: number }
  | {
      readonly kind: "line";
      /** Of the hunks, where it is part of one. */
      readonly hunk: number | undefined;
      readonly left?: LineRef;
      readonly right?: LineRef;
    };

/** A place that is the same in every arrangement: so many lines into a hunk, or into what lies before that hunk. */
export interface Anchor {
  readonly hunk: number;
  readonly isInside: boolean;
  readonly offset: number;
}

interface Block {
  readonly first: number;
  readonly count: number;
  readonly kind: "hunk" | "unchanged" | "folded";
  /** The hunk, or the one that comes next. */
  readonly hunk: number;
  /** Of the block, in the lines that lie before the next hunk. */
  readonly offset: number;
  readonly before: LineRange;
  readonly after: LineRange;
  /** The number of the first line on the right. */
  readonly rightNumber: number;
}

export interface Folding {
  readonly unfoldsAll: boolean;
  readonly unfolded: ReadonlySet<number>;
}

export type Arrangement = "unified" | "sideBySide" | "text";

const allUnfolded: Folding = { unfoldsAll: true, unfolded: new Set() };

/**
 * The rows of a diff, each made when it is looked at: only the blocks are known beforehand, a few for each hunk,
 * however long the texts are.
 */
export class DiffItems {
  readonly arrangement: Arrangement;
  readonly count: number;
  readonly hunks: readonly ReviewHunk[];
  readonly beforeLines: readonly string[];
  readonly afterLines: readonly string[];
  readonly #shown: ShownText;
  readonly #blocks: readonly Block[];
  readonly #edited: ReadonlyMap<number, readonly string[]>;

  private constructor(
    texts: Pick<Review, "beforeLines" | "afterLines" | "hunks">,
    shown: ShownText,
    arrangement: Arrangement,
    folding: Folding,
  ) {
    this.arrangement = arrangement;
    this.#shown = shown;
    this.hunks = texts.hunks;
    this.beforeLines = texts.beforeLines;
    this.afterLines = texts.afterLines;
    this.#edited = new Map(
      texts.hunks.flatMap(({ edited }, index) =>
        edited === undefined ? [] : [[index, splitLines(edited)] as const],
      ),
    );
    this.#blocks = this.#arrange(folding);
    const last = this.#blocks.at(-1);
    this.count = last ? last.first + last.count : 0;
  }

  /** The hunks and the lines around them. */
  static difference(review: Review, sideBySide: boolean, folding: Folding): DiffItems {
    return new DiffItems(review, "difference", sideBySide ? "sideBySide" : "unified", folding);
  }

  /** One of the texts, whole. */
  static text(review: Review, shown: Exclude<ShownText, "difference">): DiffItems {
    return new DiffItems(review, shown, "text", allUnfolded);
  }

  /** A text that is not compared with anything. */
  static plain(lines: readonly string[]): DiffItems {
    return new DiffItems({ beforeLines: lines, afterLines: lines, hunks: [] }, "new", "text", allUnfolded);
  }

  /** The same with everything unfolded, to search in. */
  unfolded(): DiffItems {
    return new DiffItems(this, this.#shown, this.arrangement, allUnfolded);
  }

  itemAt(index: number): DiffItem {
    const block = this.#blockAt(index);
    const offset = index - block.first;
    if (block.kind === "folded") {
      return { kind: "fold", count: block.before.end - block.before.start, start: block.before.start };
    }
    return block.kind === "hunk" ? this.#hunkItem(block, offset) : this.#unchangedItem(block, offset);
  }

  textOf({ source, index }: LineRef, hunk: number | undefined): string {
    if (source === "before") return this.beforeLines[index] ?? "";
    if (source === "after") return this.afterLines[index] ?? "";
    return this.#edited.get(hunk ?? -1)?.[index] ?? "";
  }

  /** What has changed inside a line, by columns. */
  innerOf({ source, index }: LineRef, hunk: number | undefined): readonly Span[] {
    const { inner, edited } = this.hunks[hunk ?? -1] ?? {};
    // What the user wrote was compared with nothing.
    if (inner === undefined || edited !== undefined || source === "edited") return [];
    return spansOf(source === "before" ? inner.before : inner.after, index);
  }

  /** The hunk that a decision there is about: the one it is in, else the next one, else the last. */
  hunkAt(index: number): number | undefined {
    if (this.hunks.length === 0) return undefined;
    return Math.min(this.count === 0 ? 0 : this.#blockAt(index).hunk, this.hunks.length - 1);
  }

  isInHunk(index: number, hunk: number): boolean {
    const block = this.#blockAt(index);
    return block.kind === "hunk" && block.hunk === hunk;
  }

  /** Where a hunk begins; in a text that has nothing of it, the line after. */
  firstItemOf(hunk: number): number {
    return this.itemFor({ hunk, isInside: true, offset: 0 });
  }

  lastItemOf(hunk: number): number {
    const block = this.#blocks.find((each) => each.kind === "hunk" && each.hunk === hunk);
    return block ? block.first + Math.max(0, block.count - 1) : 0;
  }

  anchorOf(index: number): Anchor {
    if (this.count === 0) return { hunk: 0, isInside: false, offset: 0 };
    const block = this.#blockAt(index);
    const isInside = block.kind === "hunk";
    const into = block.kind === "folded" ? 0 : index - block.first;
    return { hunk: block.hunk, isInside, offset: isInside ? into : block.offset + into };
  }

  itemFor({ hunk, isInside, offset }: Anchor): number {
    let found: Block | undefined;
    for (const block of this.#blocks) {
      if (block.hunk > hunk) break;
      if (block.hunk < hunk || (block.kind !== "hunk" && isInside)) found = block;
      else if ((block.kind === "hunk") === isInside && (isInside || block.offset <= offset)) found = block;
    }
    if (found === undefined || this.count === 0) return 0;
    const isHere = found.hunk === hunk && (found.kind === "hunk") === isInside;
    const into = isHere ? (isInside ? offset : offset - found.offset) : Math.max(0, found.count - 1);
    const within = found.kind === "folded" ? 0 : Math.min(into, Math.max(0, found.count - 1));
    return Math.min(found.first + within, this.count - 1);
  }

  #arrange({ unfoldsAll, unfolded }: Folding): Block[] {
    const blocks: Block[] = [];
    const options = unfoldsAll ? { smallestFold: Number.POSITIVE_INFINITY } : {};
    let [first, hunk, offset, rightNumber] = [0, 0, 0, 1];
    for (const section of foldUnchanged(this.hunks, this.beforeLines.length, options)) {
      const { before, after } = section;
      const isOpen = section.kind === "folded" && unfolded.has(before.start);
      const kind = isOpen ? "unchanged" : section.kind;
      const rightCount = kind === "hunk" ? this.#rightCount(hunk) : before.end - before.start;
      const count = kind === "folded" ? 1 : kind === "hunk" ? this.#hunkRows(hunk, rightCount) : rightCount;
      blocks.push({ first, count, kind, hunk, offset, before, after, rightNumber });
      first += count;
      rightNumber += rightCount;
      offset = section.kind === "hunk" ? 0 : offset + rightCount;
      if (section.kind === "hunk") hunk++;
    }
    return blocks;
  }

  /** How many lines the right side has of a hunk: what is proposed or what the user wrote, or what it shows alone. */
  #rightCount(index: number): number {
    const { before, after, decision } = this.hunks[index]!;
    if (this.#shown === "old" || (this.#shown === "result" && decision !== "accepted"))
      return before.end - before.start;
    const edited = this.#shown === "new" ? undefined : this.#edited.get(index);
    return edited?.length ?? after.end - after.start;
  }

  #hunkRows(index: number, rightCount: number): number {
    const { before } = this.hunks[index]!;
    const leftCount = before.end - before.start;
    if (this.arrangement === "text") return rightCount;
    return this.arrangement === "unified" ? leftCount + rightCount : Math.max(leftCount, rightCount);
  }

  #hunkItem({ hunk, before, rightNumber }: Block, offset: number): DiffItem {
    const leftCount = before.end - before.start;
    const rightCount = this.#rightCount(hunk);
    const left = (at: number): LineRef => ({
      source: "before",
      index: before.start + at,
      number: before.start + at + 1,
    });
    const right = (at: number): LineRef => ({ ...this.#rightRef(hunk, at), number: rightNumber + at });
    if (this.arrangement === "sideBySide") {
      return {
        kind: "line",
        hunk,
        ...(offset < leftCount && { left: left(offset) }),
        ...(offset < rightCount && { right: right(offset) }),
      };
    }
    if (this.arrangement === "text") return { kind: "line", hunk, right: right(offset) };
    return offset < leftCount
      ? { kind: "line", hunk, left: left(offset) }
      : { kind: "line", hunk, right: right(offset - leftCount) };
  }

  #rightRef(index: number, at: number): Omit<LineRef, "number"> {
    const { before, after, decision } = this.hunks[index]!;
    if (this.#shown === "old" || (this.#shown === "result" && decision !== "accepted")) {
      return { source: "before", index: before.start + at };
    }
    if (this.#shown !== "new" && this.#edited.has(index)) return { source: "edited", index: at };
    return { source: "after", index: after.start + at };
  }

  #unchangedItem({ before, after, rightNumber }: Block, offset: number): DiffItem {
    const left: LineRef = {
      source: "before",
      index: before.start + offset,
      number: before.start + offset + 1,
    };
    const right: LineRef = { source: "after", index: after.start + offset, number: rightNumber + offset };
    if (this.arrangement !== "text") return { kind: "line", hunk: undefined, left, right };
    return { kind: "line", hunk: undefined, right: this.#shown === "old" ? left : right };
  }

  /** Blocks without rows are never found. */
  #blockAt(index: number): Block {
    let [low, high] = [0, this.#blocks.length - 1];
    while (low < high) {
      const middle = (low + high + 1) >> 1;
      if (this.#blocks[middle]!.first <= index) low = middle;
      else high = middle - 1;
    }
    while (low > 0 && this.#blocks[low]!.count === 0) low--;
    const block = this.#blocks[low];
    if (block === undefined) throw new RangeError(`There is no row ${index}`);
    return block;
  }
}

/** The spans of one line: they are in the order of the lines, and there may be very many. */
function spansOf(spans: readonly Span[], line: number): readonly Span[] {
  let [low, high] = [0, spans.length];
  while (low < high) {
    const middle = (low + high) >> 1;
    if (spans[middle]![0] < line) low = middle + 1;
    else high = middle;
  }
  let end = low;
  while (end < spans.length && spans[end]![0] === line) end++;
  return spans.slice(low, end);
}
