import type { Call, Diagnostic, FileDiagnostics, Severity } from "@idebridge/sdk";
import * as vscode from "vscode";
import { openText } from "./documents.ts";
import { toRange } from "./positions.ts";

/** How long an agent that has just written waits at most. Claude Code itself gives up after two seconds. */
const freshWithin = 1_400;
/** Language extensions report in several goes: this long after the last one, they are done. */
const quietFor = 250;

/**
 * The problems that language extensions report. They look only at documents that VS Code has loaded: a file that an agent
 * is about to change is loaded, unseen, when the agent first asks about it.
 */
export class Diagnostics implements vscode.Disposable {
  readonly #asked = new Set<string>();
  readonly #reported = new vscode.EventEmitter<readonly vscode.Uri[]>();
  readonly #listening: vscode.Disposable;
  readonly #isDenied: (path: string) => boolean;
  #changedAt = 0;
  #reportedAt = 0;

  constructor(isDenied: (path: string) => boolean = () => false) {
    this.#isDenied = isDenied;
    this.#listening = vscode.Disposable.from(
      this.#reported,
      vscode.languages.onDidChangeDiagnostics(({ uris }) => {
        this.#reportedAt = Date.now();
        this.#reported.fire(uris);
      }),
      vscode.workspace.onDidChangeTextDocument(({ document, contentChanges }) => {
        if (document.uri.scheme === "file" && contentChanges.length > 0) this.#changedAt = Date.now();
      }),
    );
  }

  /** Tells files whose problems have changed. */
  subscribe(listener: (files: readonly FileDiagnostics[]) => void): vscode.Disposable {
    return this.#reported.event((uris) => {
      const files = uris.filter(({ scheme }) => scheme === "file");
      if (files.length > 0) listener(files.map((uri) => toFile(uri, vscode.languages.getDiagnostics(uri))));
    });
  }

  async read(path: string | undefined, { signal }: Call): Promise<readonly FileDiagnostics[]> {
    if (path !== undefined) {
      this.#load(path);
      const uri = vscode.Uri.file(path);
      return [toFile(uri, vscode.languages.getDiagnostics(uri))];
    }
    await this.#settled(signal);
    return vscode.languages
      .getDiagnostics()
      .filter(([{ scheme }, found]) => scheme === "file" && found.length > 0)
      .map(([uri, found]) => toFile(uri, found));
  }

  dispose(): void {
    this.#listening.dispose();
  }

  /** The agent waits for the answer only half a second: it need not wait for this. */
  #load(path: string): void {
    if (this.#isDenied(path)) return;
    this.#asked.add(path);
    if (openText(path)) return;
    vscode.workspace.openTextDocument(vscode.Uri.file(path)).then(undefined, () => {
      // It does not exist yet, or is no text.
      this.#asked.delete(path);
    });
  }

  /** Until VS Code has seen what the agent wrote, and the language extensions have had their say about it. */
  async #settled(signal: AbortSignal): Promise<void> {
    const askedAt = Date.now();
    const isPending = () => {
      const now = Date.now();
      if (signal.aborted || now - askedAt > freshWithin) return false;
      // VS Code notices a write on disk after a moment; only then do the extensions begin.
      if (this.#asked.size > 0 && this.#changedAt < askedAt - freshWithin)
        return now - askedAt < 2 * quietFor;
      return this.#reportedAt < this.#changedAt || now - this.#reportedAt < quietFor;
    };
    while (isPending()) await new Promise((resolve) => setTimeout(resolve, 25));
    this.#asked.clear();
  }
}

const severities: Readonly<Record<vscode.DiagnosticSeverity, Severity>> = {
  [vscode.DiagnosticSeverity.Error]: "error",
  [vscode.DiagnosticSeverity.Warning]: "warning",
  [vscode.DiagnosticSeverity.Information]: "information",
  [vscode.DiagnosticSeverity.Hint]: "hint",
};

function toFile(uri: vscode.Uri, found: readonly vscode.Diagnostic[]): FileDiagnostics {
  return { path: uri.fsPath, diagnostics: found.map(toDiagnostic) };
}

function toDiagnostic(found: vscode.Diagnostic): Diagnostic {
  const { message, severity, range, source, code, relatedInformation } = found;
  const plainCode = typeof code === "object" ? code.value : code;
  return {
    message,
    severity: severities[severity],
    range: toRange(range),
    ...(source !== undefined && { source }),
    ...(plainCode !== undefined && { code: plainCode }),
    ...(relatedInformation && {
      related: relatedInformation.map(({ location, message: said }) => ({
        path: location.uri.fsPath,
        range: toRange(location.range),
        message: said,
      })),
    }),
  };
}
