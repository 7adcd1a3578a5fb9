import { Disposable, languages, type Uri, workspace } from "vscode";

/** Language extensions report in several goes: this long after the last one, they are done. */
const quietMilliseconds = 250;
/** An extension that finds nothing, where there was nothing, does not say so. */
const silentMilliseconds = 800;

/** Knows when the extensions have had their say about a document. */
export class Quiet implements Disposable {
  readonly #changedAt = new Map<string, number>();
  readonly #reportedAt = new Map<string, number>();
  readonly #listening: Disposable;

  constructor() {
    const now = (times: Map<string, number>, uri: Uri) => times.set(uri.toString(), Date.now());
    const forget = ({ uri }: { uri: Uri }) => {
      this.#changedAt.delete(uri.toString());
      this.#reportedAt.delete(uri.toString());
    };
    this.#listening = Disposable.from(
      languages.onDidChangeDiagnostics(({ uris }) => {
        for (const uri of uris) if (uri.scheme === "file") now(this.#reportedAt, uri);
      }),
      workspace.onDidOpenTextDocument(({ uri }) => now(this.#changedAt, uri)),
      workspace.onDidChangeTextDocument(({ document, contentChanges }) => {
        if (contentChanges.length > 0) now(this.#changedAt, document.uri);
      }),
      workspace.onDidCloseTextDocument(forget),
    );
  }

  /** It has changed, and more may be said about that. */
  isBusy(uri: Uri): boolean {
    return this.#missing(uri) > 0;
  }

  /** Waits until nothing more is to be expected, or nobody waits any more. */
  after(uri: Uri, until: AbortSignal): Promise<void> {
    return new Promise((resolve) => {
      let timer: NodeJS.Timeout | undefined;
      const end = () => {
        clearTimeout(timer);
        listening.dispose();
        until.removeEventListener("abort", end);
        resolve();
      };
      const look = () => {
        clearTimeout(timer);
        const missing = this.#missing(uri);
        if (missing <= 0 || until.aborted) end();
        else timer = setTimeout(look, missing);
      };
      const listening = languages.onDidChangeDiagnostics(({ uris }) => {
        if (uris.some((each) => each.toString() === uri.toString())) look();
      });
      until.addEventListener("abort", end, { once: true });
      look();
    });
  }

  dispose(): void {
    this.#listening.dispose();
  }

  /** Milliseconds to wait for, if nothing happens in them. */
  #missing(uri: Uri): number {
    const changed = this.#changedAt.get(uri.toString()) ?? 0;
    const reported = this.#reportedAt.get(uri.toString()) ?? 0;
    const done = reported > changed ? reported + quietMilliseconds : changed + silentMilliseconds;
    return done - Date.now();
  }
}
