import type { ControlEvent, PendingReview, PromptChanges } from "@idebridge/headless";
import { shortPath } from "../../serve/shortPath.ts";
import {
  arranged,
  changeKey,
  keyOf,
  pathOf,
  plainItems,
  reviewKey,
  reviewOf,
  withReview,
} from "../diff/openDiff.ts";
import type { Loaded, Message } from "../messages.ts";
import type { LogEntry, OpenDiff, ScreenState } from "../screenState.ts";
import { notice, type Step, step, withDiff } from "../step.ts";
import { changeLines, idOf } from "../views/changeLines.ts";
import { graceMilliseconds, open, openNextUndecided, steadied } from "./updateList.ts";

const mostLogged = 2_000;

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
      if (!state.diff || keyOf(state.diff.subject) !== message.key) return step(state);
      return step(withDiff(state, withReview(state.diff, message.review, state)));
    case "decided":
      return decided(state, message);
    case "settled":
      return settled(state, message);
    case "edited":
      return edited(state, message);
    case "browsed":
      return step(notice(state, "The workbench opens in your browser", "success"));
    case "failed":
      return step(failed(state, message));
  }
}

function attached(
  before: ScreenState,
  { status, reviews, prompts }: Extract<Message, { type: "attached" }>,
): Step {
  const wasLost = before.connection === "lost";
  const state: ScreenState = {
    ...before,
    connection: "attached",
    status,
    reviews: [...reviews].reverse(),
    prompts: [...prompts].reverse(),
    arrivedAt: before.now,
  };
  const shown = wasLost ? notice(state, "idebridge is back", "success") : state;
  const { diff } = shown;
  if (diff?.subject.kind === "review") {
    const { id } = diff.subject.review;
    // A number may have been given again: only the same question of the same moment is the same review.
    const same = shown.reviews.find(
      (each) =>
        each.id === id && each.openedAt === (diff.subject as { review: PendingReview }).review.openedAt,
    );
    if (!same) return step(steadied({ ...shown, diff: undefined, drafts: new Map() }));
    return step(shown, { type: "load", key: reviewKey(id) });
  }
  const [only, ...more] = shown.reviews;
  if (only && more.length === 0 && !diff && shown.page === "inbox") {
    return open(steadied(shown), { kind: "review", review: only }, shown.now + graceMilliseconds);
  }
  return step(steadied(shown));
}

function told(before: ScreenState, event: ControlEvent): Step {
  const state = logged(before, event);
  switch (event.type) {
    case "reviewOpened":
      return reviewOpened(state, event.review);
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
      return step({ ...state, status: { ...state.status, languageServers: event.servers } });
    case "warning":
      return step(notice(state, event.message, "warning"));
    default:
      return step(state);
  }
}

const notLogged: ReadonlySet<ControlEvent["type"]> = new Set([
  "selectionChanged",
  "documentsChanged",
  "diagnosticsChanged",
  "languageServersChanged",
]);

function logged(state: ScreenState, event: ControlEvent): ScreenState {
  if (notLogged.has(event.type)) return state;
  const review = event.type === "reviewClosed" ? state.reviews.find(({ id }) => id === event.id) : undefined;
  const entry: LogEntry = { at: state.now, event, ...(review && { review }) };
  const log = [entry, ...state.log].slice(0, mostLogged);
  const { cursor, top } = state.lists.log;
  // Whoever reads further down is not moved by what comes in above.
  const moved = cursor > 0 ? { cursor: Math.min(cursor + 1, mostLogged - 1), top: top + 1 } : { cursor, top };
  return { ...state, log, lists: { ...state.lists, log: moved } };
}

function reviewOpened(state: ScreenState, review: PendingReview): Step {
  if (state.reviews.some(({ id }) => id === review.id)) return step(state);
  const isIdle = !state.diff && !state.question && state.helpTop === undefined && state.page === "inbox";
  const { cursor, top } = state.lists.inbox;
  const lists = { ...state.lists, inbox: { cursor: state.reviews.length === 0 ? 0 : cursor + 1, top } };
  const arrived: ScreenState = { ...state, reviews: [review, ...state.reviews], lists, arrivedAt: state.now };
  const path = shortPath(review.path, folderOf(state));
  const attention = {
    type: "attention",
    title: review.client.name,
    text: `wants to change ${path}`,
  } as const;
  if (isIdle && state.reviews.length === 0) {
    const opened = open(steadied(arrived), { kind: "review", review }, state.now + graceMilliseconds);
    return { ...opened, effects: [...opened.effects, attention] };
  }
  const shown = state.diff ? notice(arrived, `${review.client.name} wants to change ${path}, too`) : arrived;
  return step(state.page === "inbox" ? steadied(shown) : shown, attention);
}

function reviewClosed(
  state: ScreenState,
  { id, outcome, by, message }: Extract<ControlEvent, { type: "reviewClosed" }>,
): Step {
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
  const how =
    outcome === "withdrawn"
      ? `was answered in ${review.client.name}, or taken back`
      : `was ${outcome} by ${by}${said}`;
  if (!isShown) return step(state.page === "inbox" ? steadied(gone) : gone);
  return step(
    notice(
      steadied({ ...gone, diff: undefined, question: undefined, page: "inbox" }),
      `${path} ${how}`,
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

function loaded(state: ScreenState, key: string, result: Loaded): ScreenState {
  const { diff } = state;
  if (!diff || keyOf(diff.subject) !== key) return state;
  if (result.kind === "opaque") {
    const content = { ...result, items: plainItems(result.proposed ?? "") };
    return withDiff(state, { ...diff, content, shown: "new", cursor: 0, top: { item: 0, part: 0 } });
  }
  const remark = result.isStale
    ? "The file has been changed since: what is shown is what the agent wrote"
    : undefined;
  const subject = result.change ? ({ kind: "change", change: result.change } as const) : diff.subject;
  const current: OpenDiff = { ...diff, subject, remark };
  const known = reviewOf(diff);
  if (known && subject.kind === "review") return rebased(state, current, result.before);
  if (known && known.before === result.before && known.after === result.after)
    return withDiff(state, current);
  if (result.review)
    return withDiff(state, withReview({ ...current, content: { kind: "reading" } }, result.review, state));
  const { before, after } = result;
  return withDiff(state, {
    ...current,
    content: { kind: "comparing", before, after, items: plainItems(after) },
  });
}

/** The file on disk is not what it was when the review began. */
function rebased(state: ScreenState, diff: OpenDiff, before: string): ScreenState {
  const review = reviewOf(diff)!;
  if (review.before === before) return withDiff(state, arranged(diff, state));
  const { review: next, conflicts, applied } = review.rebase(before);
  const shown = withDiff(state, withReview(diff, next, state));
  const name = shortPath(pathOf(diff.subject), folderOf(state));
  if (conflicts.length > 0) {
    const hunks = conflicts.length === 1 ? "one hunk meets" : `${conflicts.length} hunks meet`;
    return notice(
      shown,
      `${name} has changed on disk: ${hunks} that change. Decide about it again`,
      "warning",
    );
  }
  const part = applied.length === 0 ? "" : `; ${applied.length} of the hunks it has already`;
  return notice(
    shown,
    `${name} has changed on disk: the hunks were moved to where they belong now${part}`,
    "warning",
  );
}

function decided(state: ScreenState, { id, outcome, result }: Extract<Message, { type: "decided" }>): Step {
  const reviews = state.reviews.filter((review) => review.id !== id);
  const { diff } = state;
  const isShown = diff !== undefined && keyOf(diff.subject) === reviewKey(id);
  if (!isShown) return step({ ...state, reviews });
  const path = shortPath(pathOf(diff.subject), folderOf(state));
  const wasFirst = result.outcome !== "tooLate";
  const told = notice(
    { ...state, question: undefined },
    wasFirst
      ? `${outcome === "accepted" ? "✓" : "✗"} ${path} ${outcome}`
      : `Too late: ${result.by} was faster with ${path}`,
    wasFirst ? "success" : "warning",
  );
  // In its place in the list the next one is found; it is gone from there just then.
  const next = openNextUndecided(
    told.reviews.some((review) => review.id === id) ? told : { ...told, reviews: insertBack(told, diff) },
    diff.subject,
  );
  return { ...next, state: { ...next.state, reviews } };
}

function insertBack({ reviews, lists }: ScreenState, { subject }: OpenDiff): readonly PendingReview[] {
  if (subject.kind !== "review") return reviews;
  return reviews.toSpliced(lists.inbox.cursor, 0, subject.review);
}

function settled(state: ScreenState, { id, result }: Extract<Message, { type: "settled" }>): Step {
  const { diff } = state;
  const isShown = diff !== undefined && keyOf(diff.subject) === changeKey(id);
  if (result.outcome === "conflict" || result.outcome === "unknown") {
    const open = isShown ? withDiff(state, { ...diff, isSending: false }) : state;
    return step(notice(open, result.message.replace(/\s*\n\s*/g, " "), "error"));
  }
  const done =
    result.outcome === "kept"
      ? "kept"
      : result.paths.length === 0
        ? "The file was as before already"
        : "taken back";
  if (!isShown) return step(notice(state, `✓ ${done}`, "success"));
  const path = shortPath(pathOf(diff.subject), folderOf(state));
  return openNextUndecided(notice(state, `✓ ${path}: ${done}`, "success"), diff.subject);
}

function edited(state: ScreenState, { key, text, file }: Extract<Message, { type: "edited" }>): Step {
  const { diff } = state;
  const review = diff && keyOf(diff.subject) === key ? reviewOf(diff) : undefined;
  if (!diff || !review) {
    return step(
      notice(state, `The review was over before you came back. Your text is in ${file}`, "warning"),
    );
  }
  const forget = { type: "forgetFile", file } as const;
  const undecidedTaken = review.hunks.every(({ decision }) => decision === "undecided")
    ? review.decide("all", "accepted")
    : review;
  if (text === undecidedTaken.resultText())
    return step(notice(state, "Nothing was changed in the editor"), forget);
  const next = withReview(diff, undecidedTaken.editResult(text), state);
  // What takes the place of the editor must be looked at before it is sent.
  const armed = { ...next, armedAt: Math.max(next.armedAt, state.now + graceMilliseconds) };
  return step(
    notice(withDiff(state, armed), "Your text is the result now. Nothing is sent yet", "success"),
    forget,
  );
}

function failed(state: ScreenState, { key, message }: Extract<Message, { type: "failed" }>): ScreenState {
  const { diff } = state;
  const isShown = diff !== undefined && key !== undefined && keyOf(diff.subject) === key;
  const open = isShown ? withDiff(state, { ...diff, isSending: false }) : state;
  return notice(open, message, "error");
}

function folderOf({ status }: ScreenState): string {
  return status.folders[0] ?? "/";
}
