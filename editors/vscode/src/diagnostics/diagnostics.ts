import { readFile } from "node:fs/promises";
import type { Call, FileDiagnostics } from "@idebridge/sdk";
import * as vscode from "vscode";
import { openText } from "../documents.ts";
import { Quiet } from "./quiet.ts";
import { toFile } from "./toDiagnostic.ts";
import { isTypescript, typescriptProblems } from "./typescript.ts";

/** Claude Code waits half a second for the problems of a file that it is about to write, and two seconds after that. */
const patience = { beforeWrite: 350, afterWrite: 1_500, model: 10_000 };

/**
 * The problems that language extensions report. They look only at documents that VS Code has loaded: a file that an agent
 * is about to change is loaded, unseen, when the agent first asks about it.
 */
export class Diagnostics implements vscode.Disposable {
  /** What agents have asked about, and probably written since. */
  readonly #asked = new Set<string>();
  readonly #quiet = new Quiet();

  /** Tells files whose problems have changed. */
  subscribe(listener: (files: readonly FileDiagnostics[]) => void): vscode.Disposable {
    return vscode.languages.onDidChangeDiagnostics(({ uris }) => {
      const files = uris.filter(({ scheme }) => scheme === "file");
      if (files.length > 0) listener(files.map((uri) => toFile(uri, vscode.languages.getDiagnostics(uri))));
    });
  }

  async read(path: string | undefined, { signal, byModel }: Call): Promise<readonly FileDiagnostics[]> {
    const usual = path === undefined ? patience.afterWrite : patience.beforeWrite;
    const until = AbortSignal.any([signal, AbortSignal.timeout(byModel ? patience.model : usual)]);
    if (path === undefined) return this.#all(until);
    this.#asked.add(path);
    const uri = vscode.Uri.file(path);
    return [toFile(uri, (await this.#fresh(path, until)) ?? vscode.languages.getDiagnostics(uri))];
  }

  dispose(): void {
    this.#quiet.dispose();
  }

  async #all(until: AbortSignal): Promise<readonly FileDiagnostics[]> {
    const asked = [...this.#asked];
    this.#asked.clear();
    const fresh = new Map<string, readonly vscode.Diagnostic[]>();
    await Promise.all(
      asked.map(async (path) => {
        const found = await this.#fresh(path, until);
        if (found) fresh.set(path, found);
      }),
    );
    for (const [uri, found] of vscode.languages.getDiagnostics()) {
      if (uri.scheme === "file" && !fresh.has(uri.fsPath)) fresh.set(uri.fsPath, found);
    }
    return [...fresh]
      .filter(([, found]) => found.length > 0)
      .map(([path, found]) => toFile(vscode.Uri.file(path), found));
  }

  /** The problems of a file as it is on disk now; `undefined` when there is no such text. */
  async #fresh(path: string, until: AbortSignal): Promise<readonly vscode.Diagnostic[] | undefined> {
    const uri = vscode.Uri.file(path);
    const isLoaded = openText(path) !== undefined;
    const document = await vscode.workspace.openTextDocument(uri).then(undefined, () => undefined);
    if (document === undefined) return undefined;
    const hasChanged = await this.#asOnDisk(document, until);
    const reported = () => vscode.languages.getDiagnostics(uri);
    if (isTypescript(document)) {
      const direct = typescriptProblems(document, reported());
      const found = await Promise.race([direct, aborted(until)]);
      if (found) return found;
    }
    if (!isLoaded || hasChanged) await this.#quiet.after(uri, until);
    return reported();
  }

  /** Waits until VS Code has seen what was written; says whether there was anything to see. */
  async #asOnDisk(document: vscode.TextDocument, until: AbortSignal): Promise<boolean> {
    // What the user has typed goes before what is on disk, in VS Code too.
    const isCurrent = async () => document.isDirty || (await isSameAsDisk(document));
    if (await isCurrent()) return this.#quiet.isBusy(document.uri);
    await new Promise<void>((resolve) => {
      const listening = vscode.workspace.onDidChangeTextDocument(async (change) => {
        if (change.document === document && (await isCurrent())) end();
      });
      const end = () => {
        listening.dispose();
        until.removeEventListener("abort", end);
        resolve();
      };
      until.addEventListener("abort", end, { once: true });
      if (until.aborted) end();
    });
    return true;
  }
}

async function isSameAsDisk(document: vscode.TextDocument): Promise<boolean> {
  const onDisk = await readFile(document.uri.fsPath, "utf8").catch(() => undefined);
  const plain = (text: string) => text.replace(/^\ufeff/, "").replace(/\r\n?/g, "\n");
  return onDisk === undefined || plain(onDisk) === plain(document.getText());
}

function aborted(signal: AbortSignal): Promise<undefined> {
  return new Promise((resolve) => {
    if (signal.aborted) resolve(undefined);
    signal.addEventListener("abort", () => resolve(undefined), { once: true });
  });
}
