import type { Change } from "./alignLines.ts";
import { type CarriedEdit, carryOver, type Edit, withEdits } from "./carryOver.ts";
import { diffLines } from "./diffTexts.ts";
import { type Hunk, type LineRange, movedSpans, textIn } from "./hunk.ts";
import { HighlightBudget, innerSpans } from "./innerSpans.ts";
import { lineEnding, splitLines, staySeparate } from "./lines.ts";
import { regionsOfEdit } from "./regionsOfEdit.ts";
import { checkReviewData, type ReviewData } from "./reviewData.ts";

export type Decision = "undecided" | "accepted" | "rejected";

/** A hunk under review. Plain data. */
export interface ReviewHunk extends Hunk {
  readonly decision: Decision;
  /** What the user wrote instead of the proposed lines; counts when the hunk is accepted. */
  readonly edited?: string;
  /** The file changed on disk in this very place. `before` is what is there now: decide again. */
  readonly conflict?: true;
}

/** One hunk, several, all of them, or those without a decision. */
export type HunkChoice = number | readonly number[] | "all" | "undecided";

/** A hunk that conflicts with what is on disk needs a decision of its own before there is a final text. */
export class UnresolvedConflictError extends Error {
  override readonly name = "UnresolvedConflictError";
  readonly hunks: readonly number[];

  constructor(hunks: readonly number[]) {
    super(
      `The file has changed where ${hunks.length === 1 ? "a hunk is" : `${hunks.length} hunks are`} proposed`,
    );
    this.hunks = hunks;
  }
}

/** What became of a review when its file changed on disk. */
export interface Rebased {
  readonly review: Review;
  /** Ids, as they were before, of hunks that meet a change on disk. They are in the review, flagged. */
  readonly conflicts: readonly number[];
  /** Ids, as they were before, of hunks that the file on disk already has. They have left the review. */
  readonly applied: readonly number[];
}

/**
 * A proposal and what the user thinks of it. Never changes: each step gives a new review.
 * With every hunk accepted the final text is exactly `after`, with none exactly `before`, unless the user edited.
 */
export class Review {
  readonly before: string;
  readonly after: string;
  readonly beforeLines: readonly string[];
  readonly afterLines: readonly string[];
  readonly hunks: readonly ReviewHunk[];
  readonly #previous: Review | undefined;
  /** Of a rebased review that nobody has touched since: as the user last left it. */
  readonly #settled: Review | undefined;

  private constructor(
    before: readonly string[],
    after: readonly string[],
    hunks: readonly ReviewHunk[],
    { previous, settled }: { readonly previous?: Review; readonly settled?: Review } = {},
  ) {
    this.beforeLines = before;
    this.afterLines = after;
    this.before = previous?.before ?? before.join("");
    this.after = previous?.after ?? after.join("");
    this.hunks = hunks;
    this.#previous = previous;
    this.#settled = settled;
  }

  static start(before: string, after: string): Review {
    const [beforeLines, afterLines] = [splitLines(before), splitLines(after)];
    const hunks = before === after ? [] : diffLines(beforeLines, afterLines);
    return new Review(beforeLines, afterLines, hunks.map(undecided));
  }

  /** The same, where the texts were compared elsewhere. Throws a TypeError if the hunks do not fit them. */
  static undecided(before: string, after: string, hunks: readonly Hunk[]): Review {
    return Review.from({ before, after, hunks: hunks.map(undecided) });
  }

  /** From `toJSON`, perhaps from another process. Throws a TypeError if it does not fit together. */
  static from(data: ReviewData): Review {
    const lines = checkReviewData(data);
    return new Review(lines.before, lines.after, data.hunks);
  }

  /** Everything but what `undo` remembers. */
  toJSON(): ReviewData {
    return { before: this.before, after: this.after, hunks: this.hunks };
  }

  hunk(id: number): ReviewHunk {
    const hunk = this.hunks.find((each) => each.id === id);
    if (!hunk) throw new RangeError(`No hunk ${id}`);
    return hunk;
  }

  decide(which: HunkChoice, decision: Decision): Review {
    const chosen = this.#chosen(which);
    return this.#with(this.hunks.map((hunk) => (chosen.has(hunk.id) ? { ...hunk, decision } : hunk)));
  }

  /**
   * Accepts a hunk with the user's text in place of the proposed lines. A line that follows stays a line of its
   * own: a missing terminator is added. `undefined` takes the proposed lines again.
   */
  editHunk(id: number, text: string | undefined): Review {
    const { before } = this.hunk(id);
    const next = this.beforeLines[before.end];
    const isOpen = text !== undefined && text !== "" && !staySeparate(text, next);
    const edited = isOpen ? text + this.#usualEnding() : text;
    return this.#with(this.hunks.flatMap((hunk) => (hunk.id === id ? this.#edited(hunk, edited) : hunk)));
  }

  /**
   * Takes a whole text for the result, as it comes from the user's editor: the hunks that it changes are
   * accepted as edited, changes elsewhere become hunks of their own, the others keep their decisions.
   */
  editResult(text: string): Review {
    const edited = splitLines(text);
    const regions = regionsOfEdit(this.hunks, this.beforeLines, (hunk) => this.#linesOf(hunk), edited);
    let nextId = this.hunks.reduce((highest, { id }) => Math.max(highest, id + 1), 0);
    return this.#with(
      regions.flatMap(({ hunks, before, after, edited: lines }) => {
        const [first, second] = hunks;
        if (first && !lines) return first;
        const isSame = first && !second && sameRange(first.before, before) && sameRange(first.after, after);
        const hunk = isSame ? first : this.#region(first?.id ?? nextId++, { before, after }, hunks);
        return this.#edited(hunk, textIn(edited, lines!));
      }),
    );
  }

  /** Hunks that meet a change on disk and have no decision since. */
  get openConflicts(): readonly ReviewHunk[] {
    return this.hunks.filter(({ conflict, decision }) => conflict && decision === "undecided");
  }

  get canUndo(): boolean {
    return this.#previous !== undefined;
  }

  /** As it was before the last step. */
  undo(): Review {
    return this.#previous ?? this;
  }

  /** The text as decided so far: what is not accepted stays as it was. */
  resultText(): string {
    const edits = this.hunks.map((hunk) => ({ range: hunk.before, lines: this.#linesOf(hunk) }));
    return withEdits(this.beforeLines, wholeOf(this.beforeLines), edits).join("");
  }

  /** The text to write. A hunk without a decision is not accepted; one in conflict must have a decision. */
  finalText(): string {
    const open = this.openConflicts;
    if (open.length > 0) throw new UnresolvedConflictError(open.map(({ id }) => id));
    return this.resultText();
  }

  /** What stands in the place of a hunk now. */
  resultOf(id: number): string {
    return this.#linesOf(this.hunk(id)).join("");
  }

  /**
   * The same review for a file that has changed on disk. It cannot be undone beyond this. A file that changes several
   * times is always compared with what the user decided about: one that was gone for a moment brings its hunks back.
   */
  rebase(before: string): Rebased {
    if (before === this.before) return { review: this, conflicts: [], applied: [] };
    if (this.#settled) return this.#settled.rebase(before);
    const lines = splitLines(before);
    const carried = carryOver(
      this.beforeLines,
      lines,
      this.hunks.map((hunk) => this.#proposedEdit(hunk)),
      () => true,
    );
    const open = carried.filter(({ kind }) => kind !== "applied");
    const after = withEdits(lines, wholeOf(lines), open);
    const rebased = new Review(lines, after, []);
    let shift = 0;
    const hunks = open.map((carriedEdit): ReviewHunk => {
      const { kind, edits, range, lines: proposed } = carriedEdit;
      const start = range.start + shift;
      shift += proposed.length - (range.end - range.start);
      const place = { before: range, after: { start, end: start + proposed.length } };
      const old = this.hunks[edits[0]!]!;
      return kind === "clean"
        ? moved(old, place)
        : rebased.#region(old.id, place, [this.#inConflict(carriedEdit)]);
    });
    const idsOf = (wanted: CarriedEdit["kind"]): number[] =>
      carried.flatMap(({ kind, edits }) => (kind === wanted ? edits.map((i) => this.hunks[i]!.id) : []));
    return {
      review: new Review(lines, after, hunks, { settled: this }),
      conflicts: idsOf("conflict"),
      applied: idsOf("applied"),
    };
  }

  #chosen(which: HunkChoice): ReadonlySet<number> {
    if (which === "all") return new Set(this.hunks.map(({ id }) => id));
    if (which === "undecided") {
      return new Set(this.hunks.filter(({ decision }) => decision === "undecided").map(({ id }) => id));
    }
    const ids = typeof which === "number" ? [which] : which;
    return new Set(ids.map((id) => this.hunk(id).id));
  }

  #with(hunks: readonly ReviewHunk[]): Review {
    return new Review(this.beforeLines, this.afterLines, hunks, { previous: this });
  }

  #linesOf({ decision, before, after, edited }: ReviewHunk): readonly string[] {
    if (decision !== "accepted") return this.beforeLines.slice(before.start, before.end);
    return edited === undefined ? this.afterLines.slice(after.start, after.end) : splitLines(edited);
  }

  /** The hunk with this text; none at all if nobody proposes anything there any more. */
  #edited({ edited: _, ...hunk }: ReviewHunk, text: string | undefined): ReviewHunk[] {
    const proposed = textIn(this.afterLines, hunk.after);
    const original = textIn(this.beforeLines, hunk.before);
    const isUnchanged = text === undefined ? proposed === original : text === original;
    if (isUnchanged) return proposed === original ? [] : [{ ...hunk, decision: "rejected" }];
    if (text === undefined || text === proposed) return [{ ...hunk, decision: "accepted" }];
    return [{ ...hunk, decision: "accepted", edited: text }];
  }

  /** One hunk in place of several, or of none. */
  #region(id: number, place: Change, hunks: readonly Partial<ReviewHunk>[]): ReviewHunk {
    const inner = innerSpans(this.beforeLines, this.afterLines, place, new HighlightBudget());
    const { decision = "undecided", edited } = hunks[0] ?? {};
    const conflict = hunks.some((hunk) => hunk.conflict);
    return {
      id,
      before: place.before,
      after: place.after,
      ...(inner && { inner }),
      decision,
      ...(edited !== undefined && { edited }),
      ...(conflict && { conflict }),
    };
  }

  #proposedEdit({ before, after, edited }: ReviewHunk): Edit {
    const lines = this.afterLines.slice(after.start, after.end);
    return { range: before, lines, isSpecial: edited !== undefined };
  }

  /** What remains of decisions about hunks that meet a change on disk: rejected stays rejected, an edit is kept. */
  #inConflict({ edits, base }: CarriedEdit): Partial<ReviewHunk> {
    const hunks = edits.map((edit) => this.hunks[edit]!);
    const isRejected = hunks.every(({ decision }) => decision === "rejected");
    const decision = isRejected ? "rejected" : "undecided";
    if (hunks.every(({ edited }) => edited === undefined)) return { decision, conflict: true };
    const texts = hunks.map((hunk) => ({
      range: hunk.before,
      lines: hunk.edited === undefined ? this.#proposedEdit(hunk).lines : [hunk.edited],
    }));
    return { decision, conflict: true, edited: withEdits(this.beforeLines, base, texts).join("") };
  }

  #usualEnding(): string {
    return lineEnding(this.beforeLines[0] ?? "") || lineEnding(this.afterLines[0] ?? "") || "\n";
  }
}

function undecided(hunk: Hunk): ReviewHunk {
  return { ...hunk, decision: "undecided" };
}

function moved(hunk: ReviewHunk, place: Change): ReviewHunk {
  const inner = hunk.inner && {
    before: movedSpans(hunk.inner.before, place.before.start - hunk.before.start),
    after: movedSpans(hunk.inner.after, place.after.start - hunk.after.start),
  };
  return { ...hunk, ...place, ...(inner && { inner }) };
}

function wholeOf(lines: readonly string[]): LineRange {
  return { start: 0, end: lines.length };
}

function sameRange(a: LineRange, b: LineRange): boolean {
  return a.start === b.start && a.end === b.end;
}
