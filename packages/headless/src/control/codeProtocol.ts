import type { Diagnostic, Position, Range } from "@idebridge/sdk/core";

/**
 * Questions about code, and changes of it that language servers make. Lines and characters count from 0, as
 * everywhere here.
 */
export interface CodeRequests {
  "code/definition": {
    params: ForAgent & CodePosition & { kind?: "definition" | "typeDefinition" | "implementation" };
    result: CodePlaces;
  };
  "code/references": { params: ForAgent & CodePosition; result: CodePlaces };
  /** Type and documentation, as Markdown; empty when there is nothing to tell. */
  "code/hover": { params: ForAgent & CodePosition; result: { text: string } };
  /** Of a file, in the order of the file. */
  "code/documentSymbols": { params: ForAgent & { path: string }; result: CodeSymbols };
  /** Whose names match, in all of the workspace. */
  "code/workspaceSymbols": { params: ForAgent & { query: string }; result: CodeSymbols };
  /** Of one file, or of every file that has some. */
  "code/diagnostics": {
    params: ForAgent & { path?: string };
    result: { files: readonly { path: string; diagnostics: readonly Diagnostic[] }[] };
  };
  /**
   * Proposes a new name, in every file that has it, for review; answers when all is decided, however long that takes.
   * Cancelling it, or leaving, takes back what is not decided, and then nothing is written.
   */
  "code/rename": { params: ForAgent & CodePosition & { newName: string }; result: RefactoringResult };
  /** Fixes and refactorings that are possible in these lines. */
  "code/actions": { params: ForAgent & CodeLines; result: { actions: readonly CodeActionInfo[] } };
  /** Proposes what one of them, by its title, would change. Like `code/rename` in all else. */
  "code/applyAction": { params: ForAgent & CodeLines & { title: string }; result: RefactoringResult };
}

/** Who asks, when it is an agent: what the user does not share with agents is then kept back. */
export interface ForAgent {
  readonly agent?: Agent;
}

export interface Agent {
  readonly name: string;
  readonly version: string;
  readonly pid?: number;
}

/** A place in a file: where a symbol stands in a line, or a character, or the first name of the line. */
export interface CodePosition {
  readonly path: string;
  readonly line: number;
  readonly symbol?: string;
  /** With a symbol: the one nearest to it. */
  readonly character?: number;
}

export interface CodeLines {
  readonly path: string;
  readonly line: number;
  /** Included; the same line when left out. */
  readonly endLine?: number;
}

export interface CodePlaces {
  readonly places: readonly CodePlace[];
  /** How many there are in all, when not all are listed. */
  readonly total: number;
}

export interface CodePlace {
  readonly path: string;
  readonly range: Range;
  /** Its first line, cut when it is very long. */
  readonly text: string;
}

export interface CodeSymbols {
  readonly symbols: readonly CodeSymbol[];
  readonly total: number;
}

export interface CodeSymbol {
  readonly name: string;
  /** Such as "function" or "class". */
  readonly kind: string;
  readonly path: string;
  /** Where its name stands. */
  readonly start: Position;
  /** The line that it ends in. */
  readonly endLine: number;
  /** What it is part of; how deep that is, for symbols of a file. */
  readonly container?: string;
  readonly depth: number;
}

export interface CodeActionInfo {
  readonly title: string;
  /** Such as "quickfix" or "refactor.extract". */
  readonly kind: string;
  readonly isPreferred: boolean;
}

export type RefactoringResult =
  | {
      /** All is decided, and what was accepted is written. */
      readonly outcome: "decided";
      readonly title: string;
      readonly files: readonly RefactoredFile[];
    }
  /** Nothing was written: a file is not what it was when the change was proposed. */
  | { readonly outcome: "changedMeanwhile"; readonly title: string; readonly paths: readonly string[] }
  /** One file could not be written, so none is; `left` are those that were, and could not be put back. */
  | {
      readonly outcome: "notWritten";
      readonly title: string;
      readonly path: string;
      readonly message: string;
      readonly left: readonly string[];
    }
  /** There is nobody who could review it here; this is what would be changed. */
  | { readonly outcome: "notReviewed"; readonly title: string; readonly patches: readonly string[] };

export interface RefactoredFile {
  readonly path: string;
  /** `edited`: accepted, but not as proposed. */
  readonly outcome: "accepted" | "edited" | "rejected";
  readonly by: string;
  /** What the user said. */
  readonly message?: string;
  /** What was written in the end, when that is not what was proposed: a patch of the file as it was before. */
  readonly patch?: string;
  /** The document has other unsaved changes of the user's, and was not saved. */
  readonly isUnsaved?: true;
}
