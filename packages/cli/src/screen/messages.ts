import type {
  AcceptedHunks,
  ControlEvent,
  ControlRequests,
  Execution,
  FileChange,
  PendingReview,
  PromptChanges,
  RevertResult,
  Status,
} from "@idebridge/headless";
import type { Review } from "@idebridge/review";
import type { Size } from "../terminal/grid.ts";
import type { Input, MouseInput } from "../terminal/input.ts";
import type { Action } from "./keys/keyTable.ts";
import type { Page } from "./screenState.ts";

/** What can happen to the screen. */
export type Message =
  | { readonly type: "input"; readonly input: Exclude<Input, MouseInput> }
  | { readonly type: "mouse"; readonly action: MouseInput["action"]; readonly hit: Hit | undefined }
  | { readonly type: "resized"; readonly size: Size }
  /** Time has passed, nothing else. */
  | { readonly type: "woken" }
  | {
      readonly type: "attached";
      readonly status: Status;
      readonly reviews: readonly PendingReview[];
      readonly prompts: readonly PromptChanges[];
      /** What agents want to run; nothing when left out. */
      readonly code?: readonly Execution[];
    }
  | { readonly type: "lost" }
  | { readonly type: "told"; readonly event: ControlEvent }
  | { readonly type: "loaded"; readonly key: string; readonly loaded: Loaded }
  | { readonly type: "compared"; readonly key: string; readonly review: Review }
  | {
      readonly type: "decided";
      readonly id: number;
      readonly outcome: "accepted" | "rejected";
      readonly hunks?: AcceptedHunks | undefined;
      readonly result: ControlRequests["reviews/decide"]["result"];
    }
  | {
      readonly type: "settled";
      readonly id: string;
      readonly result: RevertResult | { readonly outcome: "kept" };
      /** How many hunks were taken back, when it was not the whole file. */
      readonly part?: { readonly hunks: number; readonly of: number };
    }
  | {
      readonly type: "codeDecided";
      readonly id: number;
      readonly result: ControlRequests["executions/decide"]["result"];
    }
  | { readonly type: "edited"; readonly key: string; readonly text: string; readonly file: string }
  | {
      readonly type: "textKept";
      readonly review: PendingReview;
      readonly file: string;
      readonly why: string;
    }
  /** The workbench opens in the browser. */
  | { readonly type: "browsed" }
  /** Something did not work; nothing is lost. */
  | { readonly type: "failed"; readonly key?: string; readonly message: string };

/** The texts of a review or of a change. */
export type Loaded =
  | {
      readonly kind: "texts";
      readonly before: string;
      readonly after: string;
      /** Of a review: the file as it is now, which may have changed since the proposal came. */
      readonly present?: string;
      /** Left out when comparing takes a while: `compared` comes later. */
      readonly review?: Review;
      readonly change?: FileChange;
      /** The file is not any more what the agent wrote. */
      readonly isStale?: boolean;
    }
  | {
      readonly kind: "opaque";
      readonly why: string;
      readonly proposed: string | undefined;
      readonly change?: FileChange;
    };

/** What a click is about. */
export type Hit =
  | { readonly kind: "action"; readonly action: Action }
  | { readonly kind: "item"; readonly index: number; readonly isMark: boolean }
  | { readonly kind: "row"; readonly index: number }
  | { readonly kind: "page"; readonly page: Page }
  | { readonly kind: "choice"; readonly index: number };

/** What the screen wants done. */
export type Effect =
  | { readonly type: "load"; readonly key: string }
  | {
      readonly type: "decide";
      readonly id: number;
      readonly contents: string | undefined;
      /** How much of the proposal that is. */
      readonly hunks?: AcceptedHunks;
      /** What the file must still be for that; left out when it does not matter. */
      readonly before?: string;
      readonly message?: string;
    }
  | { readonly type: "decideCode"; readonly id: number; readonly allow: boolean }
  | {
      readonly type: "settle";
      readonly id: string;
      readonly changedAt?: string;
      /** What to take back; the rest is kept. */
      readonly revert: "all" | readonly number[];
      /** Of how many hunks these are some. */
      readonly of?: number;
    }
  | {
      readonly type: "edit";
      readonly key: string;
      readonly path: string;
      readonly text: string;
      readonly line: number;
    }
  | { readonly type: "forgetFile"; readonly file: string }
  | {
      readonly type: "keepText";
      readonly review: PendingReview;
      readonly text: string;
      readonly why: string;
    }
  | { readonly type: "pause"; readonly paused: boolean }
  | { readonly type: "browse" }
  | { readonly type: "lookForServers" }
  | { readonly type: "attention"; readonly title: string; readonly text: string }
  | { readonly type: "redraw" }
  | { readonly type: "leave"; readonly how: LeaveReason };

/** Why the screen goes: the user left, or pressed Ctrl-C; nothing is left to decide; the idebridge has stopped. */
export type LeaveReason = "left" | "interrupted" | "done" | "stopped";
