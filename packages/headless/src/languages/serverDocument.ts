import type { Diagnostic } from "@idebridge/sdk";
import type * as lsp from "vscode-languageserver-protocol";
import { toDiagnostics } from "./toDiagnostic.ts";
import type { TrackedDocument } from "./trackedDocument.ts";

/** A server that has told its problems is given this long to tell more. */
const settleMilliseconds = 60;
/** The same when it does not say which text they are of: they may be of the one before. */
const unversionedMilliseconds = 150;
/** A server that tells nothing in this time is taken to have nothing new to tell. */
const silentMilliseconds = 1_300;
/** The same for one that has not told anything yet: it may be looking through the project. */
const coldMilliseconds = 4_000;

/** What one run of a server knows of a document. */
export class ServerDocument {
  readonly document: TrackedDocument;
  /** The version of the text that the server has; `undefined` before it was opened there. */
  sentVersion: number | undefined;
  #sentAt = 0;
  #pulled: { readonly version: number; readonly epoch: number } | undefined;
  #publishedAt = 0;
  #isVersioned = false;
  #pullItems = new Map<string, readonly Diagnostic[]>();
  #pushItems: readonly Diagnostic[] = [];
  readonly resultIds = new Map<string, string>();

  constructor(document: TrackedDocument) {
    this.document = document;
  }

  get diagnostics(): readonly Diagnostic[] {
    return [...[...this.#pullItems.values()].flat(), ...this.#pushItems];
  }

  sent(now: number): void {
    this.sentVersion = this.document.version;
    this.#sentAt = now;
  }

  published({ version, diagnostics }: lsp.PublishDiagnosticsParams, now: number): boolean {
    // Of a text that it does not have any more.
    if (typeof version === "number" && version < (this.sentVersion ?? 0)) return false;
    this.#pushItems = toDiagnostics(diagnostics);
    this.#publishedAt = now;
    this.#isVersioned = typeof version === "number";
    return true;
  }

  pulled(identifier: string, report: lsp.DocumentDiagnosticReport): void {
    if (report.resultId === undefined) this.resultIds.delete(identifier);
    else this.resultIds.set(identifier, report.resultId);
    if (report.kind === "full") this.#pullItems.set(identifier, toDiagnostics(report.items));
  }

  /** All that there was to ask is answered, for this text in this state of the project. */
  pulledAll(version: number, epoch: number): void {
    this.#pulled = { version, epoch };
  }

  isPulled(epoch: number): boolean {
    return (
      this.#pulled !== undefined && this.#pulled.version === this.sentVersion && this.#pulled.epoch >= epoch
    );
  }

  /** How long to wait for a server that tells its problems by itself; 0 when it has told them. */
  untilPublished(now: number, isCold: boolean): number {
    const silent = this.#sentAt + (isCold ? coldMilliseconds : silentMilliseconds) - now;
    if (this.#publishedAt < this.#sentAt) return Math.max(0, silent);
    const settle = this.#isVersioned ? settleMilliseconds : unversionedMilliseconds;
    return Math.max(0, this.#publishedAt + settle - now);
  }
}
