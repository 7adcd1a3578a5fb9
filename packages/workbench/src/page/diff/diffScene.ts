import { StateEffect } from "@codemirror/state";
import type { ShownHunk, ShownReview } from "./shownReview.ts";

/** Something that can be done with a hunk, as a button in its bar. */
export interface HunkAction {
  readonly name: string;
  readonly label: string;
  readonly kind: "accept" | "reject" | "plain";
  /** The key that does the same, for the tooltip. */
  readonly key?: string;
  /** It is what was chosen. */
  readonly isPressed?: boolean;
}

export interface HunkBar {
  readonly label: string;
  readonly state: "undecided" | "accepted" | "rejected" | "conflict";
  readonly actions: readonly HunkAction[];
}

/** All that a diff shows. Plain data but for what its buttons do. */
export interface DiffScene {
  readonly shown: ShownReview;
  /** The id of the hunk that keys are about. */
  readonly current: number | undefined;
  /** Folds that the user has opened, by the first line that they hide, of the text before. */
  readonly unfolded: ReadonlySet<number>;
  readonly barOf: (hunk: ShownHunk) => HunkBar;
}

/** What the user does in a diff. */
export interface DiffEvents {
  act(hunk: number, action: string): void;
  unfold(line: number): void;
  /** The text was edited; it is read with `DiffView.text`. */
  edited(): void;
}

export const setScene = StateEffect.define<DiffScene>();
