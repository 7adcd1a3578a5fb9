import { lineContent, type Review, UnresolvedConflictError } from "@idebridge/review";
import { bodyRows, clamp, columnsFor, isSideBySide, itemsOf, partsOf, scrolled } from "./diffGeometry.ts";
import type { DiffItems } from "./diffItems.ts";
import { type Action, actionOf } from "./keyTable.ts";
import { LineColumns } from "./lineColumns.ts";
import type { Hit } from "./messages.ts";
import { arranged, inSight, keyOf, pathOf, reviewOf, withReview } from "./openDiff.ts";
import type { OpenDiff, ScreenState, ShownText } from "./screenState.ts";
import { findNext } from "./search.ts";
import { notice, type Step, step, withDiff } from "./step.ts";
import { tallyOf } from "./tally.ts";
import { closeDiff, goTo, openNeighbour } from "./updateList.ts";

const sidewaysColumns = 8;
const texts: readonly ShownText[] = ["difference", "old", "new", "result"];

/** Does what a key stands for in an open review or change. */
export function actOnDiff(state: ScreenState, diff: OpenDiff, action: Action): Step {
  if (actionOf(action).decides) {
    if (diff.isSending) return step(state);
    if (state.now < diff.armedAt) {
      return step(notice(state, "This has just appeared: look at it first, then decide", "warning"));
    }
  }
  const moved = move(state, diff, action) ?? show(state, diff, action);
  if (moved) return step(withDiff(state, moved));
  switch (action) {
    case "back":
      if (diff.search !== undefined) return step(withDiff(state, { ...diff, search: undefined }));
      return step(closeDiff(state));
    case "inbox":
    case "changes":
    case "log":
    case "nextPage":
      return goTo(closeDiff(state), action);
    case "nextFile":
    case "previousFile":
      return openNeighbour(state, action === "nextFile" ? 1 : -1);
    case "open":
      return step(withDiff(state, toggleFold(state, diff)));
    case "search":
      return step({ ...state, question: { kind: "text", about: "search", text: "", cursor: 0 } });
    case "nextHunk":
      // While searching, the key goes to the next match, as in other tools.
      return step(diff.search === undefined ? toHunk(state, diff, 1) : toMatch(state, diff, 1));
    case "previousHunk":
      return step(toHunk(state, diff, -1));
    case "nextMatch":
    case "previousMatch":
      return step(toMatch(state, diff, action === "nextMatch" ? 1 : -1));
    default:
      return decide(state, diff, action);
  }
}

function decide(state: ScreenState, diff: OpenDiff, action: Action): Step {
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

/** The diff after a movement; `undefined` when it is none. */
function move(state: ScreenState, diff: OpenDiff, action: Action): OpenDiff | undefined {
  const items = itemsOf(diff);
  const page = bodyRows(state.size);
  const to = (cursor: number) => inSight({ ...diff, cursor }, state);
  const by = (rows: number) => moveCursor(state, diff, rows);
  switch (action) {
    case "down":
      return by(1);
    case "up":
      return by(-1);
    case "pageDown":
      return by(page - 1);
    case "pageUp":
      return by(1 - page);
    case "halfPageDown":
      return by(Math.ceil(page / 2));
    case "halfPageUp":
      return by(-Math.ceil(page / 2));
    case "first":
      return to(0);
    case "last":
      return to((items?.count ?? 1) - 1);
    case "left":
      return { ...diff, left: Math.max(0, diff.left - sidewaysColumns) };
    case "right":
      return { ...diff, left: diff.left + sidewaysColumns };
    case "lineStart":
      return { ...diff, left: 0 };
    case "lineEnd":
      return { ...diff, left: lineEnd(state, diff) };
  }
  return undefined;
}

/** Up or down: within a line that is taller than the screen, else to another line. */
function moveCursor(state: ScreenState, diff: OpenDiff, rows: number): OpenDiff {
  const items = itemsOf(diff);
  if (!items || items.count === 0) return diff;
  if (!diff.wrap) return inSight({ ...diff, cursor: clamp(diff.cursor + rows, 0, items.count - 1) }, state);
  const view = { size: state.size, wrap: true };
  const { text } = columnsFor(items, state.size.columns);
  const parts = partsOf(items, diff.cursor, text, true);
  const page = bodyRows(state.size);
  const part = diff.top.item === diff.cursor ? diff.top.part : 0;
  const isInside = rows > 0 ? parts - part > page : part > 0;
  if (isInside) {
    const top = scrolled(items, { item: diff.cursor, part }, rows, view);
    return inSight({ ...diff, top, cursor: top.item }, state);
  }
  const at = scrolled(items, { item: diff.cursor, part: rows > 0 ? parts - 1 : 0 }, rows, view);
  return inSight(
    {
      ...diff,
      cursor: at.item,
      top: diff.top.item === diff.cursor ? { item: diff.cursor, part: 0 } : diff.top,
    },
    state,
  );
}

function lineEnd(state: ScreenState, { cursor, content }: OpenDiff): number {
  if (content.kind === "reading" || content.items.count === 0) return 0;
  const item = content.items.itemAt(cursor);
  if (item.kind === "fold") return 0;
  const widths = [item.left, item.right].map((ref) =>
    ref ? LineColumns.of(lineContent(content.items.textOf(ref, item.hunk))).width : 0,
  );
  const { text } = columnsFor(content.items, state.size.columns);
  return Math.max(0, Math.max(...widths) - text + 1);
}

/** The diff in another form; `undefined` when the key is for something else. */
function show(state: ScreenState, diff: OpenDiff, action: Action): OpenDiff | undefined {
  switch (action) {
    case "switchText": {
      const shown = texts[(texts.indexOf(diff.shown) + 1) % texts.length]!;
      return arranged({ ...diff, shown }, state, diff);
    }
    case "switchLayout": {
      const layout = isSideBySide(diff, state.size) ? "unified" : "sideBySide";
      return arranged({ ...diff, layout, shown: "difference" }, state, diff);
    }
    case "wrap":
      return inSight({ ...diff, wrap: !diff.wrap, left: 0, top: { ...diff.top, part: 0 } }, state);
    case "unfoldAll":
      return arranged({ ...diff, unfoldsAll: !diff.unfoldsAll, unfolded: new Set() }, state, diff);
  }
  return undefined;
}

function toggleFold(state: ScreenState, diff: OpenDiff): OpenDiff {
  const items = itemsOf(diff);
  if (!items || items.count === 0) return diff;
  const item = items.itemAt(diff.cursor);
  if (item.kind !== "fold") return moveCursor(state, diff, 1);
  return arranged({ ...diff, unfolded: new Set([...diff.unfolded, item.start]) }, state, diff);
}

/** Scrolls without moving the cursor, except to keep it on the screen. */
export function scrollDiff(state: ScreenState, diff: OpenDiff, rows: number): ScreenState {
  const items = itemsOf(diff);
  if (!items || items.count === 0) return state;
  const view = { size: state.size, wrap: diff.wrap };
  const page = bodyRows(state.size);
  const lowest = scrolled(items, { item: items.count - 1, part: 0 }, -Math.max(0, page - 1), view);
  const wanted = scrolled(items, diff.top, rows, view);
  const isTooLow =
    rows > 0 && (wanted.item > lowest.item || (wanted.item === lowest.item && wanted.part > lowest.part));
  const top = isTooLow ? (lowest.item < diff.top.item ? diff.top : lowest) : wanted;
  const margin = Math.min(2, Math.floor((page - 1) / 4));
  const first = top.item === 0 ? 0 : scrolled(items, top, margin, view).item;
  const end = scrolled(items, top, page - 1, view).item;
  const last = end >= items.count - 1 ? end : scrolled(items, top, page - 1 - margin, view).item;
  return withDiff(state, { ...diff, top, cursor: clamp(diff.cursor, first, Math.max(first, last)) });
}

function toHunk(state: ScreenState, diff: OpenDiff, direction: 1 | -1): ScreenState {
  const items = itemsOf(diff);
  if (!items || items.hunks.length === 0) return notice(state, "There are no hunks");
  const at = items.hunkAt(diff.cursor)!;
  const isInside = items.count > 0 && items.isInHunk(diff.cursor, at);
  // From a line between two hunks, the current one is the next.
  const wanted =
    direction === 1
      ? isInside || isPast(items, diff.cursor, at)
        ? at + 1
        : at
      : isPast(items, diff.cursor, at)
        ? at
        : at - 1;
  if (wanted < 0 || wanted >= items.hunks.length) {
    const where = direction === 1 ? "the last" : "the first";
    return notice(state, `This is ${where} hunk`);
  }
  return withDiff(state, atHunk(state, diff, items, wanted));
}

/** Beyond the last hunk the current one lies before. */
function isPast(items: DiffItems, cursor: number, hunk: number): boolean {
  return hunk === items.hunks.length - 1 && !items.isInHunk(cursor, hunk) && cursor > items.firstItemOf(hunk);
}

/** With all of the hunk on the screen if it fits. */
function atHunk(state: ScreenState, diff: OpenDiff, items: DiffItems, hunk: number): OpenDiff {
  const [first, last] = [items.firstItemOf(hunk), items.lastItemOf(hunk)];
  const withEnd = inSight({ ...diff, cursor: Math.min(last, first + bodyRows(state.size) - 5) }, state);
  return inSight({ ...withEnd, cursor: first }, state);
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
  if (open === undefined || !next) return withDiff(state, decided);
  return withDiff(state, atHunk(state, decided, next, open));
}

/** Of a change, hunks that were taken back before cannot be kept any more. */
export function isSettled({ subject }: OpenDiff, id: number): boolean {
  return subject.kind === "change" && (subject.change.revertedHunks?.includes(id) ?? false);
}

function nextUndecided({ hunks }: Review, from: number): number | undefined {
  for (let step = 1; step < hunks.length; step++) {
    const index = (from + step) % hunks.length;
    if (hunks[index]!.decision === "undecided") return index;
  }
  return undefined;
}

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
  if (tally.conflicts > 0) {
    const first = content.review.hunks.findIndex(
      ({ conflict, decision }) => conflict && decision === "undecided",
    );
    const message = "The file has changed where this hunk is: decide about it first";
    return step(notice(withDiff(state, atHunk(state, diff, content.items, first)), message, "warning"));
  }
  const isStarted = tally.accepted + tally.rejected > 0;
  if (tally.undecided > 0 && isStarted && undecided === undefined)
    return askAboutUndecided(state, diff, tally.undecided);
  const rest = undecided ?? "accepted";
  const review = tally.undecided > 0 ? content.review.decide("undecided", rest) : content.review;
  if (subject.kind === "change") {
    return sendChange(
      state,
      diff,
      review.hunks.filter(({ decision }) => decision === "rejected").map(({ id }) => id),
    );
  }
  try {
    const isRejected =
      review.hunks.length > 0 && review.hunks.every(({ decision }) => decision === "rejected");
    return sendReview(state, diff, isRejected ? undefined : review.finalText());
  } catch (error) {
    if (error instanceof UnresolvedConflictError) return step(notice(state, error.message, "warning"));
    throw error;
  }
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

/** At once when nothing was decided; else it is asked whether that shall be dropped. */
function askToReject(state: ScreenState, diff: OpenDiff): Step {
  const review = reviewOf(diff);
  const tally = review && tallyOf(review);
  if (!tally || (tally.accepted === 0 && tally.edited === 0)) return rejectFile(state, diff, undefined);
  const hunks =
    tally.accepted === 1 ? "1 hunk that you have accepted" : `${tally.accepted} hunks that you have accepted`;
  const verb = diff.subject.kind === "review" ? "Reject" : "Take back";
  return step({
    ...state,
    question: {
      kind: "choice",
      text: `${verb} the whole file, with ${hunks}?`,
      choices: [
        { key: "y", label: "yes", does: { type: "reject" } },
        { key: "n", label: "no", does: { type: "cancel" } },
      ],
    },
  });
}

export function rejectFile(state: ScreenState, diff: OpenDiff, message: string | undefined): Step {
  return diff.subject.kind === "review"
    ? sendReview(state, diff, undefined, message)
    : sendChange(state, diff, "all");
}

function sendReview(
  state: ScreenState,
  diff: OpenDiff,
  contents: string | undefined,
  message?: string,
): Step {
  if (diff.subject.kind !== "review") return step(state);
  const { id } = diff.subject.review;
  const said = message === undefined ? {} : { message };
  return step(withDiff(state, { ...diff, isSending: true }), { type: "decide", id, contents, ...said });
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
  return step(withDiff(state, { ...diff, isSending: true }), { type: "settle", id, changedAt, revert });
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

export function searchFor(state: ScreenState, diff: OpenDiff, query: string): ScreenState {
  const search = query === "" ? undefined : query;
  const searching = withDiff(state, { ...diff, search });
  return search === undefined ? searching : toMatch(searching, searching.diff!, 1, true);
}

/** To the next line that has the text; what it is folded in is unfolded. */
function toMatch(state: ScreenState, diff: OpenDiff, direction: 1 | -1, startsHere = false): ScreenState {
  const items = itemsOf(diff);
  if (diff.search === undefined)
    return notice(state, `Nothing is searched: ${state.options.keys.keyOf("search")} begins`);
  if (!items || items.count === 0) return state;
  const unfolded = items.unfolded();
  const here = unfolded.itemFor(items.anchorOf(diff.cursor));
  const found = findNext(unfolded, diff.search, startsHere ? here : here + direction, direction);
  if (!found)
    return notice(withDiff(state, { ...diff, search: undefined }), `Not found: ${diff.search}`, "warning");
  const anchor = unfolded.anchorOf(found.item);
  const at = items.itemFor(anchor);
  const folded = items.itemAt(at);
  const open =
    folded.kind === "fold"
      ? arranged({ ...diff, unfolded: new Set([...diff.unfolded, folded.start]) }, state, diff)
      : diff;
  const cursor = itemsOf(open)!.itemFor(anchor);
  const line = unfolded.itemAt(found.item);
  const ref = line.kind === "fold" ? undefined : (line.right ?? line.left);
  const column =
    ref && line.kind === "line"
      ? LineColumns.of(lineContent(unfolded.textOf(ref, line.hunk))).columnOf(found.match.start)
      : 0;
  const { text } = columnsFor(items, state.size.columns);
  const isInSight = column >= open.left && column + found.match.end - found.match.start <= open.left + text;
  const left = open.wrap || isInSight ? open.left : Math.max(0, column - Math.floor(text / 3));
  const next = withDiff(state, inSight({ ...open, cursor, left }, state));
  return found.isWrapped ? notice(next, direction === 1 ? "On from the beginning" : "On from the end") : next;
}

export function clickItem(
  state: ScreenState,
  diff: OpenDiff,
  { index, isMark }: Extract<Hit, { kind: "item" }>,
): Step {
  const items = itemsOf(diff);
  if (!items || index >= items.count) return step(state);
  const at = inSight({ ...diff, cursor: index }, state);
  if (items.itemAt(index).kind === "fold") return step(withDiff(state, toggleFold(state, at)));
  const moved = withDiff(state, at);
  const hunk = items.hunkAt(index);
  const isDecision = isMark && hunk !== undefined && items.isInHunk(index, hunk);
  return isDecision ? actOnDiff(moved, at, "toggleHunk") : step(moved);
}
