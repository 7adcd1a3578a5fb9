import { decisionWords } from "@idebridge/headless";
import { Review } from "@idebridge/review";
import { shortPath } from "../../serve/shortPath.ts";
import { arranged, keyOf, pathOf, plainItems, reviewOf, withReview } from "../diff/openDiff.ts";
import { tallyOf } from "../diff/tally.ts";
import type { Loaded, Message } from "../messages.ts";
import type { OpenDiff, Question, ScreenState, Subject } from "../screenState.ts";
import { briefNotice, folderOf, notice, type Step, step, withDiff } from "../step.ts";
import { ownTextUndecided, toldWhere, withOwnText, withoutOwnText } from "./ownTexts.ts";
import { graceMilliseconds, open, openNextChange, steadied } from "./updateList.ts";

export function loaded(state: ScreenState, key: string, result: Loaded): ScreenState {
  const { diff } = state;
  if (!diff || keyOf(diff.subject) !== key) return state;
  const subject = result.change ? ({ kind: "change", change: result.change } as const) : diff.subject;
  if (result.kind === "opaque") {
    const { kind, why, proposed } = result;
    const content = { kind, why, proposed, items: plainItems(proposed ?? "") };
    const top = { item: 0, part: 0 };
    return withDiff(state, { ...diff, subject, content, shown: "new", cursor: 0, top, isSending: false });
  }
  const remark = result.isStale
    ? "The file has been changed since: what is shown is what the agent wrote"
    : undefined;
  const current: OpenDiff = { ...diff, subject, remark };
  const known = reviewOf(diff);
  const { before, after, present = before } = result;
  if (known && subject.kind === "review") return rebased(state, current, present);
  if (known && known.before === before && known.after === after) return withDiff(state, current);
  if (result.review) return started(state, current, result.review, present);
  return withDiff(state, {
    ...current,
    content: { kind: "comparing", before, after, present, items: plainItems(after) },
  });
}

/** Only for the texts that are shown: they may have become others meanwhile. */
export function compared(state: ScreenState, key: string, review: Review): ScreenState {
  const { diff } = state;
  if (!diff || keyOf(diff.subject) !== key || diff.content.kind !== "comparing") return state;
  const { before, after, present } = diff.content;
  if (review.before !== before || review.after !== after) return state;
  return started(state, diff, review, present);
}

function started(state: ScreenState, diff: OpenDiff, review: Review, present: string): ScreenState {
  const shown = withReview(
    { ...diff, content: { kind: "reading" } },
    withSettled(review, diff.subject),
    state,
  );
  return diff.subject.kind === "review" ? rebased(state, shown, present) : withDiff(state, shown);
}

/** Hunks that were taken back before are rejected from the start. */
function withSettled(review: Review, subject: Subject): Review {
  const gone = subject.kind === "change" ? (subject.change.revertedHunks ?? []) : [];
  if (gone.length === 0) return review;
  const { before, after, hunks } = review;
  return Review.from({
    before,
    after,
    hunks: hunks.map((hunk) => (gone.includes(hunk.id) ? { ...hunk, decision: "rejected" } : hunk)),
  });
}

/** The file on disk is not what it was when the review began. */
function rebased(state: ScreenState, diff: OpenDiff, before: string): ScreenState {
  const review = reviewOf(diff)!;
  if (review.before === before) return withDiff(state, arranged(diff, state));
  // What was on its way was meant for the text as it was.
  const { review: next, applied } = review.rebase(before);
  const shown = withDiff(
    withoutQuestion(state),
    withReview({ ...diff, isSending: false, armedAt: armedAfter(state, diff) }, next, state),
  );
  const name = shortPath(pathOf(diff.subject), folderOf(state));
  const { conflicts } = tallyOf(next);
  if (conflicts > 0) {
    const what = conflicts === 1 ? "one hunk meets that change" : `${conflicts} hunks meet that change`;
    const which = conflicts === 1 ? "it" : "them";
    return notice(shown, `${name} has changed on disk: ${what}. Decide about ${which} again`, "warning");
  }
  const part = applied.length === 0 ? "" : `; ${applied.length} of the hunks it has already`;
  return notice(
    shown,
    `${name} has changed on disk: the hunks were moved to where they belong now${part}`,
    "warning",
  );
}

/** What was asked about the file is void; other questions stay. */
function withoutQuestion(state: ScreenState): ScreenState {
  return isAboutDiff(state.question) ? { ...state, question: undefined } : state;
}

/** A key that was meant for the question must not decide about a hunk. */
function armedAfter({ question, now }: ScreenState, { armedAt }: OpenDiff): number {
  return isAboutDiff(question) ? Math.max(armedAt, now + graceMilliseconds) : armedAt;
}

function isAboutDiff(question: Question | undefined): boolean {
  return (
    question?.kind === "choice" &&
    question.choices.some(({ does }) => does.type === "send" || does.type === "reject")
  );
}

export function decided(
  state: ScreenState,
  { id, outcome, hunks, result }: Extract<Message, { type: "decided" }>,
): Step {
  const reviews = state.reviews.filter((review) => review.id !== id);
  const { diff } = state;
  const isShown = diff?.subject.kind === "review" && diff.subject.review.id === id;
  if (!isShown) return step({ ...state, reviews });
  const { review } = diff.subject;
  const path = shortPath(pathOf(diff.subject), folderOf(state));
  const [next] = reviews;
  const asked = { ...state, question: undefined };
  const words = decisionWords({ outcome, isEdited: false, ...(hunks && { hunks }) });
  const told =
    result.outcome === "tooLate"
      ? notice(asked, `Too late: ${result.by} was faster with ${path}`, "warning")
      : (next ? briefNotice : notice)(
          asked,
          `${outcome === "accepted" ? "✓" : "✗"} ${path}: ${words}`,
          "success",
        );
  const kept =
    result.outcome === "tooLate"
      ? step(ownTextUndecided(told, review, `${result.by} was faster`))
      : withoutOwnText(told, review);
  const closed = steadied({ ...kept.state, reviews, diff: undefined });
  if (!next) return { ...kept, state: closed };
  const opened = open(closed, { kind: "review", review: next }, state.now + graceMilliseconds);
  return { ...opened, effects: [...kept.effects, ...opened.effects] };
}

export function settled(
  state: ScreenState,
  { id, result, part }: Extract<Message, { type: "settled" }>,
): Step {
  const { diff } = state;
  const isShown = diff?.subject.kind === "change" && diff.subject.change.id === id;
  if (result.outcome === "conflict" || result.outcome === "unknown") {
    const open = isShown ? withDiff(state, { ...diff, isSending: false }) : state;
    return step(notice(open, result.message.replace(/\s*\n\s*/g, " "), "error"));
  }
  const done =
    result.outcome === "kept"
      ? "kept"
      : result.paths.length === 0
        ? "it was as before already"
        : part
          ? `${part.hunks} of ${part.of} hunks taken back`
          : "taken back";
  if (!isShown) return step(notice(state, `✓ ${done}`, "success"));
  const path = shortPath(pathOf(diff.subject), folderOf(state));
  return openNextChange(briefNotice(state, `✓ ${path}: ${done}`, "success"), diff.subject.change);
}

export function edited(state: ScreenState, { key, text, file }: Extract<Message, { type: "edited" }>): Step {
  const { diff } = state;
  const review = diff && keyOf(diff.subject) === key ? reviewOf(diff) : undefined;
  if (diff?.subject.kind !== "review" || !review)
    return step(toldWhere(state, file, "the review was over before you came back"));
  const undecidedTaken = review.hunks.every(({ decision }) => decision === "undecided")
    ? review.decide("all", "accepted")
    : review;
  if (text === undecidedTaken.resultText())
    return step(notice(state, "Nothing was changed in the editor"), { type: "forgetFile", file });
  const next = withReview(diff, undecidedTaken.editResult(text), state);
  // What takes the place of the editor must be looked at before it is sent.
  const armed = { ...next, armedAt: Math.max(next.armedAt, state.now + graceMilliseconds) };
  const told = notice(withDiff(state, armed), "Your text is the result now. Nothing is sent yet", "success");
  return withOwnText(told, diff.subject.review, file);
}

export function failed(state: ScreenState, { key, message }: Extract<Message, { type: "failed" }>): Step {
  const { diff } = state;
  const isShown = diff !== undefined && key !== undefined && keyOf(diff.subject) === key;
  const review = isShown && diff.subject.kind === "review" ? diff.subject.review : undefined;
  if (review && !isPending(state, review.id)) {
    const closed = notice(steadied({ ...state, diff: undefined, question: undefined }), message, "error");
    return step(ownTextUndecided(closed, review, message));
  }
  return step(notice(isShown ? withDiff(state, { ...diff, isSending: false }) : state, message, "error"));
}

function isPending({ reviews }: ScreenState, id: number): boolean {
  return reviews.some((review) => review.id === id);
}
