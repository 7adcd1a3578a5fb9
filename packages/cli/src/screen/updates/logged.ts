import type { ControlEvent } from "@idebridge/headless";
import { eventLine } from "../../serve/eventLine.ts";
import { shortPath } from "../../serve/shortPath.ts";
import { styleFor } from "../../style.ts";
import type { ScreenState } from "../screenState.ts";
import { folderOf } from "../step.ts";
import { entryRows } from "../views/logView.ts";

const mostLogged = 2_000;

const plain = styleFor({ colour: false });

/** With a line about it in the log, if it is worth one. */
export function logged(state: ScreenState, event: ControlEvent): ScreenState {
  const text = logLine(state, event);
  if (text === undefined) return state;
  const entry = { at: state.now, event, text };
  const log = [entry, ...state.log].slice(0, mostLogged);
  const { cursor, top } = state.lists.log;
  // Whoever reads further down is not moved by what comes in above.
  const rows = top > 0 ? entryRows(entry, state.size.columns).length : 0;
  return { ...state, log, lists: { ...state.lists, log: { cursor: cursor + rows, top: top + rows } } };
}

/** One line for people; `undefined` for what is not worth one, or was said already. */
function logLine(state: ScreenState, event: ControlEvent): string | undefined {
  const folder = folderOf(state);
  const line = eventLine(event, folder, plain)?.trim();
  if (event.type === "clientsChanged") {
    const last = state.log.find((entry) => entry.event.type === "clientsChanged");
    return line === last?.text ? undefined : line;
  }
  if (event.type !== "reviewClosed") return line;
  // Only its number is told.
  const review = state.reviews.find(({ id }) => id === event.id);
  return review ? line?.replace(`#${event.id}`, `${shortPath(review.path, folder)} #${event.id}`) : line;
}
