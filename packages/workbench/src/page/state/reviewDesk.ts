import type { AcceptedHunks, ReviewTexts } from "@idebridge/headless/protocol";
import { Review, type ReviewData } from "@idebridge/review";
import { computed, signal } from "@preact/signals";
import { editShown } from "../diff/shownReview.ts";
import { startReview } from "../diff/startReview.ts";
import { DiffDesk, firstOpen } from "./diffDesk.ts";

/** A review that has just appeared does not take keys meant for what was there before. */
const keyPauseMilliseconds = 400;

/** One review on the screen: what is decided of it so far. */
export class ReviewDesk extends DiffDesk {
  readonly texts: ReviewTexts;
  readonly isEditing = signal(false);
  readonly takesKeys = signal(false);
  readonly appearedAt = performance.now();
  readonly progress = computed(() => {
    const { hunks } = this.review.value;
    const of = (decision: string) => hunks.filter((hunk) => hunk.decision === decision).length;
    return { total: hunks.length, accepted: of("accepted"), rejected: of("rejected"), open: of("undecided") };
  });
  /** Text in the editor that is not in the review yet; read when it is wanted. */
  pendingText: (() => string) | undefined;
  readonly #undo: Review[] = [];
  readonly #changed: (desk: ReviewDesk) => void;

  private constructor(texts: ReviewTexts, review: Review, changed: (desk: ReviewDesk) => void) {
    super(review);
    this.texts = texts;
    this.#changed = changed;
    setTimeout(() => (this.takesKeys.value = true), keyPauseMilliseconds);
  }

  static async open(texts: ReviewTexts, changed: (desk: ReviewDesk) => void): Promise<ReviewDesk> {
    const { base = "", original = "", proposal, hunks } = texts;
    const draft = texts.draft && fromDraft(texts.draft);
    const review = draft ?? (await startReview(base, proposal.contents, hunks));
    // What cannot be read is no text to go by.
    const present = texts.review.problem === undefined ? original : review.before;
    return new ReviewDesk(texts, review.rebase(present).review, changed);
  }

  get id(): number {
    return this.texts.review.id;
  }

  /** Why no diff can be shown; it can be accepted or rejected as a whole. */
  get problem(): string | undefined {
    return this.texts.review.problem;
  }

  /** As it is told to the others. */
  get acceptedHunks(): AcceptedHunks {
    const { accepted, total } = this.progress.value;
    const isEdited = ({ decision, edited }: { decision: string; edited?: string | undefined }) =>
      decision === "accepted" && edited !== undefined;
    return { accepted, total, edited: this.review.value.hunks.filter(isEdited).length };
  }

  /** Whether anything of what is shown was written by the user. */
  get hasOwnText(): boolean {
    return this.review.value.hunks.some(
      ({ decision, edited }) => decision !== "rejected" && edited !== undefined,
    );
  }

  /** The first hunk that meets a change on disk and is to be decided again. */
  get conflict(): number | undefined {
    return this.review.value.openConflicts[0]?.id;
  }

  get canUndo(): boolean {
    return this.#undo.length > 0;
  }

  /** Decides a hunk and goes to the next one that is open. */
  decideHunk(id: number, decision: "accepted" | "rejected" | "undecided"): void {
    this.settle();
    this.#become(this.review.value.decide(id, decision));
    if (decision === "undecided") this.current.value = id;
    else this.current.value = (firstOpen(this.review.value, id) ?? firstOpen(this.review.value))?.id ?? id;
  }

  decideRest(decision: "accepted" | "rejected"): void {
    this.settle();
    this.#become(this.review.value.decide("undecided", decision));
  }

  undo(): void {
    this.settle();
    const last = this.#undo.pop();
    if (!last) return;
    this.review.value = last;
    this.#changed(this);
  }

  /** Takes over what was typed into the editor. */
  settle(): void {
    const text = this.pendingText?.();
    this.pendingText = undefined;
    if (text === undefined) return;
    const edited = editShown(this.review.value, text);
    if (edited.hunks !== this.review.value.hunks) this.#become(edited);
  }

  /** What another page has decided of it. */
  take(draft: ReviewData | null): void {
    const { base = "", proposal } = this.texts;
    const review = draft === null ? Review.start(base, proposal.contents) : fromDraft(draft);
    // Where it was decided, the file may not yet have been seen as it is here.
    if (review) this.review.value = review.rebase(this.review.value.before).review;
  }

  /** The file has changed on disk: what fits goes on, what does not is to be decided again. */
  rebase(before: string): number {
    const { review } = this.review.value.rebase(before);
    this.#undo.length = 0;
    this.review.value = review;
    return review.openConflicts.length;
  }

  #become(review: Review): void {
    this.#undo.push(this.review.value);
    this.review.value = review;
    this.#changed(this);
  }
}

function fromDraft(draft: ReviewData): Review | undefined {
  try {
    return Review.from(draft);
  } catch {
    return undefined;
  }
}
