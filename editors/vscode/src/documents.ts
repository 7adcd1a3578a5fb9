import type { OpenDocument, OpenedFile, OpenFileRequest, SetSelectionRequest } from "@idebridge/sdk";
import { findText } from "@idebridge/sdk";
import {
  commands,
  FileSystemError,
  type NotebookDocument,
  Selection,
  type Tab,
  TabInputNotebook,
  TabInputText,
  TabInputTextDiff,
  type TextDocument,
  TextEditorRevealType,
  Uri,
  window,
  workspace,
} from "vscode";
import { toVscodeRange } from "./positions.ts";

/** The files in tabs, in the order of the tabs. */
export function openDocuments(): readonly OpenDocument[] {
  const active = window.tabGroups.activeTabGroup.activeTab;
  return fileTabs().map(({ tab, uri }) => {
    const languageId = openText(uri.fsPath)?.languageId ?? openNotebookAt(uri.fsPath)?.notebookType;
    return {
      path: uri.fsPath,
      label: tab.label,
      ...(languageId !== undefined && { languageId }),
      isActive: tab === active,
      isDirty: tab.isDirty,
      isUntitled: uri.scheme === "untitled",
    };
  });
}

export function openText(path: string): TextDocument | undefined {
  return workspace.textDocuments.find(({ uri }) => isFile(uri) && uri.fsPath === path);
}

function openNotebookAt(path: string): NotebookDocument | undefined {
  return workspace.notebookDocuments.find(({ uri }) => isFile(uri) && uri.fsPath === path);
}

function isFile({ scheme }: Uri): boolean {
  return scheme === "file" || scheme === "untitled";
}

export async function openFile(request: OpenFileRequest): Promise<OpenedFile | "notFound"> {
  const { path, preview, frontmost, select } = request;
  const uri = Uri.file(path);
  if (!(await isThere(uri))) return "notFound";
  const previous = window.tabGroups.activeTabGroup.activeTab;
  const document = await readText(uri);
  const options = { preview, preserveFocus: !frontmost };
  if (document) {
    const range = select && findText(document.getText(), select);
    const selection = range && toVscodeRange(range);
    await window.showTextDocument(document, { ...options, ...(selection && { selection }) });
  } else {
    await commands.executeCommand("vscode.open", uri, options);
  }
  // VS Code has no way to open a tab behind the one that is shown: that one is shown again.
  if (!frontmost && previous) await showAgain(previous);
  return document ? { languageId: document.languageId, lineCount: document.lineCount } : {};
}

async function isThere(uri: Uri): Promise<boolean> {
  try {
    await workspace.fs.stat(uri);
    return true;
  } catch (error) {
    if (error instanceof FileSystemError && error.code === "FileNotFound") return false;
    throw error;
  }
}

/** `undefined` for what VS Code shows in another way: a notebook, a picture. */
async function readText(uri: Uri): Promise<TextDocument | undefined> {
  if (openNotebookAt(uri.fsPath) || uri.path.endsWith(".ipynb")) return undefined;
  try {
    return await workspace.openTextDocument(uri);
  } catch {
    return undefined;
  }
}

async function showAgain({ input, label, isPreview, isActive }: Tab): Promise<void> {
  if (isActive) return;
  const options = { preview: isPreview, preserveFocus: true };
  if (input instanceof TabInputText) await window.showTextDocument(input.uri, options);
  else if (input instanceof TabInputNotebook)
    await commands.executeCommand("vscode.open", input.uri, options);
  else if (input instanceof TabInputTextDiff) {
    await commands.executeCommand("vscode.diff", input.original, input.modified, label, options);
  }
}

export async function saveDocument(path: string): Promise<"saved" | "notOpen"> {
  const document = openText(path) ?? openNotebookAt(path);
  if (document === undefined) return "notOpen";
  // A new document that is saved by itself loses its tab.
  const save = () => (document.isUntitled ? workspace.save(document.uri) : document.save());
  if (document.isDirty && !(await save())) throw new Error(`${path} could not be saved`);
  return "saved";
}

export async function closeTab(label: string): Promise<"closed" | "notFound"> {
  const tab = fileTabs().find(({ tab: each, uri }) => each.label === label || uri.fsPath === label)?.tab;
  if (tab === undefined) return "notFound";
  if (tab.isDirty) throw new Error(`${label} has unsaved changes: save them first`);
  return (await window.tabGroups.close(tab, true)) ? "closed" : "notFound";
}

export async function setSelection({ path, range }: SetSelectionRequest): Promise<"selected" | "notOpen"> {
  const document = path === undefined ? window.activeTextEditor?.document : openText(path);
  if (document === undefined || !isFile(document.uri)) return "notOpen";
  const editor = await window.showTextDocument(document, { preview: false });
  const { start, end } = document.validateRange(toVscodeRange(range));
  editor.selection = new Selection(start, end);
  editor.revealRange(editor.selection, TextEditorRevealType.InCenterIfOutsideViewport);
  return "selected";
}

function fileTabs(): readonly { readonly tab: Tab; readonly uri: Uri }[] {
  return window.tabGroups.all
    .flatMap(({ tabs }) => tabs)
    .flatMap((tab) => {
      const { input } = tab;
      const isDocument = input instanceof TabInputText || input instanceof TabInputNotebook;
      return isDocument && isFile(input.uri) ? [{ tab, uri: input.uri }] : [];
    });
}
