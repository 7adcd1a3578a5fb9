import { counted, type FileChange, isNotRevertible, type PendingReview } from "@idebridge/headless";
import { isAgent } from "../../serve/isAgent.ts";
import { doubtAbout } from "../../unannounced.ts";
import { bodyRows, clamp } from "../diff/diffGeometry.ts";
import { inSight, keyOf, reviewOf, startDiff } from "../diff/openDiff.ts";
import { type Action, actionOf } from "../keys/keyTable.ts";
import type { Choice, ListPosition, Page, ScreenState, Subject } from "../screenState.ts";
import { notice, noticeUntil, type Step, step } from "../step.ts";
import { changeLines, filesOf, idOf, isOpen } from "../views/changeLines.ts";
import { logRows } from "../views/logView.ts";
import { statusRows } from "../views/statusView.ts";
import { movesBy } from "./movesBy.ts";
import { notTakenBack } from "./notTakenBack.ts";

/** So long a review that has just appeared takes no decision: a key pressed now was meant for something else. */
export const graceMilliseconds = 700;

const pages: readonly Page[] = ["inbox", "changes", "log", "status"];

function rowCount(state: ScreenState): number {
  const { page, reviews, prompts } = state;
  if (page === "inbox") return reviews.length;
  if (page === "status") return statusRows(state).length;
  return page === "log" ? logRows(state).length : changeLines(prompts).length;
}

/** From then on decisions in a list count: what is in it has been there for a moment. */
export function steadyAt({ arrivedAt }: ScreenState): number {
  return arrivedAt + graceMilliseconds;
}

/** Does what a key stands for in a list. */
export function actOnList(state: ScreenState, action: Action): Step {
  const { cursor } = state.lists[state.page];
  const rows = bodyRows(state.size);
  if (actionOf(action).decides && state.page !== "changes") return step(state);
  if (actionOf(action).decides && state.now < steadyAt(state)) {
    const until = steadyAt(state) + graceMilliseconds;
    return step(noticeUntil(state, "The list has just changed: look again, then decide", until));
  }
  const by = movesBy(action, rows, rowCount(state));
  // There is nothing to be chosen in the status and in the log: they scroll.
  const hasChoice = state.page === "inbox" || state.page === "changes";
  if (by !== undefined) return step(hasChoice ? moveTo(state, cursor + by) : scrollList(state, by));
  switch (action) {
    case "open":
      return openRow(state, cursor);
    case "keep":
      return keepRow(state);
    case "revert":
      return askToRevert(state);
    case "back":
      return back(state);
    default:
      return goTo(state, action);
  }
}

/** To one of the pages. */
export function goTo(state: ScreenState, action: Action): Step {
  const next = pages[(pages.indexOf(state.page) + 1) % pages.length];
  const page = action === "nextPage" ? next : pages.find((name) => name === action);
  if (page === undefined) return step(state);
  const there = steadied({ ...state, page });
  const hasToLook = page === "status" && state.connection !== "lost";
  return hasToLook ? step(there, { type: "lookForServers" }) : step(there);
}

function back(state: ScreenState): Step {
  if (state.page !== "inbox") return step(steadied({ ...state, page: "inbox" }));
  if (!state.options.ownsIdebridge) return step(state, { type: "leave", how: "left" });
  return step(askToStop(state, "left"));
}

/** Ctrl-C: at once, unless something would be left undecided by that. Pressed again, it is meant. */
export function quit(state: ScreenState): Step {
  const isAsked = state.question?.kind === "choice" && state.question.choices.some(isLeaving);
  const wouldLose = state.options.ownsIdebridge && state.reviews.length + state.code.length > 0;
  if (wouldLose && !isAsked && state.connection === "attached") return step(askToStop(state, "interrupted"));
  return step(state, { type: "leave", how: "interrupted" });
}

function isLeaving({ does }: Choice): boolean {
  return does.type === "leave";
}

function askToStop(state: ScreenState, how: "left" | "interrupted"): ScreenState {
  const waiting = state.reviews.length + state.code.length;
  const agents = state.status.clients.filter(isAgent).length;
  const facts = [
    waiting === 0 ? "" : waiting === 1 ? " 1 question is open." : ` ${waiting} questions are open.`,
    agents === 0 ? "" : agents === 1 ? " An agent is connected." : ` ${agents} agents are connected.`,
  ];
  return {
    ...state,
    question: {
      kind: "choice",
      text: `Stop idebridge?${facts.join("")}`,
      choices: [
        { key: "y", label: "yes", does: { type: "leave", how } },
        { key: "n", label: "no", does: { type: "cancel" } },
      ],
    },
  };
}

function moveTo(state: ScreenState, wanted: number): ScreenState {
  const count = rowCount(state);
  const cursor = clamp(wanted, 0, Math.max(0, count - 1));
  return withPosition(state, { ...state.lists[state.page], cursor });
}

export function scrollList(state: ScreenState, rows: number): ScreenState {
  const { cursor, top } = state.lists[state.page];
  const page = bodyRows(state.size);
  const next = clamp(top + rows, 0, Math.max(0, rowCount(state) - page));
  return withPosition(state, { top: next, cursor: clamp(cursor, next, next + page - 1) });
}

function withPosition(state: ScreenState, { cursor, top }: ListPosition): ScreenState {
  const page = bodyRows(state.size);
  const inSight = { cursor, top: clamp(top, Math.max(0, cursor - page + 1), cursor) };
  return { ...state, lists: { ...state.lists, [state.page]: inSight } };
}

/** The cursor within the list, whatever has become of it. */
export function steadied(state: ScreenState): ScreenState {
  return moveTo(state, state.lists[state.page].cursor);
}

export function openRow(state: ScreenState, index: number): Step {
  const moved = moveTo(state, index);
  if (state.page === "inbox") {
    const review = state.reviews[index];
    return review ? open(moved, { kind: "review", review }, steadyAt(moved)) : step(moved);
  }
  if (state.page !== "changes") return step(moved);
  const line = changeLines(state.prompts)[index];
  if (line === undefined || line.kind === "note") return step(moved);
  const change = line.kind === "file" ? line.file : line.prompt.files[0];
  return change ? open(moved, { kind: "change", change }, steadyAt(moved)) : step(moved);
}

/** Opens a review or a change; what was decided in it before is there again. */
export function open(state: ScreenState, subject: Subject, armedAt: number): Step {
  const key = keyOf(subject);
  const earlier = state.drafts.get(key);
  const draft = earlier && isOfSame(earlier.subject, subject) ? earlier : undefined;
  const fresh = startDiff(subject, armedAt, state.options.layout);
  const diff = draft ? inSight({ ...draft, subject, armedAt, isSending: false }, state) : fresh;
  return step({ ...state, diff, question: undefined }, { type: "load", key });
}

/** A restarted idebridge counts from 1 again: only the same number of the same moment is the same review. */
export function isSame(a: PendingReview, b: PendingReview): boolean {
  return a.id === b.id && a.openedAt === b.openedAt;
}

function isOfSame(a: Subject, b: Subject): boolean {
  if (a.kind === "review") return b.kind === "review" && isSame(a.review, b.review);
  return b.kind === "change" && a.change.id === b.change.id && a.change.changedAt === b.change.changedAt;
}

/** Back to the list; what was decided is kept for later. */
export function closeDiff(state: ScreenState): ScreenState {
  const { diff } = state;
  if (diff === undefined) return state;
  const review = reviewOf(diff);
  // What was decided before the file changed cannot be undone step by step any more, and is decided all the same.
  const isDecided =
    diff.subject.kind === "review" && review?.hunks.some(({ decision }) => decision !== "undecided");
  const isWorthKeeping = review?.canUndo || isDecided;
  const drafts = new Map(state.drafts);
  if (isWorthKeeping) drafts.set(keyOf(diff.subject), { ...diff, search: undefined });
  return steadied(onSubject({ ...state, diff: undefined, question: undefined, drafts }, diff.subject));
}

/** The cursor of the list on what was looked at. */
function onSubject(state: ScreenState, subject: Subject): ScreenState {
  const index =
    subject.kind === "review"
      ? state.reviews.findIndex(({ id }) => id === subject.review.id)
      : changeLines(state.prompts).findIndex(
          (line) => line.kind === "file" && line.file.id === subject.change.id,
        );
  const page = subject.kind === "review" ? "inbox" : "changes";
  if (index < 0) return state;
  return { ...state, lists: { ...state.lists, [page]: { ...state.lists[page], cursor: index } } };
}

/** All that can be looked at in the order of the list that the open one is in. */
export function siblings(state: ScreenState, kind: Subject["kind"]): readonly Subject[] {
  if (kind === "review") return state.reviews.map((review) => ({ kind, review }));
  return state.prompts.flatMap(({ files }) => files.map((change) => ({ kind, change })));
}

export function openNeighbour(state: ScreenState, direction: 1 | -1): Step {
  const { diff } = state;
  if (!diff) return step(state);
  const all = siblings(state, diff.subject.kind);
  const at = all.findIndex((subject) => keyOf(subject) === keyOf(diff.subject));
  const next = all[at + direction];
  if (!next && all.length === 1) return step(notice(state, "There is no other file"));
  if (!next) return step(notice(state, direction === 1 ? "This is the last file" : "This is the first file"));
  return open(closeDiff(state), next, state.now);
}

/** After a decision about a change: the next that nobody has looked at, or the list. */
export function openNextChange(state: ScreenState, after: FileChange): Step {
  const all = state.prompts.flatMap(({ files }) => files);
  const at = all.findIndex(({ id }) => id === after.id);
  const next = [...all.slice(at + 1), ...all.slice(0, Math.max(0, at))].find(isOpen);
  const closed = steadied({ ...state, diff: undefined });
  if (!next) return step(closed);
  return open(closed, { kind: "change", change: next }, state.now + graceMilliseconds);
}

function keepRow(state: ScreenState): Step {
  const id = selectedId(state);
  return id === undefined ? step(state) : step(state, { type: "settle", id, revert: [] });
}

function askToRevert(state: ScreenState): Step {
  const line = selectedLine(state);
  const id = idOf(line);
  if (line === undefined || id === undefined) return step(state);
  const all = filesOf(line);
  const files = all.filter(({ state }) => state !== "reverted");
  if (files.length === 0) return step(notice(state, "It was taken back already"));
  if (files.some(isNotRevertible)) return step(notTakenBack(state, files));
  const count = counted(files.length, "file");
  const some = files.length === all.length ? `all ${count}` : count;
  const what = all.length === 1 ? "this file" : some;
  const doubt = doubtAbout(files) || (all.length === 1 ? "" : " of this prompt");
  return step({
    ...state,
    question: {
      kind: "choice",
      text: `Take back ${what}${doubt}?`,
      choices: [
        { key: "y", label: "yes", does: { type: "revert", id } },
        { key: "n", label: "no", does: { type: "cancel" } },
      ],
    },
  });
}

export function revertRow(state: ScreenState, id: string): Step {
  return step(state, { type: "settle", id, revert: "all" });
}

export function selectedLine(state: ScreenState) {
  return state.page === "changes" ? changeLines(state.prompts)[state.lists.changes.cursor] : undefined;
}

function selectedId(state: ScreenState): string | undefined {
  return idOf(selectedLine(state));
}
