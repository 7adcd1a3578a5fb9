import type { Hunk, ReviewData } from "@idebridge/review";
import type { Client, CodeOutput, OpenDocument, Proposal, Selection } from "@idebridge/sdk/core";

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
  readonly kernels: readonly KernelInfo[];
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
  /** How many files it has been told of; of one that does not run, how many of the project it is for. */
  readonly files?: number;
  /** The folder that it works in. */
  readonly root?: string;
  /** For people: why it failed, how to install it. */
  readonly message?: string;
  readonly pid?: number;
}

/** A Jupyter kernel that runs code for agents. */
export interface KernelInfo {
  /** `undefined` when it is that of a folder. */
  readonly notebook: string | undefined;
  readonly folder: string;
  /** Such as "Python 3 (ipykernel)"; known once it runs. */
  readonly name: string | undefined;
  readonly pid: number | undefined;
  readonly state: "starting" | "idle" | "busy" | "stopped";
}

/** A piece of code that an agent has had run, or wants to. */
export interface Execution {
  readonly id: number;
  readonly client: ClientInfo;
  readonly notebook: string | undefined;
  readonly folder: string;
  readonly code: string;
  /** `asked`: the user is asked. `waiting`: for the kernel. */
  readonly state: "asked" | "waiting" | "running" | "ok" | "failed" | "interrupted" | "refused";
  readonly askedAt: string;
  readonly startedAt?: string;
  readonly endedAt?: string;
  /** Who has decided, when the user was asked. */
  readonly by?: string;
  /** What it has shown, known at the end. */
  readonly textCharacters: number;
  readonly images: number;
}

export interface ExecutionOutputs {
  readonly execution: Execution;
  readonly outputs: readonly CodeOutput[];
}

export interface PendingReview {
  readonly id: number;
  readonly path: string;
  readonly title: string;
  readonly client: ClientInfo;
  readonly openedAt: string;
  readonly added: number;
  readonly removed: number;
  /** The lines were too many to be counted one by one: at most so many. */
  readonly isRough?: true;
  readonly isNewFile: boolean;
  /** The change of several files that this is a part of: nothing of it is written before all are decided. */
  readonly group?: ReviewGroup;
  /** Why the present contents cannot be shown: they are binary, too large… It can be decided all the same. */
  readonly problem?: string;
  /** It is decided, but the agent has not been told yet. */
  readonly held?: HeldDecision;
}

export interface HeldDecision {
  readonly outcome: "accepted" | "rejected";
  readonly by: string;
  /** When the agent is told. */
  readonly until: string;
}

export interface ReviewGroup {
  readonly id: number;
  /** For people, such as "Rename greet to welcome". */
  readonly title: string;
  /** How many files there are. */
  readonly size: number;
}

/** How much of a proposal was accepted, in hunks of it. */
export interface AcceptedHunks {
  readonly accepted: number;
  readonly total: number;
  /** Of those that were accepted, how many the user has written anew. */
  readonly edited: number;
}

/** The user answered in the agent itself; the agent took its question back; it has left; idebridge was stopped. */
export type WithdrawnReason = "answeredInAgent" | "takenBack" | "agentLeft" | "stopped";

/** A review that is over. */
export interface DecidedReview extends Omit<PendingReview, "held"> {
  readonly closedAt: string;
  readonly outcome: "accepted" | "rejected" | "withdrawn";
  /** Accepted, but not as proposed. */
  readonly isEdited: boolean;
  readonly hunks?: AcceptedHunks;
  readonly by: string;
  readonly message?: string;
  /** Why nobody has decided it. */
  readonly reason?: WithdrawnReason;
}

export interface DocumentInfo extends OpenDocument {
  readonly version: number;
  readonly isPreview: boolean;
  /** The file as compared with what the document was read from. */
  readonly onDisk: "unchanged" | "changed" | "deleted";
}

export interface FormatResult {
  /** Such as "prettier" or "language server". */
  readonly by: string;
  readonly text: string;
  readonly version: number;
  readonly isSaved: boolean;
  /** What was changed, in offsets of the text before: an editor that shows it applies these, and keeps its cursor. */
  readonly changes: readonly { readonly start: number; readonly end: number; readonly text: string }[];
}

export interface ReviewTexts {
  readonly review: PendingReview;
  readonly proposal: Proposal;
  /** The file as it was when the proposal came: what that is a change of. `undefined` when it did not exist. */
  readonly base: string | undefined;
  /** The file as it is now; `undefined` when it does not exist. */
  readonly original: string | undefined;
  /** What front ends have decided of it so far, about the file as it was then. */
  readonly draft?: ReviewData;
  /** As `diffTexts` of `@idebridge/review` gives them for `base` and the proposal; left out when they are very long. */
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

export interface FolderContents {
  /** `undefined` for the list of the workspace folders. */
  readonly path: string | undefined;
  readonly entries: readonly FolderEntry[];
  /** How many there are more than are told. */
  readonly left: number;
}

export interface FolderEntry {
  readonly name: string;
  readonly path: string;
  readonly kind: "file" | "folder" | "other";
  readonly isIgnored: boolean;
  /** Why it cannot be opened here: a link out of the workspace, a file that is not shared… */
  readonly problem?: string;
}

export interface FoundFiles {
  readonly files: readonly FoundFile[];
  /** Of how many files these are the best. */
  readonly searched: number;
  /** There are so many files that not all were searched. */
  readonly isCut: boolean;
}

export interface FoundFile {
  readonly path: string;
  /** The path from its workspace folder, with slashes; `matches` are the places in it that were typed. */
  readonly shown: string;
  readonly matches: readonly number[];
}

export interface TimelineEntry {
  readonly prompt: Pick<PromptChanges, "id" | "client" | "startedAt">;
  readonly change: FileChange;
}

export interface ClientActivity {
  readonly client: ClientInfo;
  /** What it has asked, the most recent first. */
  readonly calls: readonly CalledTool[];
}

export interface CalledTool {
  readonly tool: string;
  readonly count: number;
  readonly failed: number;
  readonly lastAt: string;
}

/** One message between an agent and idebridge. */
export interface TrafficMessage {
  /** Counts up from 1. */
  readonly id: number;
  readonly at: string;
  readonly client: Pick<ClientInfo, "id" | "name">;
  readonly direction: "fromAgent" | "toAgent";
  readonly kind: "request" | "notification" | "result" | "error";
  /** For results and errors that of the request, when it is known. For calls of tools: `tools/call openDiff`. */
  readonly method: string;
  readonly requestId?: string | number | null;
  /** Of results and errors: since the request. */
  readonly milliseconds?: number;
  readonly bytes: number;
  /** The JSON of it, or its beginning. */
  readonly text: string;
  readonly isCut: boolean;
}

export interface WorkbenchLink {
  readonly url: string;
  readonly port: number;
  readonly expiresAt: string;
  /** Of a page that opens it, for this user only: so that no command line shows the link. It goes when the link does. */
  readonly file?: string;
}
