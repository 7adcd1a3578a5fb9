import type {
  ControlEvent,
  Execution,
  FileChange,
  PendingReview,
  PromptChanges,
  Status,
} from "@idebridge/headless";
import type { Review } from "@idebridge/review";
import type { Size } from "../terminal/grid.ts";
import type { DiffItems } from "./diff/diffItems.ts";
import type { Occurrence } from "./diff/search.ts";
import type { KeyBindings } from "./keys/keyBindings.ts";

export type Page = "inbox" | "changes" | "log" | "status";

export interface ScreenOptions {
  readonly keys: KeyBindings;
  readonly layout: "auto" | "sideBySide" | "unified";
  /** `serve`: leaving ends the idebridge, too. */
  readonly ownsIdebridge: boolean;
  /** Leaves as soon as nothing is left to decide. */
  readonly once: boolean;
}

/** All that the screen shows. Never changes: `update` gives a new one. */
export interface ScreenState {
  readonly options: ScreenOptions;
  readonly size: Size;
  readonly now: number;
  readonly hasFocus: boolean;
  /** `opening`: nothing is known yet, not even that there is nothing to decide. */
  readonly connection: "opening" | "attached" | "lost";
  readonly status: Status;
  /** Whether the language servers in the status are all that would be of use: those are looked for when they are looked at. */
  readonly knowsServers: boolean;
  /** The newest question first. */
  readonly reviews: readonly PendingReview[];
  /** The newest prompt first. */
  readonly prompts: readonly PromptChanges[];
  /** What agents want to run, the oldest question first: shown in place of the inbox, one after the other. */
  readonly code: readonly Execution[];
  /** Rows of the code that have scrolled away. */
  readonly codeTop: number;
  /** From then on the code that is shown can be decided about. */
  readonly codeArmedAt: number;
  readonly log: readonly LogEntry[];
  readonly page: Page;
  readonly lists: Readonly<Record<Page, ListPosition>>;
  /** A review or a change that is looked at, over the page. */
  readonly diff: OpenDiff | undefined;
  readonly helpTop: number | undefined;
  readonly question: Question | undefined;
  readonly notice: Notice | undefined;
  /** When somebody else last changed what is in the lists: a key pressed just now was meant for what was there. */
  readonly arrivedAt: number;
  /** What was decided in diffs that the user has left, by their keys: it is there again when they come back. */
  readonly drafts: ReadonlyMap<string, OpenDiff>;
  /** What the user wrote in reviews, until they have decided those: nobody else may have it. */
  readonly ownTexts: readonly OwnText[];
}

export interface OwnText {
  readonly review: PendingReview;
  readonly file: string;
  /** The review ended otherwise, and the user was told where the text is. */
  readonly isOver: boolean;
}

export interface ListPosition {
  readonly cursor: number;
  readonly top: number;
}

export interface LogEntry {
  readonly at: number;
  readonly event: ControlEvent;
  /** The event in one line, for people. */
  readonly text: string;
}

export interface Notice {
  readonly text: string;
  readonly kind: "told" | "warning" | "error" | "success";
  readonly at: number;
  readonly until: number;
}

/** What is asked in the last but one line. It takes every key until it is answered. */
export type Question =
  | {
      readonly kind: "text";
      readonly about: "search" | "message";
      readonly text: string;
      readonly cursor: number;
    }
  | {
      readonly kind: "choice";
      readonly text: string;
      readonly choices: readonly Choice[];
      /** The last key that was none of the choices. */
      readonly missed?: string;
    };

export interface Choice {
  readonly key: string;
  readonly label: string;
  readonly does: ChoiceAction;
}

export type ChoiceAction =
  | { readonly type: "cancel" }
  | { readonly type: "send"; readonly undecided: "accepted" | "rejected" }
  | { readonly type: "reject" }
  | { readonly type: "leave"; readonly how: "left" | "interrupted" }
  | { readonly type: "revert"; readonly id: string };

export type Subject =
  | { readonly kind: "review"; readonly review: PendingReview }
  | { readonly kind: "change"; readonly change: FileChange };

/** Which text is shown: the difference, or one of the texts alone. */
export type ShownText = "difference" | "old" | "new" | "result";

export interface OpenDiff {
  readonly subject: Subject;
  /** Decision keys count from then on. */
  readonly armedAt: number;
  readonly content: DiffContent;
  readonly shown: ShownText;
  readonly layout: "auto" | "sideBySide" | "unified";
  readonly wrap: boolean;
  readonly unfoldsAll: boolean;
  /** Folds that are open, by the first line of the old text in them. */
  readonly unfolded: ReadonlySet<number>;
  /** Of `items`, where the cursor is. */
  readonly cursor: number;
  /** The first item on the screen and, when it is wrapped, which of its rows. */
  readonly top: { readonly item: number; readonly part: number };
  /** Columns that have scrolled away to the left. */
  readonly left: number;
  readonly search: string | undefined;
  /** Where the last search went to, if the cursor is still there. */
  readonly found: Occurrence | undefined;
  /** A decision is on its way. */
  readonly isSending: boolean;
  readonly remark: string | undefined;
}

export type DiffContent =
  | { readonly kind: "reading" }
  /** Nothing to compare: why, and the proposed text if there is one. */
  | {
      readonly kind: "opaque";
      readonly why: string;
      readonly items: DiffItems;
      readonly proposed: string | undefined;
    }
  /** The texts are there, the hunks are being looked for. */
  | {
      readonly kind: "comparing";
      readonly items: DiffItems;
      readonly before: string;
      readonly after: string;
      /** The file as it is by now. */
      readonly present: string;
    }
  | {
      readonly kind: "ready";
      readonly review: Review;
      readonly items: DiffItems;
    };
