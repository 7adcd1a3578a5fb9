import type {
  Call,
  Capability,
  Decision,
  Editor,
  EditorEvent,
  FileDiagnostics,
  Proposal,
  Unsubscribe,
} from "@idebridge/sdk";
import { Disposable, env, version, window, workspace } from "vscode";
import type { Diagnostics } from "./diagnostics/diagnostics.ts";
import { closeTab, openDocuments, openFile, openText, saveDocument, setSelection } from "./documents.ts";
import { format } from "./format.ts";
import { executeCode, openNotebook } from "./notebook.ts";
import type { Reviews } from "./reviews/reviews.ts";
import type { Selections } from "./selections.ts";

/** A window of VS Code as the library sees it. */
export class VscodeEditor implements Editor {
  readonly name = env.appName;
  readonly version = version;
  readonly #reviews: Reviews;
  readonly #diagnostics: Diagnostics;
  readonly #selections: Selections;

  constructor(reviews: Reviews, diagnostics: Diagnostics, selections: Selections) {
    this.#selections = selections;
    this.#reviews = reviews;
    this.#diagnostics = diagnostics;
  }

  workspaceFolders(): readonly string[] {
    return (workspace.workspaceFolders ?? [])
      .filter(({ uri }) => uri.scheme === "file")
      .map(({ uri }) => uri.fsPath);
  }

  subscribe(listener: (event: EditorEvent) => void): Unsubscribe {
    const documents = () => listener({ type: "documents" });
    const capabilities = () => listener({ type: "capabilities" });
    const subscription = Disposable.from(
      this.#selections.onDidChange((selection) => listener({ type: "selection", selection })),
      this.#diagnostics.subscribe((files) => listener({ type: "diagnostics", files })),
      workspace.onDidChangeWorkspaceFolders(() => listener({ type: "workspaceFolders" })),
      workspace.onDidSaveTextDocument(documents),
      window.tabGroups.onDidChangeTabs(documents),
      workspace.onDidOpenNotebookDocument(capabilities),
      workspace.onDidCloseNotebookDocument(capabilities),
    );
    return () => subscription.dispose();
  }

  can(capability: Capability): boolean {
    return capability !== "executeCode" || openNotebook() !== undefined;
  }

  openDocuments = openDocuments;
  activeSelection = () => this.#selections.active();
  latestSelection = () => this.#selections.latest();
  openFile = openFile;
  saveDocument = saveDocument;
  closeTab = closeTab;
  format = format;
  setSelection = setSelection;
  executeCode = executeCode;

  readText(path: string): string | undefined {
    return openText(path)?.getText();
  }

  review(proposal: Proposal, call: Call): Promise<Decision> {
    return this.#reviews.review(proposal, call);
  }

  diagnostics(path: string | undefined, call: Call): Promise<readonly FileDiagnostics[]> {
    return this.#diagnostics.read(path, call);
  }
}
