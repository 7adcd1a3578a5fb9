/**
 * The port: what an editor offers to coding agents. An editor implements this interface and hands it
 * to `serve`; it never meets a wire format.
 *
 * Only `name` and `workspaceFolders` are required. Leave out what your editor cannot do: agents are
 * told only about the rest.
 *
 * Conventions: paths are absolute and in the form of the platform; lines and characters count from 0,
 * characters in UTF-16 units. Every call ends early when `call.signal` aborts: the agent has left, has
 * taken its question back, or has waited too long.
 */
export interface Editor {
  /** Shown to the user by the agent, as in "Connected to Kale". */
  readonly name: string;
  readonly version?: string;

  /** The folders that are open, the main one first. */
  workspaceFolders(): readonly string[];

  /**
   * Tells the listener of every change, until the returned function is called. A server calls this once;
   * `Listeners` keeps several.
   */
  subscribe?(listener: (event: EditorEvent) => void): Unsubscribe;

  /**
   * Answers no for something that is implemented but cannot be done now, such as running code with no
   * notebook open. Emit `capabilities` when an answer changes.
   */
  can?(capability: Capability): boolean;

  /** The documents in tabs, in the order of the tabs. */
  openDocuments?(call: Call): Awaitable<readonly OpenDocument[]>;

  /** Where the user is now: the selection, perhaps empty, of the text editor that has the focus. */
  activeSelection?(call: Call): Awaitable<Selection | undefined>;

  /** The last selection made anywhere. Without this, the last one told by a `selection` event is used. */
  latestSelection?(call: Call): Awaitable<Selection | undefined>;

  /** The text of an open document, unsaved changes included. `undefined`, and it is read from disk. */
  readText?(path: string, call: Call): Awaitable<string | undefined>;

  openFile?(request: OpenFileRequest, call: Call): Awaitable<OpenedFile | "notFound">;

  saveDocument?(path: string, call: Call): Awaitable<"saved" | "notOpen">;

  /** Closes the tab with this label, or of the file with this path. Tabs of reviews are not meant. */
  closeTab?(label: string, call: Call): Awaitable<"closed" | "notFound">;

  /**
   * Shows a proposed change and waits, for hours if need be, until the user has decided. Do not write
   * the file: the agent does. When `call.signal` aborts, take the review off the screen; whatever is
   * returned after that is ignored.
   */
  review?(proposal: Proposal, call: Call): Promise<Decision>;

  /**
   * The problems of one file, or of every file that has some when no path is given. A file without problems
   * may be left out, or have an empty list.
   */
  diagnostics?(path: string | undefined, call: Call): Awaitable<readonly FileDiagnostics[]>;

  format?(path: string, call: Call): Awaitable<"formatted" | "notFound">;

  /** Selects a range, or places the cursor when the range is empty, in a file or in the active document. */
  setSelection?(request: SetSelectionRequest, call: Call): Awaitable<"selected" | "notOpen">;

  /** Runs code in the kernel of the notebook that is open. */
  executeCode?(code: string, call: Call): Awaitable<CodeResult>;
}

export type Awaitable<T> = T | Promise<T>;
export type Unsubscribe = () => void;

/** The parts of the port that an editor may leave out. */
export type Capability = Exclude<keyof Editor, "name" | "version" | "workspaceFolders" | "subscribe" | "can">;

/** Who calls, and until when. */
export interface Call {
  readonly signal: AbortSignal;
  readonly client: Client;
  /** The model itself asks, not the program around it: a complete answer is worth waiting for. */
  readonly byModel?: boolean;
}

/** A connected agent. Its fields fill in as it introduces itself. */
export interface Client {
  /** Unique among the clients of one server, never used twice. */
  readonly id: number;
  readonly name: string;
  readonly version: string;
  readonly pid: number | undefined;
  /** The folders it works in, as it told; empty when it did not. */
  readonly folders: readonly string[];
  readonly connectedAt: Date;
}

export interface Position {
  readonly line: number;
  readonly character: number;
}

export interface Range {
  readonly start: Position;
  readonly end: Position;
}

export interface Selection {
  readonly path: string;
  readonly range: Range;
  /** The selected text, empty when the range is. */
  readonly text: string;
}

export interface OpenDocument {
  readonly path: string;
  /** What the tab says; the file's name when left out. */
  readonly label?: string;
  readonly languageId?: string;
  readonly isActive?: boolean;
  readonly isDirty?: boolean;
  readonly isUntitled?: boolean;
}

export interface OpenFileRequest {
  readonly path: string;
  /** Open in a tab that the next preview replaces. */
  readonly preview: boolean;
  /** Bring the file to the front, or open it behind what the user sees. */
  readonly frontmost: boolean;
  /** Text to select: `findText` turns it into a range. */
  readonly select?: TextPattern;
}

/** A range described by the text at its ends. */
export interface TextPattern {
  readonly startText: string;
  readonly endText?: string;
  readonly toEndOfLine?: boolean;
}

export interface OpenedFile {
  readonly languageId?: string;
  readonly lineCount?: number;
}

export interface SetSelectionRequest {
  /** The active document when left out. */
  readonly path?: string;
  readonly range: Range;
}

/** New contents for a file, proposed by an agent. */
export interface Proposal {
  /** Unique among all proposals of one server. */
  readonly id: number;
  /** The file that will be written. It need not exist yet. */
  readonly path: string;
  /** Where the present contents are: the same file, except when that does not exist, and the change renames another. */
  readonly oldPath: string;
  readonly contents: string;
  /** What the agent calls it. */
  readonly title: string;
}

export type Decision =
  /** Accepted, with what the file shall contain: the proposal, or what the user made of it. */
  { readonly outcome: "accepted"; readonly contents: string } | { readonly outcome: "rejected" };

export type Severity = "error" | "warning" | "information" | "hint";

export interface Diagnostic {
  readonly message: string;
  readonly severity: Severity;
  readonly range: Range;
  /** Who found it: "typescript", "eslint"… */
  readonly source?: string;
  readonly code?: string | number;
  readonly related?: readonly RelatedInformation[];
}

export interface RelatedInformation {
  readonly path: string;
  readonly range: Range;
  readonly message: string;
}

export interface FileDiagnostics {
  readonly path: string;
  readonly diagnostics: readonly Diagnostic[];
}

export interface CodeResult {
  readonly outputs: readonly CodeOutput[];
  /** The code ended with an error, which the outputs describe. */
  readonly failed?: boolean;
}

export type CodeOutput =
  | { readonly type: "text"; readonly text: string }
  /** `data` is base64. */
  | { readonly type: "image"; readonly data: string; readonly mimeType: string };

export type EditorEvent =
  /** The selection or the active document changed; no selection when no text editor has the focus. */
  | { readonly type: "selection"; readonly selection: Selection | undefined }
  | { readonly type: "diagnostics"; readonly files: readonly FileDiagnostics[] }
  | { readonly type: "workspaceFolders" }
  /** Documents were opened, closed, changed or saved. */
  | { readonly type: "documents" }
  /** What the editor can do has changed. */
  | { readonly type: "capabilities" };

/** Something the user points the agent to: a file, some of its lines, or a folder. */
export interface Mention {
  readonly path: string;
  /** First and last line, both included. */
  readonly lines?: { readonly first: number; readonly last: number };
}
