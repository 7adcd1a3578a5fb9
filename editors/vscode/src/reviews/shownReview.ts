import { exactEdit, Review, type ReviewHunk, splitLines } from "@idebridge/review";
import type { Client, Decision, Proposal } from "@idebridge/sdk";
import { Range, type TextDocument, type Uri, WorkspaceEdit, workspace } from "vscode";
import { originalScheme, proposalScheme, reviewUri } from "./reviewUris.ts";

/** A hunk with the place where it is on the right side now. */
export interface ShownHunk {
  readonly id: number;
  readonly line: number;
  readonly isRejected: boolean;
  /** The user has said yes to it. One that nobody has said anything about is part of what is accepted, too. */
  readonly isConfirmed: boolean;
}

/** A proposal as a diff on the screen. Its right side is what will be accepted. */
export class ShownReview {
  readonly proposal: Proposal;
  readonly client: Client;
  readonly original: string;
  readonly originalUri: Uri;
  readonly proposalUri: Uri;
  readonly isNewFile: boolean;
  readonly decided: Promise<Decision>;
  #settle!: (decision: Decision) => void;
  #fail!: (error: unknown) => void;
  #isOver = false;
  #review: Review;
  readonly #confirmed = new Set<number>();
  /** The text of the right side for which `#review` stands, as VS Code shows it. */
  #shown: string | undefined;

  /** `id` is never used twice in a window: VS Code tells of a closed tab some time after it was closed. */
  constructor(id: number, proposal: Proposal, client: Client, original: string | undefined) {
    this.proposal = proposal;
    this.client = client;
    this.isNewFile = original === undefined || proposal.oldPath !== proposal.path;
    this.original = original ?? "";
    this.originalUri = reviewUri(originalScheme, id, proposal.path);
    this.proposalUri = reviewUri(proposalScheme, id, proposal.path);
    this.#review = Review.start(this.original, proposal.contents).decide("all", "accepted");
    this.decided = new Promise((resolve, reject) => {
      this.#settle = resolve;
      this.#fail = reject;
    });
  }

  get isOver(): boolean {
    return this.#isOver;
  }

  /** Ends the review; only the first time counts. */
  end(decision: Decision): void {
    this.#isOver = true;
    this.#settle(decision);
  }

  /** It could not be shown: nobody can decide. */
  fail(error: unknown): void {
    this.#isOver = true;
    this.#fail(error);
  }

  /**
   * Accepts what is on the right side for the file as it is now: what the user has written there since stays. `overwrites` is
   * asked when that meets the proposal.
   */
  async accept(current: string, overwrites: () => Promise<boolean>): Promise<void> {
    const document = this.#document();
    if (document) this.#takeEdits(document);
    const { review, conflicts } = this.#review.rebase(current);
    if (conflicts.length > 0 && !(await overwrites())) return;
    this.end({ outcome: "accepted", contents: review.decide(conflicts, "accepted").resultText() });
  }

  reject(): void {
    this.end({ outcome: "rejected" });
  }

  /** The right side is on the screen: from here on, what differs from this is the user's. */
  opened(document: TextDocument): void {
    this.#shown ??= document.getText();
  }

  hunks(document: TextDocument): readonly ShownHunk[] {
    this.#takeEdits(document);
    const lines = firstLines(this.#review);
    return this.#review.hunks.map(({ id, decision }, index) => ({
      id,
      line: lines[index]!,
      isRejected: decision === "rejected",
      isConfirmed: this.#confirmed.has(id),
    }));
  }

  acceptPart(id: number): Promise<void> {
    this.#confirmed.add(id);
    return this.#decideHunk(id, "accepted");
  }

  rejectPart(id: number): Promise<void> {
    this.#confirmed.delete(id);
    return this.#decideHunk(id, "rejected");
  }

  async #decideHunk(id: number, decision: ReviewHunk["decision"]): Promise<void> {
    const document = this.#document();
    if (document === undefined) return;
    this.#takeEdits(document);
    const before = this.#review;
    const index = before.hunks.findIndex((hunk) => hunk.id === id);
    if (index < 0) return;
    const after = before.decide(id, decision);
    this.#review = after;
    const [old, wanted] = [before.resultOf(id), after.resultOf(id)];
    if (old === wanted) return;
    const line = firstLines(before)[index]!;
    const edit = new WorkspaceEdit();
    const range = document.validateRange(new Range(line, 0, line + splitLines(old).length, 0));
    edit.replace(document.uri, range, wanted);
    await workspace.applyEdit(edit);
    this.#shown = document.getText();
  }

  /** What the user has typed on the right side becomes part of the review. */
  #takeEdits(document: TextDocument): void {
    const text = document.getText();
    this.#shown ??= text;
    if (text === this.#shown) return;
    this.#review = this.#review.editResult(exactEdit(this.#review.resultText(), this.#shown, text));
    this.#shown = text;
  }

  #document(): TextDocument | undefined {
    const uri = this.proposalUri.toString();
    return workspace.textDocuments.find((document) => document.uri.toString() === uri);
  }
}

/** Where each hunk begins in the result. */
function firstLines(review: Review): readonly number[] {
  let shift = 0;
  return review.hunks.map(({ id, before }) => {
    const line = before.start + shift;
    shift += splitLines(review.resultOf(id)).length - (before.end - before.start);
    return line;
  });
}
