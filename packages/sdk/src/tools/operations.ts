import type {
  CodeResult,
  FileDiagnostics,
  OpenDocument,
  OpenedFile,
  OpenFileRequest,
  Position,
  Selection,
  SetSelectionRequest,
} from "../editor/editor.ts";

/** What a client can ask of an IDE, whichever dialect it speaks: one input and one output type for all. */
export interface Operations {
  openFile: { input: OpenFileRequest; output: OpenedFile | "notFound" };
  openDiff: { input: ProposedChange; output: DiffResult };
  closeTab: { input: string; output: "closed" | "notFound" };
  closeAllDiffs: { input: undefined; output: number };
  activeSelection: { input: undefined; output: Selection | undefined };
  latestSelection: { input: undefined; output: Selection | undefined };
  cursor: { input: undefined; output: Cursor | undefined };
  setSelection: { input: SetSelectionRequest; output: "selected" | "notOpen" };
  openDocuments: { input: undefined; output: readonly OpenDocument[] };
  workspaceFolders: { input: undefined; output: readonly string[] };
  diagnostics: { input: string | undefined; output: readonly FileDiagnostics[] };
  documentState: { input: string; output: DocumentState | "notOpen" };
  saveDocument: { input: string; output: "saved" | "notOpen" };
  format: { input: string; output: "formatted" | "notFound" };
  executeCode: { input: string; output: CodeResult };
  readFile: { input: string; output: string };
}

export type OperationName = keyof Operations;
export type Operation<Name extends OperationName> = Operations[Name];

export interface ProposedChange {
  readonly path: string;
  /** Where the present contents are, when the change also renames the file. */
  readonly oldPath?: string;
  readonly contents: string;
  /** Names the review: `closeTab` with the same title ends it. The file's name when left out. */
  readonly title?: string;
}

export type DiffResult =
  | {
      readonly outcome: "accepted";
      /** What to write: the proposal, or what the user made of it. */
      readonly contents: string;
      readonly edited: boolean;
    }
  | { readonly outcome: "rejected" }
  /** The tab went away, or the IDE only showed it, and nobody decided. Never write on this. */
  | { readonly outcome: "undecided"; readonly answer: string };

export interface Cursor {
  readonly path?: string;
  readonly position: Position;
}

export interface DocumentState {
  readonly isDirty: boolean;
  readonly isUntitled: boolean;
}
