import { offsetAt } from "@idebridge/sdk";
import { isObject } from "@idebridge/sdk/core";
import type { TextEdit, WorkspaceEdit } from "vscode-languageserver-protocol";
import { toPath } from "../languages/fileUri.ts";
import { isRange, listOf } from "../languages/soundAnswer.ts";
import { codeError } from "./codeError.ts";

/** What a language server wants to change in one file. */
export interface FileEdit {
  readonly path: string;
  /** The file is to be created, and is empty before. */
  readonly isNew: boolean;
  readonly edits: readonly TextEdit[];
}

/** By file. Refuses what cannot be shown as a change of texts: files that are moved or deleted. */
export function fileEditsOf(edit: WorkspaceEdit): readonly FileEdit[] {
  const files = new Map<string, { isNew: boolean; edits: TextEdit[] }>();
  const fileOf = (uri: unknown) => {
    const path = toPath(uri);
    if (path === undefined) throw codeError(`It would change something that is no file: ${uri}`);
    const file = files.get(path) ?? { isNew: false, edits: [] };
    files.set(path, file);
    return file;
  };
  for (const change of listOf(edit.documentChanges)) {
    if (!isObject(change)) throw noEdits();
    if ("textDocument" in change) {
      for (const each of editsIn(change.edits)) {
        if (!("newText" in each))
          throw codeError("It wants to insert a template, which is for people to fill in");
        fileOf(change.textDocument?.uri).edits.push(each);
      }
    } else if (change.kind === "create") {
      fileOf(change.uri).isNew = true;
    } else {
      const what = change.kind === "rename" ? "move" : "delete";
      throw codeError(`It would ${what} files, which cannot be reviewed here. Do that step by step instead`);
    }
  }
  if (edit.documentChanges === undefined) {
    for (const [uri, edits] of Object.entries(edit.changes ?? {})) fileOf(uri).edits.push(...editsIn(edits));
  }
  return [...files].map(([path, file]) => ({ path, ...file }));
}

function editsIn<Edit extends object>(value: readonly Edit[]): readonly Edit[] {
  if (!Array.isArray(value) || !value.every(isObject)) throw noEdits();
  return value as readonly Edit[];
}

function noEdits(): Error {
  return codeError("The language server answered what is no change of texts");
}

/** The text after the edits, which all speak of the text before. Throws when two of them overlap. */
export function applyEdits(text: string, edits: readonly TextEdit[]): string {
  const places = editsIn(edits)
    .map(({ range, newText }, index) => {
      if (!isRange(range) || typeof newText !== "string") throw noEdits();
      return { start: offsetAt(text, range.start), end: offsetAt(text, range.end), newText, index };
    })
    // Insertions at one place go in the order in which they came.
    .sort((a, b) => a.start - b.start || a.end - b.end || a.index - b.index);
  let result = "";
  let done = 0;
  for (const { start, end, newText } of places) {
    if (start < done || end < start) throw codeError("The language server wants to change one place twice");
    result += text.slice(done, start) + newText;
    done = end;
  }
  return result + text.slice(done);
}
