import { stillInSight } from "./diff/changeInSight.ts";
import { bodyRows, clamp } from "./diff/diffGeometry.ts";
import { arranged } from "./diff/openDiff.ts";
import { type Action, needsIdebridge } from "./keys/keyTable.ts";
import type { Message } from "./messages.ts";
import type { ScreenState } from "./screenState.ts";
import { hint, notice, type Step, step, withoutNotice } from "./step.ts";
import { scrollDiff } from "./updates/moveInDiff.ts";
import { movesBy } from "./updates/movesBy.ts";
import { answerChoice, updateQuestion } from "./updates/question.ts";
import { actOnCode, scrollCode, shownCode, withCodeArmed } from "./updates/updateCode.ts";
import { actOnDiff, clickItem } from "./updates/updateDiff.ts";
import { updateFromOutside } from "./updates/updateFromOutside.ts";
import { actOnList, openRow, quit, scrollList, steadyAt } from "./updates/updateList.ts";
import { helpRows } from "./views/helpView.ts";
import { notWhileStopped } from "./views/stopped.ts";

/** Rows that a turn of the wheel moves. */
const wheelRows = 3;

/** The whole behaviour of the screen. `now` is the time in milliseconds. */
export function update(before: ScreenState, message: Message, now: number): Step {
  const state = withoutOldNotice({ ...before, now });
  const reacted = react(state, message);
  const next = { ...reacted, state: withCodeArmed(before, reacted.state) };
  const { options, connection, reviews, code, question, diff } = next.state;
  const isDone =
    options.once &&
    connection === "attached" &&
    reviews.length === 0 &&
    code.length === 0 &&
    !question &&
    !diff?.isSending;
  return isDone ? { ...next, effects: [...next.effects, { type: "leave", how: "done" }] } : next;
}

function react(state: ScreenState, message: Message): Step {
  switch (message.type) {
    case "input":
      return input(state, message);
    case "mouse":
      return mouse(state, message);
    case "resized": {
      const resized = { ...state, size: message.size };
      const { diff } = state;
      if (!diff) return step(resized);
      return step({
        ...resized,
        diff: stillInSight(arranged(diff, resized), resized.size, diff, state.size),
      });
    }
    case "woken":
      return step(state);
    default:
      return updateFromOutside(state, message);
  }
}

function input(state: ScreenState, { input }: Extract<Message, { type: "input" }>): Step {
  if (input.type === "focus") return step({ ...state, hasFocus: input.focused });
  if (state.question) return updateQuestion(state, state.question, input);
  if (input.type === "paste") return step(state);
  const { keys } = state.options;
  const place = !state.diff ? "list" : state.diff.search === undefined ? "diff" : "search";
  const action = keys.actionFor(input.key, place);
  if (action === undefined) {
    const text = `${input.key} does nothing here. ${keys.keyOf("help")} shows the keys`;
    return step(input.key.length === 1 ? hint(state, text) : state);
  }
  // At the top there is no way back; Escape is pressed too easily to leave by it.
  if (action === "back" && input.key === "esc" && isAtTop(state)) return step(state);
  return act(withoutNotice(state), action);
}

function isAtTop({ diff, helpTop, page }: ScreenState): boolean {
  return diff === undefined && helpTop === undefined && page === "inbox";
}

/** Does what a key, or a click on its button, stands for. */
function act(state: ScreenState, action: Action): Step {
  if (action === "quit") return quit(state);
  if (action === "redraw") return step(state, { type: "redraw" });
  if (action === "help") return step({ ...state, helpTop: state.helpTop === undefined ? 0 : undefined });
  if (state.connection === "lost" && needsIdebridge(action))
    return step(notice(state, notWhileStopped, "warning"));
  if (action === "browser") return step(state, { type: "browse" });
  if (action === "pauseSharing") return step(state, { type: "pause", paused: !state.status.paused });
  if (state.helpTop !== undefined) return actOnHelp(state, action, state.helpTop);
  const code = shownCode(state);
  const acted = code && actOnCode(state, code, action);
  if (acted) return acted;
  return state.diff ? actOnDiff(state, state.diff, action) : actOnList(state, action);
}

function actOnHelp(state: ScreenState, action: Action, top: number): Step {
  const page = bodyRows(state.size);
  const most = Math.max(0, helpRows(state.options.keys, state.size).length - page);
  const rows = movesBy(action, page, most);
  if (rows !== undefined) return step({ ...state, helpTop: clamp(top + rows, 0, most) });
  return step(action === "back" || action === "open" ? { ...state, helpTop: undefined } : state);
}

function mouse(state: ScreenState, { action, hit }: Extract<Message, { type: "mouse" }>): Step {
  if (action === "wheelUp" || action === "wheelDown") {
    const rows = action === "wheelUp" ? -wheelRows : wheelRows;
    if (state.question) return step(state);
    if (state.helpTop !== undefined) {
      return actOnHelp(state, rows > 0 ? "halfPageDown" : "halfPageUp", state.helpTop);
    }
    const code = shownCode(state);
    if (code) return step(scrollCode(state, code, rows));
    return step(state.diff ? scrollDiff(state, state.diff, rows) : scrollList(state, rows));
  }
  if ((action === "wheelLeft" || action === "wheelRight") && state.diff && !state.question) {
    return actOnDiff(state, state.diff, action === "wheelLeft" ? "left" : "right");
  }
  if (action !== "press" || hit === undefined) return step(state);
  if (state.question) {
    if (hit.kind !== "choice" || state.question.kind !== "choice") return step(state);
    const choice = state.question.choices[hit.index];
    return choice ? answerChoice(state, choice) : step(state);
  }
  const clicked = withoutNotice(state);
  if (hit.kind === "action") return act(clicked, hit.action);
  if (hit.kind === "page") return act({ ...clicked, helpTop: undefined }, hit.page);
  if (hit.kind === "row" && !state.diff) return openRow(clicked, hit.index);
  if (hit.kind === "item" && state.diff) return clickItem(clicked, state.diff, hit);
  return step(state);
}

function withoutOldNotice(state: ScreenState): ScreenState {
  return state.notice && state.notice.until <= state.now ? { ...state, notice: undefined } : state;
}

/** When the screen changes by itself next. */
export function nextWake(state: ScreenState): number | undefined {
  const { notice: told, diff, codeArmedAt, now } = state;
  const times = [told?.until, diff?.armedAt, codeArmedAt, steadyAt(state)].filter(
    (at) => at !== undefined && at > now,
  ) as number[];
  return times.length === 0 ? undefined : Math.min(...times);
}
