import { itemsOf } from "../diff/diffGeometry.ts";
import { inSight } from "../diff/openDiff.ts";
import { type Action, actionOf } from "../keys/keyTable.ts";
import type { Hit } from "../messages.ts";
import type { OpenDiff, ScreenState } from "../screenState.ts";
import { noticeUntil, type Step, step, withDiff } from "../step.ts";
import { decide } from "./decideDiff.ts";
import { move, toHunk } from "./moveInDiff.ts";
import { toMatch } from "./searchInDiff.ts";
import { show, toggleFold } from "./showDiff.ts";
import { closeDiff, goTo, graceMilliseconds, openNeighbour } from "./updateList.ts";

/** Does what a key stands for in an open review or change. */
export function actOnDiff(state: ScreenState, diff: OpenDiff, action: Action): Step {
  if (actionOf(action).decides) {
    if (diff.isSending) return step(state);
    if (state.now < diff.armedAt) {
      return step(noticeUntil(state, "Look at it first, then decide", diff.armedAt + graceMilliseconds));
    }
  }
  const moved = move(state, diff, action) ?? show(state, diff, action);
  if (moved) return step(withDiff(state, moved));
  switch (action) {
    case "back":
      return step(closeDiff(state));
    case "endSearch":
      return step(withDiff(state, { ...diff, search: undefined }));
    case "inbox":
    case "changes":
    case "log":
    case "status":
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
      return step(toHunk(state, diff, 1));
    case "previousHunk":
      return step(toHunk(state, diff, -1));
    case "nextMatch":
    case "previousMatch":
      return step(toMatch(state, diff, action === "nextMatch" ? 1 : -1));
    default:
      return decide(state, diff, action);
  }
}

/** Moves the cursor there, unfolds, or decides. */
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
