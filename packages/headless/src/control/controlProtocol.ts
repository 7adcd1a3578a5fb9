import type { Hunk } from "@idebridge/review";
import type {
  Client,
  Decision,
  FileDiagnostics,
  Mention,
  OpenDocument,
  Proposal,
  Range,
  Selection,
} from "@idebridge/sdk";

/**
 * What front ends (a terminal, a page, a shell command) can ask of a running idebridge. JSON-RPC over a
 * WebSocket on 127.0.0.1, with a token of its own that agents never see. Any number may be attached.
 */
export interface ControlRequests {
  /** Says who is there, such as "terminal" or "browser": decisions are told with that name. */
  attach: { params: { name: string }; result: Status };
  status: { params: undefined; result: Status };
  "reviews/list": { params: undefined; result: readonly PendingReview[] };
  /** Reads one, with both texts. */
  "reviews/read": { params: { id: number }; result: ReviewTexts };
  /** The first decision wins; whoever comes later is told who it was. */
  "reviews/decide": {
    params: { id: number; decision: Decision; message?: string };
    result: { outcome: "decided" } | { outcome: "tooLate"; by: string };
  };
  /** What was decided, when and by whom, the oldest first; since this idebridge was started. */
  "reviews/history": { params: undefined; result: readonly DecidedReview[] };
  "changes/list": { params: undefined; result: readonly PromptChanges[] };
  "changes/read": { params: { id: string }; result: ChangeTexts };
  "changes/revert": { params: RevertRequest; result: RevertResult };
  /** Keeps a change, so that it is not shown as unseen any more. */
  "changes/keep": { params: { id: string }; result: { kept: number } };
  "documents/list": { params: undefined; result: readonly DocumentInfo[] };
  "documents/open": { params: { path: string; line?: number }; result: { text: string; version: number } };
  "documents/edit": { params: { path: string; text: string; version: number }; result: { version: number } };
  "documents/save": { params: { path: string; overwrite?: boolean }; result: { outcome: SaveOutcome } };
  /** Back to what is on disk. */
  "documents/revert": { params: { path: string }; result: { text: string; version: number } };
  /** Unsaved changes are kept, and the document open, unless they are to be discarded. */
  "documents/close": {
    params: { path: string; discard?: boolean };
    result: { outcome: "closed" | "notOpen" | "unsaved" };
  };
  /** The problems that are known, of every file that has some. */
  "diagnostics/list": { params: undefined; result: readonly FileDiagnostics[] };
  select: { params: { path: string; range: Range }; result: { selection: Selection } };
  mention: { params: Mention & { clientId?: number }; result: { outcome: "sent" | "queued" } };
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
      /** Who decided, such as "terminal" or "browser"; "agent" when it was withdrawn. */
      readonly by: string;
      readonly message?: string;
    }
  /** The file has changed on disk, or in an editor, while it is asked about: read both texts again. */
  | { readonly type: "reviewChanged"; readonly review: PendingReview }
  | { readonly type: "changesChanged"; readonly prompt: PromptChanges }
  | { readonly type: "clientsChanged"; readonly clients: readonly ClientInfo[] }
  | {
      readonly type: "toolCalled";
      readonly client: ClientInfo;
      readonly tool: string;
      readonly arguments: unknown;
    }
  | { readonly type: "refused"; readonly reason: string }
  | { readonly type: "selectionChanged"; readonly selection: Selection | undefined }
  | { readonly type: "documentsChanged"; readonly documents: readonly DocumentInfo[] }
  | { readonly type: "sharingChanged"; readonly paused: boolean }
  /** Files whose problems have changed, each with all that it has now; and how many there are in all. */
  | {
      readonly type: "diagnosticsChanged";
      readonly files: readonly FileDiagnostics[];
      readonly problems: ProblemCounts;
    }
  | { readonly type: "languageServersChanged"; readonly servers: readonly LanguageServerInfo[] }
  | { readonly type: "warning"; readonly message: string };

/** A client as it goes over the control channel: dates as ISO text. */
export type ClientInfo = Omit<Client, "connectedAt"> & { readonly connectedAt: string };

export interface Status {
  readonly name: string;
  readonly version: string;
  readonly pid: number;
  readonly port: number;
  readonly dialect: string;
  readonly folders: readonly string[];
  readonly startedAt: string;
  readonly paused: boolean;
  readonly clients: readonly ClientInfo[];
  readonly pendingReviews: number;
  readonly unseenChanges: number;
  readonly selection: Selection | undefined;
  readonly problems: ProblemCounts;
  readonly languageServers: readonly LanguageServerInfo[];
}

export interface ProblemCounts {
  readonly errors: number;
  readonly warnings: number;
}

export interface LanguageServerInfo {
  /** Such as "TypeScript" or "pyright". */
  readonly name: string;
  /** `idle` until the first file that it is for; `missing` when it would be useful but is not installed. */
  readonly state: "idle" | "starting" | "ready" | "restarting" | "failed" | "missing";
  /** The language ids that it is for. */
  readonly languages: readonly string[];
  /** For people: why it failed, how to install it. */
  readonly message?: string;
  readonly pid?: number;
}

export interface PendingReview {
  readonly id: number;
  readonly path: string;
  readonly title: string;
  readonly client: ClientInfo;
  readonly openedAt: string;
  readonly added: number;
  readonly removed: number;
  readonly isNewFile: boolean;
  /** Why the present contents cannot be shown: they are binary, too large… It can be decided all the same. */
  readonly problem?: string;
}

/** A review that is over. */
export interface DecidedReview extends PendingReview {
  readonly closedAt: string;
  readonly outcome: "accepted" | "rejected" | "withdrawn";
  /** Accepted, but not as proposed. */
  readonly isEdited: boolean;
  readonly by: string;
  readonly message?: string;
}

export interface DocumentInfo extends OpenDocument {
  readonly version: number;
  readonly isPreview: boolean;
  /** The file as compared with what the document was read from. */
  readonly onDisk: "unchanged" | "changed" | "deleted";
}

export interface ReviewTexts {
  readonly review: PendingReview;
  readonly proposal: Proposal;
  /** The file as it is now; `undefined` when it does not exist. */
  readonly original: string | undefined;
  /** As `diffTexts` of `@idebridge/review` gives them for both texts; left out when they are very long. */
  readonly hunks?: readonly Hunk[];
}

/** What one client wrote without asking, between two prompts. */
export interface PromptChanges {
  /** Stable across restarts; `idebridge revert <id>` takes it, and that of a file. */
  readonly id: string;
  readonly client: { readonly name: string; readonly version: string; readonly folder: string | undefined };
  readonly startedAt: string;
  readonly files: readonly FileChange[];
  /** What happened but is not recorded file by file, for people: so many files at once, a branch switched. */
  readonly notes: readonly string[];
}

export interface FileChange {
  readonly id: string;
  readonly path: string;
  readonly kind: "created" | "modified" | "deleted";
  readonly added: number;
  readonly removed: number;
  readonly changedAt: string;
  /** How the text before is known: announced by the agent, last known to idebridge, or git's. */
  readonly beforeFrom: "announced" | "known" | "git";
  readonly state: "unseen" | "kept" | "reverted" | "partlyReverted";
  /** Those that were taken back, when it was not all of them. */
  readonly revertedHunks?: readonly number[];
  /** Why it cannot be taken back, for people; left out when it can. */
  readonly notRevertible?: string;
}

export interface ChangeTexts {
  readonly change: FileChange;
  readonly before: string | undefined;
  readonly after: string | undefined;
  readonly current: string | undefined;
}

/** Some hunks of a file, a file, or everything of a prompt. */
export interface RevertRequest {
  /** The id of a prompt or of a file's change. */
  readonly id: string;
  /** Only these hunks of a file's change, by their ids in `diffTexts(before, after)` of `@idebridge/review`. */
  readonly hunks?: readonly number[];
  /** That of the change as it was shown: refused when the agent has written the file again since. */
  readonly changedAt?: string;
}

export type RevertResult =
  | { readonly outcome: "reverted"; readonly paths: readonly string[] }
  /** Nothing was written: the user has changed these since. */
  | { readonly outcome: "conflict"; readonly paths: readonly string[]; readonly message: string }
  | { readonly outcome: "unknown"; readonly message: string };

export type SaveOutcome = "saved" | "notOpen" | "changedOnDisk";
