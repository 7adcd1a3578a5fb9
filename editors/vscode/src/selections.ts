import type { Selection } from "@idebridge/sdk";
import { type Disposable, TabInputTextDiff, type TextEditor, window } from "vscode";
import { toSelection } from "./positions.ts";

/** Where the user is: not in output panels, and not in the panes of a diff. */
export function activeSelection(): Selection | undefined {
  const editor = window.activeTextEditor;
  return editor && isShared(editor) ? toSelection(editor) : undefined;
}

export function onSelection(listener: (selection: Selection | undefined) => void): readonly Disposable[] {
  return [
    window.onDidChangeTextEditorSelection(({ textEditor }) => {
      if (textEditor === window.activeTextEditor && isShared(textEditor)) listener(toSelection(textEditor));
    }),
    window.onDidChangeActiveTextEditor((editor) => {
      // For a moment between two editors there is none: the one that follows is told.
      if (editor && !isShared(editor)) return;
      listener(editor && toSelection(editor));
    }),
  ];
}

function isShared({ document }: TextEditor): boolean {
  if (document.uri.scheme !== "file") return false;
  return !(window.tabGroups.activeTabGroup.activeTab?.input instanceof TabInputTextDiff);
}
