import type { PendingReview } from "@idebridge/headless";
import type { ScreenState } from "../screenState.ts";
import { notice, type Step, step } from "../step.ts";
import { logged } from "./logged.ts";
import { isSame } from "./updateList.ts";

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
  return gone.reduce(
    (told, { review }) => ownTextUndecided(told, review, "idebridge does not know its review any more"),
    state,
  );
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
