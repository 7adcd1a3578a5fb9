import { type DecidedReview, outcomeWords, type PendingReview } from "@idebridge/headless/protocol";
import { effect, signal } from "@preact/signals";
import { shownReview } from "../diff/shownReview.ts";
import type { ReviewDesk } from "./reviewDesk.ts";

/** What the user wrote into a review that ended without their decision. */
export interface OwnText {
  readonly key: string;
  readonly path: string;
  readonly text: string;
  readonly why: string;
}

const storageKey = "idebridge.ownTexts";

/** What the user wrote into reviews: nobody else may have it when those end. */
export class OwnTexts {
  /** Those whose reviews are over, until the user discards them. */
  readonly left;
  readonly #written = new Map<string, { readonly review: PendingReview; readonly text: string }>();

  constructor(storage: Pick<Storage, "getItem" | "setItem"> | undefined) {
    this.left = signal<readonly OwnText[]>(JSON.parse(storage?.getItem(storageKey) ?? "[]"));
    effect(() => {
      const texts = JSON.stringify(this.left.value);
      try {
        storage?.setItem(storageKey, texts);
      } catch {
        // Too long for the browser: it is there until the page is loaded anew.
      }
    });
  }

  remember(desk: ReviewDesk): void {
    const { review } = desk.texts;
    if (!desk.hasOwnText) this.#written.delete(keyOf(review));
    else this.#written.set(keyOf(review), { review, text: shownReview(desk.review.value).lines.join("") });
  }

  ended(review: PendingReview, how: Pick<DecidedReview, "outcome" | "by" | "isEdited" | "reason">): void {
    if (how.outcome === "withdrawn") this.#keep(review, outcomeWords(how, review.client.name));
    this.#written.delete(keyOf(review));
  }

  /** After a time without connection: what has become of the reviews. */
  compare(pending: readonly PendingReview[], history: readonly DecidedReview[]): void {
    const open = new Set(pending.map(keyOf));
    for (const [key, { review }] of this.#written) {
      const ended = history.find((each) => keyOf(each) === key);
      if (ended) this.ended(review, ended);
      else if (!open.has(key)) {
        this.#keep(review, "idebridge does not know it any more");
        this.#written.delete(key);
      }
    }
  }

  discard(key: string): void {
    this.left.value = this.left.value.filter((each) => each.key !== key);
  }

  #keep(review: PendingReview, why: string): void {
    const key = keyOf(review);
    const text = this.#written.get(key)?.text;
    if (text !== undefined) this.left.value = [...this.left.value, { key, path: review.path, text, why }];
  }
}

/** A restarted idebridge counts from 1 again. */
export function keyOf({ id, openedAt }: PendingReview): string {
  return `${id} ${openedAt}`;
}
