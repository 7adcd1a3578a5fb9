import type { ReviewData } from "@idebridge/review";
import type { Decision, FileDiagnostics, Mention, Range, Selection } from "@idebridge/sdk/core";
import type { CodeRequests } from "./codeProtocol.ts";
import type {
  AcceptedHunks,
  ChangeTexts,
  ClientActivity,
  ClientInfo,
  DecidedReview,
  DocumentInfo,
  Execution,
  ExecutionOutputs,
  FolderContents,
  FormatResult,
  FoundFiles,
  HeldDecision,
  KernelInfo,
  LanguageServerInfo,
  PendingReview,
  ProblemCounts,
  PromptChanges,
  RevertRequest,
  RevertResult,
  ReviewTexts,
  SaveOutcome,
  Status,
  TimelineEntry,
  TrafficMessage,
  WithdrawnReason,
  WorkbenchLink,
} from "./controlTypes.ts";

export type * from "./controlTypes.ts";
export { counted } from "./counted.ts";
export { hasCountedLines } from "./hasCountedLines.ts";
export { isNotRevertible } from "./isNotRevertible.ts";
export { isUnannounced } from "./isUnannounced.ts";
export { decisionWords, outcomeWords } from "./outcomeWords.ts";
export { shellWord } from "./shellWord.ts";

/** An agent should not wait longer than that for what is decided. */
export const longestHoldMilliseconds = 10_000;

/**
 * What front ends (a terminal, a page, a shell command) can ask of a running idebridge. JSON-RPC over a
 * WebSocket on 127.0.0.1, with a token of its own that agents never see. Any number may be attached.
 */
export interface ControlRequests extends CodeRequests {
  /** Says who is there, such as "terminal" or "browser": decisions are told with that name. */
  attach: { params: { name: string }; result: Status };
  status: { params: undefined; result: Status };
  "reviews/list": { params: undefined; result: readonly PendingReview[] };
  /** Reads one, with both texts. */
  "reviews/read": { params: { id: number }; result: ReviewTexts };
  /**
   * The first decision wins; whoever comes later is told who it was. With `holdMilliseconds` the
   * agent is told only then, or when the front end that decided leaves: until then it can be undone.
   * `hunks` says how much of the proposal that is, for the others.
   */
  "reviews/decide": {
    params: {
      id: number;
      decision: Decision;
      message?: string;
      hunks?: AcceptedHunks;
      holdMilliseconds?: number;
    };
    result: { outcome: "decided" } | { outcome: "held"; until: string } | { outcome: "tooLate"; by: string };
  };
  /** Takes a decision back that is still held: the review is pending again, for everybody. */
  "reviews/undo": { params: { id: number }; result: { outcome: "undone" | "tooLate" } };
  /**
   * What the user has decided of a pending review so far, so that all front ends stay in step. `null`: nothing. With
   * `openedAt`, that of the review, it may be about the file as it is by now.
   */
  "reviews/draft": {
    params: { id: number; draft: ReviewData | null; openedAt?: string };
    result: { outcome: "kept" | "tooLate" };
  };
  /** What was decided, when and by whom, the oldest first; since this idebridge was started. */
  "reviews/history": { params: undefined; result: readonly DecidedReview[] };
  "changes/list": { params: undefined; result: readonly PromptChanges[] };
  "changes/read": { params: { id: string }; result: ChangeTexts };
  "changes/revert": { params: RevertRequest; result: RevertResult };
  /** Keeps a change, so that it is not shown as unseen any more. */
  "changes/keep": { params: { id: string }; result: { kept: number } };
  /** What agents have written of one file without asking, the oldest first. */
  "files/timeline": { params: { path: string }; result: readonly TimelineEntry[] };
  /** What is in a folder of the workspace: folders first, by name. Those of the workspace themselves without `path`. */
  "files/list": { params: { path?: string }; result: FolderContents };
  /** The files of the workspace whose path fits best to what was typed. Everything git ignores is left out. */
  "files/find": { params: { query: string; limit?: number }; result: FoundFiles };
  /** Who is connected, and what they have asked so far. */
  "clients/list": { params: undefined; result: readonly ClientActivity[] };
  /** Turns the event `traffic` on or off for this front end. Gives what is remembered of the time before. */
  "traffic/watch": { params: { watch: boolean }; result: { messages: readonly TrafficMessage[] } };
  /** A link that opens the workbench in a browser, once and only soon. */
  "workbench/link": { params: { file?: boolean }; result: WorkbenchLink };
  "documents/list": { params: undefined; result: readonly DocumentInfo[] };
  /** Refused when the file has no such line. */
  "documents/open": { params: { path: string; line?: number }; result: { text: string; version: number } };
  "documents/edit": { params: { path: string; text: string; version: number }; result: { version: number } };
  "documents/save": { params: { path: string; overwrite?: boolean }; result: { outcome: SaveOutcome } };
  /** Back to what is on disk. */
  "documents/revert": { params: { path: string }; result: { text: string; version: number } };
  /** Takes the last edit back; those of before the file was last read are not remembered. */
  "documents/undo": {
    params: { path: string };
    result: { outcome: "undone"; text: string; version: number } | { outcome: "nothingToUndo" };
  };
  /** Formats as the project does. Saved only when there was nothing else to save; can be undone. */
  "documents/format": { params: { path: string }; result: FormatResult };
  /** Unsaved changes are kept, and the document open, unless they are to be discarded. */
  "documents/close": {
    params: { path: string; discard?: boolean };
    result: { outcome: "closed" | "notOpen" | "unsaved" };
  };
  /** The problems that are known, of every file that has some. */
  "diagnostics/list": { params: undefined; result: readonly FileDiagnostics[] };
  /** Those of `status`; before any was needed, those that would be of use here, as far as that is found out soon. */
  "languageServers/list": { params: undefined; result: readonly LanguageServerInfo[] };
  /** Code that agents had run, or want to, the oldest first; since this idebridge was started. */
  "executions/list": { params: undefined; result: readonly Execution[] };
  /** One with what it has shown so far. */
  "executions/read": { params: { id: number }; result: ExecutionOutputs };
  /** Answers `executionAsked`. The first decision wins. */
  "executions/decide": {
    params: { id: number; allow: boolean };
    result: { outcome: "decided" } | { outcome: "tooLate"; by: string };
  };
  "executions/interrupt": { params: { id: number }; result: { outcome: "interrupted" | "notRunning" } };
  "kernels/list": { params: undefined; result: readonly KernelInfo[] };
  /** The kernel of a notebook, or of a folder without one; all when left out. What was defined in it is gone. */
  "kernels/restart": { params: { path?: string }; result: { restarted: number } };
  /** For agents: refused when they could not be told, as the file is not shared or has no such line. */
  select: { params: { path: string; range: Range; forAgents?: boolean }; result: { selection: Selection } };
  /** `lines` are those that the file has of them; refused when it has none. */
  mention: {
    params: Mention & { clientId?: number };
    result: { outcome: "sent" | "queued"; lines?: Mention["lines"] };
  };
  "sharing/pause": { params: { paused: boolean }; result: { paused: boolean } };
}

export type ControlMethod = keyof ControlRequests;

/** What every attached front end is told, as the notification `event`. */
export type ControlEvent =
  | { readonly type: "reviewOpened"; readonly review: PendingReview }
  | {
      readonly type: "reviewClosed";
      readonly id: number;
      readonly outcome: "accepted" | "rejected" | "withdrawn";
      /** Who decided, such as "terminal" or "browser"; "agent" or "idebridge" when it was withdrawn. */
      readonly by: string;
      readonly message?: string;
      /** Accepted, but not as proposed. */
      readonly isEdited: boolean;
      readonly hunks?: AcceptedHunks;
      /** Why nobody has decided it. */
      readonly reason?: WithdrawnReason;
    }
  /** Decided, but not sent yet: it can be undone until then. */
  | { readonly type: "reviewHeld"; readonly id: number; readonly held: HeldDecision }
  /** A held decision was undone. */
  | { readonly type: "reviewUndone"; readonly id: number; readonly by: string }
  /** Told to all but the one who drafted it. */
  | {
      readonly type: "reviewDrafted";
      readonly id: number;
      readonly draft: ReviewData | null;
      readonly by: string;
    }
  /** The file has changed on disk, or in an editor, while it is asked about: read both texts again. */
  | { readonly type: "reviewChanged"; readonly review: PendingReview }
  | { readonly type: "changesChanged"; readonly prompt: PromptChanges }
  | { readonly type: "clientsChanged"; readonly clients: readonly ClientInfo[] }
  | {
      readonly type: "toolCalled";
      readonly client: ClientInfo;
      readonly tool: string;
      /** Long texts are cut. */
      readonly arguments: unknown;
    }
  | { readonly type: "refused"; readonly reason: string }
  | { readonly type: "selectionChanged"; readonly selection: Selection | undefined }
  | { readonly type: "documentsChanged"; readonly documents: readonly DocumentInfo[] }
  /** The text of an open document is another. Whoever made it that already has this version. */
  | {
      readonly type: "documentChanged";
      readonly path: string;
      readonly text: string;
      readonly version: number;
      readonly isDirty: boolean;
    }
  /** Only for those who watch; several at once when much goes on. */
  | { readonly type: "traffic"; readonly messages: readonly TrafficMessage[] }
  | { readonly type: "sharingChanged"; readonly paused: boolean }
  /** Files whose problems have changed, each with all that it has now; and how many there are in all. */
  | {
      readonly type: "diagnosticsChanged";
      readonly files: readonly FileDiagnostics[];
      readonly problems: ProblemCounts;
    }
  | { readonly type: "languageServersChanged"; readonly servers: readonly LanguageServerInfo[] }
  /** An agent wants to run code, and the user is to be asked first. */
  | { readonly type: "executionAsked"; readonly execution: Execution }
  | {
      readonly type: "executionDecided";
      readonly id: number;
      readonly allowed: boolean;
      /** Such as "terminal" or "browser". */
      readonly by: string;
    }
  | { readonly type: "executionStarted"; readonly execution: Execution }
  /** It has shown more: `executions/read` tells what. */
  | { readonly type: "executionOutput"; readonly id: number }
  | { readonly type: "executionEnded"; readonly execution: Execution }
  | { readonly type: "kernelsChanged"; readonly kernels: readonly KernelInfo[] }
  | { readonly type: "warning"; readonly message: string };
