import type { Effect } from "./messages.ts";
import type { Notice, OpenDiff, ScreenState } from "./screenState.ts";

/** What comes of a message: how the screen is now, and what is to be done. */
export interface Step {
  readonly state: ScreenState;
  readonly effects: readonly Effect[];
}

const noticeMilliseconds = 8_000;
const briefMilliseconds = 2_500;
/** So long a notice stays whatever is pressed: it may be about what the key was meant for. */
const shortestNotice = 1_000;

export function step(state: ScreenState, ...effects: Effect[]): Step {
  return { state, effects };
}

export function notice(state: ScreenState, text: string, kind: Notice["kind"] = "told"): ScreenState {
  return { ...state, notice: { text, kind, at: state.now, until: state.now + noticeMilliseconds } };
}

/** About something that is not on the screen any more: the next must not be taken for it. */
export function briefNotice(state: ScreenState, text: string, kind: Notice["kind"]): ScreenState {
  return { ...state, notice: { text, kind, at: state.now, until: state.now + briefMilliseconds } };
}

/** For something that passes by itself. */
export function noticeUntil(state: ScreenState, text: string, until: number): ScreenState {
  return { ...state, notice: { text, kind: "warning", at: state.now, until } };
}

/** A key was pressed: what was told before has been seen. */
export function withoutNotice(state: ScreenState): ScreenState {
  return isFresh(state) ? state : { ...state, notice: undefined };
}

/** Says something only if nothing else has just been said. */
export function hint(state: ScreenState, text: string): ScreenState {
  return isFresh(state) ? state : notice(state, text);
}

function isFresh({ notice: told, now }: ScreenState): boolean {
  if (told === undefined || told.kind === "told") return false;
  return told.at + shortestNotice > now;
}

export function withDiff(state: ScreenState, diff: OpenDiff): ScreenState {
  return { ...state, diff };
}

/** Paths are shown from there. */
export function folderOf({ status }: ScreenState): string {
  return status.folders[0] ?? "/";
}
