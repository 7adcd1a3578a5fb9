import { commands, type TextEdit, Uri, WorkspaceEdit, window, workspace } from "vscode";
import { openText } from "./documents.ts";

/** As "Format Document" does. The file is saved if it had no unsaved changes before. */
export async function format(path: string): Promise<"formatted" | "notFound"> {
  const uri = Uri.file(path);
  try {
    await workspace.fs.stat(uri);
  } catch {
    return "notFound";
  }
  const document = openText(path) ?? (await workspace.openTextDocument(uri));
  const wasDirty = document.isDirty;
  const { options } = window.visibleTextEditors.find((editor) => editor.document === document) ?? {};
  const edits = await commands.executeCommand<readonly TextEdit[] | undefined>(
    "vscode.executeFormatDocumentProvider",
    uri,
    { tabSize: options?.tabSize ?? 2, insertSpaces: options?.insertSpaces ?? true },
  );
  if (edits === undefined) {
    throw new Error(`VS Code has no formatter for ${document.languageId}: install an extension that has one`);
  }
  const edit = new WorkspaceEdit();
  edit.set(uri, [...edits]);
  if (edits.length > 0 && !(await workspace.applyEdit(edit))) throw new Error(`${path} could not be changed`);
  if (!wasDirty && document.isDirty) await document.save();
  return "formatted";
}
