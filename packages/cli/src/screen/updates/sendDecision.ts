import { type AcceptedHunks, counted, isNotRevertible } from "@idebridge/headless";
import { doubtAbout } from "../../unannounced.ts";
import { reviewOf } from "../diff/openDiff.ts";
import { acceptedOf, tallyOf } from "../diff/tally.ts";
import type { OpenDiff, ScreenState } from "../screenState.ts";
import { notice, type Step, step, withDiff } from "../step.ts";
import { atHunk } from "./moveInDiff.ts";
import { notTakenBack } from "./notTakenBack.ts";

/** Sends what was decided. Asks once what becomes of hunks without a decision. */
export function sendDecision(state: ScreenState, diff: OpenDiff, undecided?: "accepted" | "rejected"): Step {
  const { subject, content } = diff;
  if (content.kind === "opaque" && subject.kind === "review" && content.proposed !== undefined) {
    return sendReview(state, diff, content.proposed);
  }
  if (content.kind === "opaque") return sendChange(state, diff, []);
  if (content.kind !== "ready")
    return step(notice(state, "Not yet: the texts are still being compared", "warning"));
  const tally = tallyOf(content.review);
  const [conflict] = content.review.openConflicts;
  if (conflict !== undefined) {
    const first = content.review.hunks.indexOf(conflict);
    const message = "The file has changed where this hunk is: decide about it first";
    return step(notice(withDiff(state, atHunk(state, diff, content.items, first)), message, "warning"));
  }
  const isStarted = content.review.hunks.some(
    ({ id, decision }) => decision !== "undecided" && !isSettled(diff, id),
  );
  if (tally.undecided > 0 && isStarted && undecided === undefined)
    return askAboutUndecided(withDiff(state, atUndecided(state, diff)), diff, tally.undecided);
  const rest = undecided ?? "accepted";
  const review = tally.undecided > 0 ? content.review.decide("undecided", rest) : content.review;
  if (subject.kind === "change") {
    return sendChange(
      state,
      diff,
      review.hunks.filter(({ decision }) => decision === "rejected").map(({ id }) => id),
    );
  }
  const isRejected = tally.total > 0 && review.hunks.every(({ decision }) => decision === "rejected");
  return sendReview(state, diff, isRejected ? undefined : review.finalText(), {
    hunks: acceptedOf(review),
  });
}

/** What is asked about is on the screen. */
function atUndecided(state: ScreenState, diff: OpenDiff): OpenDiff {
  if (diff.content.kind !== "ready") return diff;
  const { review, items } = diff.content;
  const first = review.hunks.findIndex(({ decision }) => decision === "undecided");
  return atHunk(state, diff, items, first);
}

function askAboutUndecided(state: ScreenState, { subject }: OpenDiff, count: number): Step {
  const hunks = count === 1 ? "1 hunk has no decision" : `${count} hunks have no decision`;
  const isReview = subject.kind === "review";
  return step({
    ...state,
    question: {
      kind: "choice",
      text: `${hunks}:`,
      choices: [
        { key: "a", label: isReview ? "accept" : "keep", does: { type: "send", undecided: "accepted" } },
        { key: "x", label: isReview ? "reject" : "take back", does: { type: "send", undecided: "rejected" } },
        { key: "esc", label: "go on deciding", does: { type: "cancel" } },
      ],
    },
  });
}

/** At once when nothing was decided and the change is surely the agent's; else it is asked. */
export function askToReject(state: ScreenState, diff: OpenDiff): Step {
  if (diff.subject.kind === "change" && diff.subject.change.state === "reverted") {
    return step(notice(state, "It was taken back already"));
  }
  if (diff.subject.kind === "change" && isNotRevertible(diff.subject.change)) {
    return step(notTakenBack(state, [diff.subject.change]));
  }
  const review = reviewOf(diff);
  const tally = review && tallyOf(review);
  const doubt = diff.subject.kind === "change" ? doubtAbout([diff.subject.change]) : "";
  const isDecided = tally !== undefined && (tally.accepted > 0 || tally.edited > 0);
  if (!isDecided && doubt === "") return rejectFile(state, diff, undefined);
  const dropped = isDecided ? `, with ${counted(tally.accepted, "hunk")} that you have accepted` : "";
  const verb = diff.subject.kind === "review" ? "Reject" : "Take back";
  return step({
    ...state,
    question: {
      kind: "choice",
      text: `${verb} the whole file${dropped}${doubt}?`,
      choices: [
        { key: "y", label: "yes", does: { type: "reject" } },
        { key: "n", label: "no", does: { type: "cancel" } },
      ],
    },
  });
}

export function rejectFile(state: ScreenState, diff: OpenDiff, message: string | undefined): Step {
  return diff.subject.kind === "review"
    ? sendReview(state, diff, undefined, message === undefined ? {} : { message })
    : sendChange(state, diff, "all");
}

function sendReview(
  state: ScreenState,
  diff: OpenDiff,
  contents: string | undefined,
  details: { readonly message?: string; readonly hunks?: AcceptedHunks } = {},
): Step {
  if (diff.subject.kind !== "review") return step(state);
  const { id } = diff.subject.review;
  const review = reviewOf(diff);
  const basis = contents === undefined || !review ? {} : { before: review.before };
  return step(withDiff(state, { ...diff, isSending: true }), {
    type: "decide",
    id,
    contents,
    ...basis,
    ...details,
  });
}

function sendChange(state: ScreenState, diff: OpenDiff, rejected: "all" | readonly number[]): Step {
  if (diff.subject.kind !== "change") return step(state);
  const { id, changedAt } = diff.subject.change;
  const total = reviewOf(diff)?.hunks.length;
  const wanted =
    rejected === "all" || rejected.length === total
      ? "all"
      : rejected.filter((hunk) => !isSettled(diff, hunk));
  const revert = wanted.length === 0 ? [] : wanted;
  const open = reviewOf(diff)?.hunks.filter((hunk) => !isSettled(diff, hunk.id)).length;
  const of = revert === "all" || revert.length === 0 || open === undefined ? {} : { of: open };
  return step(withDiff(state, { ...diff, isSending: true }), {
    type: "settle",
    id,
    changedAt,
    revert,
    ...of,
  });
}

/** Of a change, hunks that were taken back before cannot be kept any more. */
export function isSettled({ subject }: OpenDiff, id: number): boolean {
  return subject.kind === "change" && (subject.change.revertedHunks?.includes(id) ?? false);
}
