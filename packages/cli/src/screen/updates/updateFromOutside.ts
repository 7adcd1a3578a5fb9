import { type ControlEvent, outcomeWords, type PendingReview, type PromptChanges } from "@idebridge/headless";
import { Review } from "@idebridge/review";
import { shortPath } from "../../serve/shortPath.ts";
import { changeKey, keyOf, reviewKey, reviewOf, withReview } from "../diff/openDiff.ts";
import type { Message } from "../messages.ts";
import type { ScreenState } from "../screenState.ts";
import { folderOf, notice, type Step, step, withDiff } from "../step.ts";
import { changeLines, idOf } from "../views/changeLines.ts";
import { compared, decided, edited, failed, loaded, settled } from "./answers.ts";
import { logged } from "./logged.ts";
import {
  keepDrafted,
  ownTextsGone,
  ownTextUndecided,
  reviewGone,
  textKept,
  withoutOwnText,
} from "./ownTexts.ts";
import { codeAsked, codeDecided, codeOver } from "./updateCode.ts";
import { goTo, graceMilliseconds, isSame, open, steadied } from "./updateList.ts";

type Outside = Exclude<Message, { type: "input" | "mouse" | "resized" | "woken" }>;

/** What idebridge tells, and what has become of what was asked of it. */
export function updateFromOutside(state: ScreenState, message: Outside): Step {
  switch (message.type) {
    case "attached":
      return attached(state, message);
    case "lost":
      return step({
        ...state,
        connection: "lost",
        question: undefined,
        ...(state.diff && { diff: { ...state.diff, isSending: false } }),
      });
    case "told":
      return told(state, message.event);
    case "loaded":
      return step(loaded(state, message.key, message.loaded));
    case "compared":
      return step(compared(state, message.key, message.review));
    case "decided":
      return decided(state, message);
    case "codeDecided":
      return codeDecided(state, message);
    case "settled":
      return settled(state, message);
    case "edited":
      return edited(state, message);
    case "textKept":
      return step(textKept(state, message));
    case "browsed":
      return step(notice(state, "The workbench opens in your browser", "success"));
    case "failed":
      return failed(state, message);
  }
}

function attached(
  before: ScreenState,
  { status, reviews, prompts, code = [] }: Extract<Message, { type: "attached" }>,
): Step {
  const wasLost = before.connection === "lost";
  const state: ScreenState = {
    ...before,
    connection: "attached",
    status,
    reviews: [...reviews].reverse(),
    prompts: [...prompts].reverse(),
    code,
    arrivedAt: before.now,
  };
  const shown = ownTextsGone(wasLost ? notice(state, "idebridge is back", "success") : state);
  const { diff } = shown;
  if (diff?.subject.kind === "review") {
    const { review } = diff.subject;
    if (!shown.reviews.some((each) => isSame(each, review)))
      return step(steadied({ ...shown, diff: undefined }), ...keepDrafted(before, review, reviewGone));
    return step(shown, { type: "load", key: reviewKey(review.id) });
  }
  const [only, ...more] = shown.reviews;
  if (only && more.length === 0 && !diff && shown.page === "inbox" && code.length === 0) {
    return open(steadied(shown), { kind: "review", review: only }, shown.now + graceMilliseconds);
  }
  // Servers of another idebridge are others.
  return wasLost && shown.page === "status" ? goTo(shown, "status") : step(steadied(shown));
}

function told(before: ScreenState, event: ControlEvent): Step {
  const state = logged(before, event);
  switch (event.type) {
    case "reviewOpened":
      return reviewOpened(state, event.review);
    case "reviewDrafted":
      return reviewDrafted(state, event);
    case "reviewClosed":
      return reviewClosed(state, event);
    case "reviewChanged":
      return reviewChanged(state, event.review);
    case "changesChanged":
      return changesChanged(state, event.prompt);
    case "clientsChanged":
      return step({ ...state, status: { ...state.status, clients: event.clients } });
    case "sharingChanged":
      return step({ ...state, status: { ...state.status, paused: event.paused } });
    case "selectionChanged":
      return step({ ...state, status: { ...state.status, selection: event.selection } });
    case "diagnosticsChanged":
      return step({ ...state, status: { ...state.status, problems: event.problems } });
    case "languageServersChanged":
      return step(
        steadied({
          ...state,
          knowsServers: true,
          status: { ...state.status, languageServers: event.servers },
        }),
      );
    case "executionAsked":
      return codeAsked(state, event.execution);
    case "executionDecided":
      return codeOver(state, event.id, event);
    case "executionEnded":
      return codeOver(state, event.execution.id);
    case "kernelsChanged":
      return step({ ...state, status: { ...state.status, kernels: event.kernels } });
    case "warning":
      return step(notice(state, event.message, "warning"));
    default:
      return step(state);
  }
}

function reviewOpened(state: ScreenState, review: PendingReview): Step {
  if (state.reviews.some(({ id }) => id === review.id)) return step(state);
  const isIdle =
    !state.diff &&
    !state.question &&
    state.helpTop === undefined &&
    state.page === "inbox" &&
    state.code.length === 0;
  const { cursor, top } = state.lists.inbox;
  // Small files are ready before large ones that were asked about earlier.
  const older = state.reviews.findIndex(({ id }) => id < review.id);
  const at = older < 0 ? state.reviews.length : older;
  const isAbove = at <= cursor && state.reviews.length > 0;
  const lists = { ...state.lists, inbox: { cursor: isAbove ? cursor + 1 : cursor, top } };
  const reviews = state.reviews.toSpliced(at, 0, review);
  const arrived: ScreenState = { ...state, reviews, lists, arrivedAt: state.now };
  const path = shortPath(review.path, folderOf(state));
  const attention = {
    type: "attention",
    title: review.client.name,
    text: `wants to change ${path}`,
  } as const;
  if (isIdle && state.reviews.length === 0) {
    // What was said about an earlier one must not be taken for this one.
    const opened = open(
      steadied({ ...arrived, notice: undefined }),
      { kind: "review", review },
      state.now + graceMilliseconds,
    );
    return { ...opened, effects: [...opened.effects, attention] };
  }
  const shown = state.diff ? notice(arrived, `${review.client.name} wants to change ${path}, too`) : arrived;
  return step(state.page === "inbox" ? steadied(shown) : shown, attention);
}

function reviewClosed(state: ScreenState, event: Extract<ControlEvent, { type: "reviewClosed" }>): Step {
  const { id, message } = event;
  const index = state.reviews.findIndex((review) => review.id === id);
  const review = state.reviews[index];
  if (review === undefined) return step(state);
  const drafts = new Map(state.drafts);
  drafts.delete(reviewKey(id));
  const { cursor, top } = state.lists.inbox;
  const inbox = { cursor: index < cursor ? cursor - 1 : cursor, top };
  const gone: ScreenState = {
    ...state,
    reviews: state.reviews.filter((each) => each.id !== id),
    drafts,
    lists: { ...state.lists, inbox },
    arrivedAt: state.now,
  };
  const isShown = state.diff !== undefined && keyOf(state.diff.subject) === reviewKey(id);
  // Our own decision: its answer comes next, and says whether it was ours that counted.
  if (isShown && state.diff?.isSending) return step(gone);
  const path = shortPath(review.path, folderOf(state));
  const said = message === undefined ? "" : `: ${message}`;
  const words = outcomeWords(event, review.client.name);
  const settle = (next: ScreenState) =>
    event.outcome === "withdrawn"
      ? step(ownTextUndecided(next, review, words), ...keepDrafted(state, review, words))
      : withoutOwnText(next, review);
  if (!isShown) return settle(state.page === "inbox" ? steadied(gone) : gone);
  return settle(
    notice(
      steadied({ ...gone, diff: undefined, question: undefined, page: "inbox" }),
      `${path}: ${words}${said}`,
      "warning",
    ),
  );
}

function reviewChanged(state: ScreenState, review: PendingReview): Step {
  const reviews = state.reviews.map((each) => (each.id === review.id ? review : each));
  const key = reviewKey(review.id);
  const { diff } = state;
  if (!diff || keyOf(diff.subject) !== key) return step({ ...state, reviews });
  return step(
    { ...state, reviews, diff: { ...diff, subject: { kind: "review", review } } },
    { type: "load", key },
  );
}

/** What was decided of it in another front end. */
function reviewDrafted(
  state: ScreenState,
  { id, draft }: Extract<ControlEvent, { type: "reviewDrafted" }>,
): Step {
  const key = reviewKey(id);
  const { diff } = state;
  if (!diff || keyOf(diff.subject) !== key) {
    // When it is opened, what is decided is read again.
    const drafts = new Map(state.drafts);
    drafts.delete(key);
    return step({ ...state, drafts });
  }
  const known = reviewOf(diff);
  // What is still being compared would not have it.
  if (!known) return step(state, { type: "load", key });
  if (!draft) return step(state);
  // Where it was decided, the file may not yet have been seen as it is here, or may already have become another.
  const review = Review.from(draft).rebase(known.before).review;
  return step(withDiff(state, withReview(diff, review, state)));
}

function changesChanged(state: ScreenState, prompt: PromptChanges): Step {
  const isKnown = state.prompts.some(({ id }) => id === prompt.id);
  const selected = idOf(changeLines(state.prompts)[state.lists.changes.cursor]);
  const prompts = isKnown
    ? state.prompts.map((each) => (each.id === prompt.id ? prompt : each))
    : [prompt, ...state.prompts];
  const at = changeLines(prompts).findIndex((line) => selected !== undefined && idOf(line) === selected);
  const { cursor, top } = state.lists.changes;
  // At the top one wants to see what is new; further down one is not moved.
  const isReading = cursor > 0 && at >= 0;
  const changes = isReading ? { cursor: at, top: Math.max(0, top + at - cursor) } : { cursor, top };
  const told: ScreenState = { ...state, prompts, lists: { ...state.lists, changes }, arrivedAt: state.now };
  const next = told.page === "changes" ? steadied(told) : told;
  const { diff } = next;
  if (diff?.subject.kind !== "change" || diff.isSending) return step(next);
  const { change: shown } = diff.subject;
  const change = prompt.files.find(({ id }) => id === shown.id);
  if (!change) return step(next);
  const updated = withDiff(next, { ...diff, subject: { kind: "change", change } });
  return change.changedAt === shown.changedAt && change.state === shown.state
    ? step(updated)
    : step(updated, { type: "load", key: changeKey(change.id) });
}
