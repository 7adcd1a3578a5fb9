import type { Review } from "@idebridge/review";
import { itemsOf } from "../diff/diffGeometry.ts";
import { keyOf, pathOf, reviewOf, withReview } from "../diff/openDiff.ts";
import { tallyOf } from "../diff/tally.ts";
import type { Action } from "../keys/keyTable.ts";
import type { OpenDiff, ScreenState } from "../screenState.ts";
import { notice, type Step, step, withDiff } from "../step.ts";
import { atHunk } from "./moveInDiff.ts";
import { askToReject, isSettled, sendDecision } from "./sendDecision.ts";

export function decide(state: ScreenState, diff: OpenDiff, action: Action): Step {
  switch (action) {
    case "acceptHunk":
      return step(decideHunk(state, diff, "accepted"));
    case "rejectHunk":
      return step(decideHunk(state, diff, "rejected"));
    case "toggleHunk":
      return step(decideHunk(state, diff, "next"));
    case "undo": {
      const review = reviewOf(diff);
      if (!review?.canUndo) return step(notice(state, "There is nothing to undo"));
      return step(withDiff(state, withReview(diff, review.undo(), state)));
    }
    case "acceptFile":
      return sendDecision(state, diff);
    case "rejectFile":
      return askToReject(state, diff);
    case "rejectWithMessage":
      if (diff.subject.kind === "change")
        return step(notice(state, "A change is taken back without a message"));
      return step({ ...state, question: { kind: "text", about: "message", text: "", cursor: 0 } });
    case "editResult":
      return editResult(state, diff);
    default:
      return step(state);
  }
}

function decideHunk(
  state: ScreenState,
  diff: OpenDiff,
  wanted: "accepted" | "rejected" | "next",
): ScreenState {
  const review = reviewOf(diff);
  const items = itemsOf(diff);
  const index = items?.hunkAt(diff.cursor);
  if (!review || !items || index === undefined) return notice(state, "There are no hunks to decide about");
  const hunk = review.hunks[index]!;
  if (isSettled(diff, hunk.id)) return notice(state, "This hunk was taken back already");
  const order = { undecided: "accepted", accepted: "rejected", rejected: "undecided" } as const;
  const decision = wanted === "next" ? order[hunk.decision] : wanted;
  const decided = withReview(diff, review.decide(hunk.id, decision), state);
  if (wanted === "next") return withDiff(state, decided);
  const open = nextUndecided(reviewOf(decided)!, index);
  const next = itemsOf(decided);
  if (open === undefined || !next) {
    const key = state.options.keys.keyOf("acceptFile");
    const isAlone = review.hunks.length === 1;
    return notice(
      withDiff(state, decided),
      `${isAlone ? "Decided" : "All hunks are decided"}: ${key} sends it`,
    );
  }
  return withDiff(state, atHunk(state, decided, next, open));
}

function nextUndecided({ hunks }: Review, from: number): number | undefined {
  for (let step = 1; step < hunks.length; step++) {
    const index = (from + step) % hunks.length;
    if (hunks[index]!.decision === "undecided") return index;
  }
  return undefined;
}

function editResult(state: ScreenState, diff: OpenDiff): Step {
  const { subject } = diff;
  if (subject.kind === "change") {
    return step(notice(state, "This is written already: edit the file itself, or take hunks back"));
  }
  const review = reviewOf(diff);
  if (!review) return step(notice(state, "There is nothing to edit yet", "warning"));
  // With nothing decided, the proposal is what one wants to improve.
  const tally = tallyOf(review);
  const start = tally.accepted + tally.rejected === 0 ? review.decide("all", "accepted") : review;
  const hunk = itemsOf(diff)?.hunkAt(diff.cursor);
  const line = hunk === undefined ? 1 : resultLine(start, hunk);
  return step(state, {
    type: "edit",
    key: keyOf(subject),
    path: pathOf(subject),
    text: start.resultText(),
    line,
  });
}

/** Where a hunk begins in the result, from 1. */
function resultLine(review: Review, hunk: number): number {
  const shift = review.hunks.slice(0, hunk).reduce((sum, { decision, before, after, edited }) => {
    if (decision !== "accepted") return sum;
    const lines = edited === undefined ? after.end - after.start : edited.split("\n").length - 1;
    return sum + lines - (before.end - before.start);
  }, 0);
  return review.hunks[hunk]!.before.start + shift + 1;
}
