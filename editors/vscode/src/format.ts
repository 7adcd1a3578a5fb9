import { setTimeout as sleep } from "node:timers/promises";
import type { Call } from "@idebridge/sdk";
import {
  commands,
  extensions,
  type TextDocument,
  type TextEdit,
  Uri,
  WorkspaceEdit,
  window,
  workspace,
} from "vscode";
import { openText } from "./documents.ts";

/** A language extension that has just been started needs a while until it has its formatter. */
const patience = { milliseconds: 5_000, step: 100 };

/** As "Format Document" does. The file is saved if it had no unsaved changes before. */
export async function format(path: string, { signal }: Call): Promise<"formatted" | "notFound"> {
  const uri = Uri.file(path);
  try {
    await workspace.fs.stat(uri);
  } catch {
    return "notFound";
  }
  const document = openText(path) ?? (await workspace.openTextDocument(uri));
  const wasDirty = document.isDirty;
  const edits = await editsOf(document, signal);
  const edit = new WorkspaceEdit();
  edit.set(uri, [...edits]);
  if (edits.length > 0 && !(await workspace.applyEdit(edit))) throw new Error(`${path} could not be changed`);
  if (!wasDirty && document.isDirty) await document.save();
  return "formatted";
}

async function editsOf(document: TextDocument, signal: AbortSignal): Promise<readonly TextEdit[]> {
  const shown = window.visibleTextEditors.find((editor) => editor.document === document)?.options;
  const settings = workspace.getConfiguration("editor", document);
  const options = {
    tabSize: shown?.tabSize ?? settings.get("tabSize"),
    insertSpaces: shown?.insertSpaces ?? settings.get("insertSpaces"),
  };
  const end = Date.now() + patience.milliseconds;
  for (;;) {
    const edits = await commands.executeCommand<readonly TextEdit[] | undefined>(
      "vscode.executeFormatDocumentProvider",
      document.uri,
      options,
    );
    signal.throwIfAborted();
    if (edits) return edits;
    if (Date.now() > end || !hasExtension(document)) {
      throw new Error(
        `VS Code has no formatter for ${document.languageId}: install an extension that has one`,
      );
    }
    // VS Code does not tell when a formatter comes.
    await sleep(patience.step, undefined, { signal });
  }
}

/** Some extension is at work for the language of the document. */
function hasExtension({ languageId }: TextDocument): boolean {
  const events = (each: { packageJSON?: { activationEvents?: readonly string[] } }) =>
    each.packageJSON?.activationEvents ?? [];
  return extensions.all.some((each) => events(each).includes(`onLanguage:${languageId}`));
}
