import type { OpenDocument, OpenedFile, OpenFileRequest, SetSelectionRequest } from "@idebridge/sdk";
import { findText } from "@idebridge/sdk";
import {
  FileSystemError,
  Selection,
  type Tab,
  TabInputNotebook,
  TabInputText,
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
    const languageId = openText(uri.fsPath)?.languageId;
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

export function isFile({ scheme }: Uri): boolean {
  return scheme === "file" || scheme === "untitled";
}

export async function openFile(request: OpenFileRequest): Promise<OpenedFile | "notFound"> {
  const { path, preview, frontmost, select } = request;
  const document = await readDocument(path);
  if (document === undefined) return "notFound";
  const range = select && findText(document.getText(), select);
  const selection = range && toVscodeRange(range);
  const previous = window.tabGroups.activeTabGroup.activeTab?.input;
  await window.showTextDocument(document, {
    preview,
    preserveFocus: !frontmost,
    ...(selection && { selection }),
  });
  // VS Code has no way to open a tab behind the one that is shown: that one is shown again.
  if (!frontmost && previous instanceof TabInputText && previous.uri.toString() !== document.uri.toString()) {
    await window.showTextDocument(previous.uri, { preserveFocus: true });
  }
  return { languageId: document.languageId, lineCount: document.lineCount };
}

async function readDocument(path: string): Promise<TextDocument | undefined> {
  const uri = Uri.file(path);
  try {
    await workspace.fs.stat(uri);
  } catch (error) {
    if (error instanceof FileSystemError && error.code === "FileNotFound") return undefined;
    throw error;
  }
  return workspace.openTextDocument(uri);
}

export async function saveDocument(path: string): Promise<"saved" | "notOpen"> {
  const document = openText(path);
  if (document === undefined) return "notOpen";
  if (document.isDirty && !(await document.save())) throw new Error(`${path} could not be saved`);
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
