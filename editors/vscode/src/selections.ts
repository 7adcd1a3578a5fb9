import type { Selection } from "@idebridge/sdk";
import { Disposable, EventEmitter, TabInputTextDiff, type TextEditor, window } from "vscode";
import { toSelection } from "./positions.ts";

/** Where the user is, and was last: not in output panels, and not in the panes of a diff. */
export class Selections implements Disposable {
  readonly #changed = new EventEmitter<Selection | undefined>();
  readonly #listening: Disposable;
  #latest: Selection | undefined;
  readonly onDidChange = this.#changed.event;

  constructor() {
    this.#latest = this.active();
    this.#listening = Disposable.from(
      this.#changed,
      window.onDidChangeTextEditorSelection(({ textEditor }) => {
        if (textEditor === window.activeTextEditor) this.#tell(textEditor);
      }),
      window.onDidChangeActiveTextEditor((editor) => this.#tell(editor)),
    );
  }

  active(): Selection | undefined {
    const editor = window.activeTextEditor;
    return editor && isShared(editor) ? toSelection(editor) : undefined;
  }

  latest(): Selection | undefined {
    return this.active() ?? this.#latest;
  }

  dispose(): void {
    this.#listening.dispose();
  }

  #tell(editor: TextEditor | undefined): void {
    // What is not shared is as if nobody had moved: the agent goes on seeing what it saw.
    if (editor && !isShared(editor)) return;
    const selection = editor && toSelection(editor);
    this.#latest = selection ?? this.#latest;
    this.#changed.fire(selection);
  }
}

function isShared({ document }: TextEditor): boolean {
  if (document.uri.scheme !== "file") return false;
  return !(window.tabGroups.activeTabGroup.activeTab?.input instanceof TabInputTextDiff);
}
