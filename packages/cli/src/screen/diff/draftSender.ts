import type { PendingReview } from "@idebridge/headless";
import type { ReviewData } from "@idebridge/review";
import type { Message } from "../messages.ts";
import type { ScreenState } from "../screenState.ts";
import { keyOf, reviewOf } from "./openDiff.ts";

/** Decisions within this time are told together. */
const togetherMilliseconds = 100;

/** Tells the other front ends what the user has decided of a review so far. */
export class DraftSender {
  readonly #send: (of: PendingReview, draft: ReviewData) => void;
  #timer: NodeJS.Timeout | undefined;

  constructor(send: (of: PendingReview, draft: ReviewData) => void) {
    this.#send = send;
  }

  /** Looks whether this message was a decision of the user. */
  happened(message: Message, before: ScreenState, after: ScreenState): void {
    const isByUser = message.type === "input" || message.type === "mouse" || message.type === "edited";
    const [known, review, subject] = [reviewOf(before.diff), reviewOf(after.diff), after.diff?.subject];
    if (!isByUser || !known || !review || known === review || subject?.kind !== "review") return;
    if (keyOf(before.diff!.subject) !== keyOf(subject)) return;
    clearTimeout(this.#timer);
    this.#timer = setTimeout(() => this.#send(subject.review, review.toJSON()), togetherMilliseconds);
  }

  close(): void {
    clearTimeout(this.#timer);
  }
}
