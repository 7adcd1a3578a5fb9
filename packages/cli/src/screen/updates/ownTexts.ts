import type { PendingReview } from "@idebridge/headless";
import { reviewKey, reviewOf } from "../diff/openDiff.ts";
import type { Effect, Message } from "../messages.ts";
import type { ScreenState } from "../screenState.ts";
import { notice, type Step, step } from "../step.ts";
import { logged } from "./logged.ts";
import { isSame } from "./updateList.ts";

/** Why a review is over that ended while there was no connection. */
export const reviewGone = "idebridge does not know its review any more";

/** The user has written something into a review: the file in which it stands is kept until that is decided. */
export function withOwnText(state: ScreenState, review: PendingReview, file: string): Step {
  const { state: without, effects } = withoutOwnText(state, review);
  return { state: { ...without, ownTexts: [...without.ownTexts, { review, file, isOver: false }] }, effects };
}

/** A review is over without a decision of the user: they are told where their text is. */
export function ownTextUndecided(state: ScreenState, review: PendingReview, why: string): ScreenState {
  const own = state.ownTexts.find((each) => !each.isOver && isSame(each.review, review));
  if (own === undefined) return state;
  const ownTexts = state.ownTexts.map((each) => (each === own ? { ...own, isOver: true } : each));
  return toldWhere({ ...state, ownTexts }, own.file, why);
}

/** After a time without connection: texts of reviews that are not there any more. */
export function ownTextsGone(state: ScreenState): ScreenState {
  const gone = state.ownTexts.filter(({ review }) => !state.reviews.some((each) => isSame(each, review)));
  return gone.reduce((told, { review }) => ownTextUndecided(told, review, reviewGone), state);
}

/** What was written in another front end, which may be gone: nobody has a file of it. */
export function keepDrafted(state: ScreenState, review: PendingReview, why: string): readonly Effect[] {
  if (state.ownTexts.some((own) => isSame(own.review, review))) return [];
  const diff = [state.diff, state.drafts.get(reviewKey(review.id))].find(
    (each) => each?.subject.kind === "review" && isSame(each.subject.review, review),
  );
  const drafted = reviewOf(diff);
  const isWritten = drafted?.hunks.some(
    ({ decision, edited }) => decision !== "rejected" && edited !== undefined,
  );
  if (!drafted || !isWritten) return [];
  const text = drafted.decide("undecided", "accepted").resultText();
  return [{ type: "keepText", review, text, why }];
}

export function textKept(
  state: ScreenState,
  { review, file, why }: Extract<Message, { type: "textKept" }>,
): ScreenState {
  const ownTexts = [...state.ownTexts, { review, file, isOver: true }];
  return toldWhere({ ...state, ownTexts }, file, why);
}

/** Notices pass: it is in the log as well. */
export function toldWhere(state: ScreenState, file: string, why: string): ScreenState {
  const message = `Your text is in ${file} (${why})`;
  return notice(logged(state, { type: "warning", message }), message, "warning");
}

/** It is decided: the text is needed no more. */
export function withoutOwnText(state: ScreenState, review: PendingReview): Step {
  const [gone, ownTexts] = [
    state.ownTexts.filter((own) => isSame(own.review, review)),
    state.ownTexts.filter((own) => !isSame(own.review, review)),
  ];
  return step({ ...state, ownTexts }, ...gone.map(({ file }) => ({ type: "forgetFile", file }) as const));
}
