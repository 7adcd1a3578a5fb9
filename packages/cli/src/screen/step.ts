import type { Effect } from "./messages.ts";
import type { Notice, OpenDiff, ScreenState } from "./screenState.ts";

/** What comes of a message: how the screen is now, and what is to be done. */
export interface Step {
  readonly state: ScreenState;
  readonly effects: readonly Effect[];
}

const noticeMilliseconds = 8_000;

export function step(state: ScreenState, ...effects: Effect[]): Step {
  return { state, effects };
}

export function notice(state: ScreenState, text: string, kind: Notice["kind"] = "told"): ScreenState {
  return { ...state, notice: { text, kind, until: state.now + noticeMilliseconds } };
}

export function withDiff(state: ScreenState, diff: OpenDiff): ScreenState {
  return { ...state, diff };
}
