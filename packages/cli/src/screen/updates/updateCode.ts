import type { ControlEvent, Execution } from "@idebridge/headless";
import { shortPath } from "../../serve/shortPath.ts";
import { bodyRows, clamp } from "../diff/diffGeometry.ts";
import type { Action } from "../keys/keyTable.ts";
import type { Message } from "../messages.ts";
import type { ScreenState } from "../screenState.ts";
import { folderOf, notice, noticeUntil, type Step, step } from "../step.ts";
import { codeRows } from "../views/codeView.ts";
import { movesBy } from "./movesBy.ts";
import { graceMilliseconds } from "./updateList.ts";

/** The code that is asked about now; `undefined` when something else is on the screen. */
export function shownCode({ code, page, diff, helpTop }: ScreenState): Execution | undefined {
  return page === "inbox" && diff === undefined && helpTop === undefined ? code[0] : undefined;
}

/** Code that has just come to the screen takes no decision: a key pressed now was meant for something else. */
export function withCodeArmed(before: ScreenState, after: ScreenState): ScreenState {
  const shown = shownCode(after);
  if (shown === undefined || shownCode(before)?.id === shown.id) return after;
  return { ...after, codeTop: 0, codeArmedAt: after.now + graceMilliseconds };
}

export function codeAsked(state: ScreenState, execution: Execution): Step {
  if (state.code.some(({ id }) => id === execution.id)) return step(state);
  const asked = { ...state, code: [...state.code, execution] };
  const { name } = execution.client;
  const attention = {
    type: "attention",
    title: name,
    text: `wants to run code${whereOf(state, execution)}`,
  } as const;
  const isElsewhere = state.diff !== undefined || state.page !== "inbox";
  return step(
    isElsewhere ? notice(asked, `${name} wants to run code: it waits in the inbox`) : asked,
    attention,
  );
}

/** Decided elsewhere, or taken back. */
export function codeOver(
  state: ScreenState,
  id: number,
  decided?: Extract<ControlEvent, { type: "executionDecided" }>,
): Step {
  const wasShown = shownCode(state)?.id === id;
  const rest = { ...state, code: state.code.filter((each) => each.id !== id) };
  if (!wasShown) return step(rest);
  const how = decided ? `was ${decided.allowed ? "allowed" : "refused"} by ${decided.by}` : "was taken back";
  return step(notice(rest, `Code #${id} ${how}`, "warning"));
}

export function codeDecided(
  state: ScreenState,
  { id, result }: Extract<Message, { type: "codeDecided" }>,
): Step {
  if (result.outcome === "decided") return step(state);
  return step(notice(state, `Too late: ${result.by} was faster with code #${id}`, "warning"));
}

/** What a key does to the code that is shown; `undefined` when it is the list's. */
export function actOnCode(state: ScreenState, execution: Execution, action: Action): Step | undefined {
  if (action === "runCode" || action === "refuseCode") {
    if (state.now < state.codeArmedAt) {
      const until = state.codeArmedAt + graceMilliseconds;
      return step(noticeUntil(state, "Look at it first, then decide", until));
    }
    const code = state.code.filter(({ id }) => id !== execution.id);
    return step({ ...state, code }, { type: "decideCode", id: execution.id, allow: action === "runCode" });
  }
  const rows = movesBy(action, bodyRows(state.size), Number.POSITIVE_INFINITY);
  if (rows !== undefined) return step(scrollCode(state, execution, rows));
  return action === "open" ? step(state) : undefined;
}

export function scrollCode(state: ScreenState, { code }: Execution, rows: number): ScreenState {
  const most = Math.max(0, codeRows(code, state.size.columns).length - bodyRows(state.size));
  return { ...state, codeTop: clamp(state.codeTop + rows, 0, most) };
}

function whereOf(state: ScreenState, { notebook }: Execution): string {
  return notebook === undefined ? "" : ` in ${shortPath(notebook, folderOf(state))}`;
}
