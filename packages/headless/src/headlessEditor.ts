import { basename } from "node:path";
import {
  type Awaitable,
  type Call,
  type Capability,
  type CodeResult,
  type Decision,
  type Diagnostic,
  type Editor,
  type EditorEvent,
  type FileDiagnostics,
  findText,
  IdeBridgeError,
  Listeners,
  type OpenDocument,
  type OpenedFile,
  type OpenFileRequest,
  type Proposal,
  positionAt,
  type Range,
  type Selection,
  type SetSelectionRequest,
  type Unsubscribe,
} from "@idebridge/sdk";
import { isInside, messageOf } from "@idebridge/sdk/core";
import { currentPlatform, realOf } from "@idebridge/sdk/node";
import type { DocumentInfo } from "./control/controlProtocol.ts";
import { DocumentError, notAFile } from "./documents/documentError.ts";
import { DocumentStore } from "./documents/documentStore.ts";
import { languageIdOf } from "./documents/languageIdOf.ts";
import { isFolder, realFolder } from "./documents/realFolder.ts";
import type { DocumentEvent, TextDocument } from "./documents/textDocument.ts";
import type { FormattedDocument } from "./formatting/formatDocument.ts";
import type { ProjectFormatter } from "./formatting/projectFormatter.ts";
import { Inbox } from "./inbox.ts";
import { Selections } from "./selections.ts";

export interface HeadlessEditorOptions {
  /** Shown by agents: "Connected to idebridge". */
  readonly name?: string;
  readonly version?: string;
  /** The folders to work in, the main one first. */
  readonly folders: readonly string[];
  /** The editor takes them over, and closes them with itself. */
  readonly documents?: DocumentStore;
  readonly inbox?: Inbox;
  /** Who finds problems. Without one there are none. */
  readonly diagnosticsProvider?: DiagnosticsProvider;
  /**
   * Called before an agent is told the problems of a file, or of all. The agent waits for the answer before
   * it writes: what must be known of the file as it was is learned here, at once.
   */
  readonly onDiagnosticsAsked?: (path: string | undefined, call: Call) => Awaitable<void>;
  /** Who runs code. Without one, agents are not told that code can be run. */
  readonly codeRunner?: CodeRunner;
  /** Who formats, loaded when first needed. Without one, formatting is not offered. */
  readonly formatter?: () => Promise<ProjectFormatter>;
  /** Called around what an agent lets the editor write, so that it can be recorded as what the agent wrote. */
  readonly recordWrite?: <Result>(path: string, call: Call, write: () => Promise<Result>) => Promise<Result>;
  /** Called around a review: what was accepted in it is not what the agent wrote without asking. */
  readonly recordReview?: (
    proposal: Proposal,
    call: Call,
    review: () => Promise<Decision>,
  ) => Promise<Decision>;
  /** Something that the user should know but that stops nothing. */
  readonly warn?: (message: string) => void;
}

export interface DiagnosticsProvider {
  forFile(path: string, call: Call): Awaitable<readonly Diagnostic[]>;
  /** Of every file that has some. */
  all(call: Call): Awaitable<readonly FileDiagnostics[]>;
  /** Tells files whose problems have changed. */
  subscribe?(listener: (files: readonly FileDiagnostics[]) => void): Unsubscribe;
}

export interface CodeRunner {
  /** Whether an agent may have to do with this notebook. */
  isShared(notebook: string): boolean;
  /** Runs code for a notebook, or just in the folder when none is open. */
  execute(code: string, notebook: string | undefined, call: Call): Promise<CodeResult>;
}

/** An editor without a screen: what agents see and change, and what any number of front ends show. */
export class HeadlessEditor implements Editor {
  readonly name: string;
  readonly version?: string;
  readonly documents: DocumentStore;
  readonly inbox: Inbox;
  readonly #options: HeadlessEditorOptions;
  readonly #listeners = new Listeners<EditorEvent>();
  readonly #endings: Unsubscribe[] = [];
  readonly #selections: Selections;
  #folders: readonly string[];

  constructor(options: HeadlessEditorOptions) {
    this.#options = options;
    this.name = options.name ?? "idebridge";
    if (options.version !== undefined) this.version = options.version;
    this.#folders = options.folders.map(realFolder);
    this.documents = options.documents ?? new DocumentStore(options.warn && { warn: options.warn });
    this.#selections = new Selections(this.documents, (selection) =>
      this.#listeners.emit({ type: "selection", selection }),
    );
    this.inbox = options.inbox ?? new Inbox({ readOpen: (path) => this.#textOf(path) });
    this.#endings.push(this.documents.subscribe((event) => this.#documentEvent(event)));
    const ending = options.diagnosticsProvider?.subscribe?.((files) =>
      this.#listeners.emit({ type: "diagnostics", files }),
    );
    if (ending) this.#endings.push(ending);
  }

  readonly subscribe = (listener: (event: EditorEvent) => void): Unsubscribe => this.#listeners.add(listener);

  can(capability: Capability): boolean {
    if (capability === "executeCode") return this.#options.codeRunner !== undefined;
    return capability !== "format" || this.#options.formatter !== undefined;
  }

  /** Also those that are gone: they may come back. */
  workspaceFolders(): readonly string[] {
    return this.#folders;
  }

  /** Throws, and changes nothing, when one of them is no folder. */
  setWorkspaceFolders(folders: readonly string[]): void {
    this.#folders = folders.map(realFolder);
    this.#listeners.emit({ type: "workspaceFolders" });
  }

  openDocuments(): Promise<readonly OpenDocument[]> {
    return this.documentInfos();
  }

  /** The open documents as front ends show them. */
  async documentInfos(): Promise<readonly DocumentInfo[]> {
    await this.documents.refresh();
    return this.lastDocumentInfos();
  }

  /** The same as they were last seen: does not look at the disk, which costs as much for each as the rest together. */
  lastDocumentInfos(): readonly DocumentInfo[] {
    return this.documents.list().map(({ path, isActive, isDirty, isPreview, onDisk, version }) => ({
      path,
      label: basename(path),
      languageId: languageIdOf(path),
      isActive,
      isDirty,
      isUntitled: false,
      isPreview,
      onDisk,
      version,
    }));
  }

  activeSelection(): Promise<Selection | undefined> {
    return this.#selections.active();
  }

  latestSelection(): Promise<Selection | undefined> {
    return this.#selections.latest();
  }

  /** Only of what is open: the rest is as good on the disk. */
  readText(path: string): Promise<string | undefined> {
    return this.#textOf(path);
  }

  async openFile(request: OpenFileRequest, call: Call): Promise<OpenedFile | "notFound"> {
    const { path, preview, frontmost, select } = request;
    call.signal.throwIfAborted();
    let document: TextDocument;
    try {
      document = await this.documents.open(path, { preview, behind: true });
    } catch (error) {
      if (!(error instanceof DocumentError) || error.code !== "NOT_FOUND") throw error;
      this.#assertFolderExists(path);
      return "notFound";
    }
    const range = select && findText(document.text, select);
    if (range) this.#selections.select(document, range);
    if (frontmost) this.#selections.toFront(document);
    const last = positionAt(document.text, document.text.length);
    return { languageId: languageIdOf(path), lineCount: last.line + 1 };
  }

  async saveDocument(path: string, call: Call): Promise<"saved" | "notOpen"> {
    call.signal.throwIfAborted();
    const document = await this.documents.read(path);
    if (document === undefined) return "notOpen";
    // Not even when its file is gone: an agent that saves does not mean to bring back what was deleted.
    if (!document.isDirty) return "saved";
    try {
      const outcome = await this.documents.save(path);
      if (outcome !== "changedOnDisk") return outcome;
    } catch (error) {
      if (error instanceof DocumentError && error.code === "FOLDER_GONE") this.#assertFolderExists(path);
      throw error;
    }
    throw new DocumentError(
      "CHANGED_ON_DISK",
      path,
      `${path} was not saved: the file has changed since. The user can overwrite it, or drop the changes`,
    );
  }

  async closeTab(label: string, call: Call): Promise<"closed" | "notFound"> {
    call.signal.throwIfAborted();
    const tabs = this.documents.list().filter(({ path }) => basename(path) === label);
    const named = tabs.find(({ isActive }) => isActive) ?? tabs[0];
    const outcome = await this.documents.close(named?.path ?? label);
    if (outcome !== "unsaved") return outcome === "closed" ? "closed" : "notFound";
    throw new DocumentError("UNSAVED", label, `${label} has unsaved changes: save them first`);
  }

  async review(proposal: Proposal, call: Call): Promise<Decision> {
    const folder = [proposal.path, proposal.oldPath].find(isFolder);
    // Nobody could accept it: it would never be written.
    if (folder !== undefined) throw notAFile(folder, "a folder");
    const review = () => this.inbox.review(this.#byTarget(proposal), call);
    return this.#options.recordReview?.(proposal, call, review) ?? review();
  }

  async diagnostics(path: string | undefined, call: Call): Promise<readonly FileDiagnostics[]> {
    // Both at once: the agent does not wait long.
    const [found] = await Promise.all([this.#problems(path, call), this.#tellAsked(path, call)]);
    return found;
  }

  async format(path: string, call: Call): Promise<"formatted" | "notFound"> {
    const { recordWrite = (_path, _call, write) => write() } = this.#options;
    try {
      await recordWrite(path, call, () => this.formatDocument(path, call.signal));
      return "formatted";
    } catch (error) {
      if (!(error instanceof DocumentError) || error.code !== "NOT_FOUND") throw error;
      this.#assertFolderExists(path);
      return "notFound";
    }
  }

  /** Formats a document, opened if need be; the selection stays where it is in the text. */
  async formatDocument(path: string, signal: AbortSignal): Promise<FormattedDocument> {
    const formatter = await this.#options.formatter?.();
    if (formatter === undefined) throw new DocumentError("NO_FORMATTER", path, "Nothing here formats files");
    const { formatDocument } = await import("./formatting/formatDocument.ts");
    const { documents } = this;
    return formatDocument(path, {
      documents,
      formatter,
      signal,
      changing: (before, text, changes) => this.#selections.move(before, text, changes),
    });
  }

  async setSelection({ path, range }: SetSelectionRequest, call: Call): Promise<"selected" | "notOpen"> {
    call.signal.throwIfAborted();
    const wanted = path ?? this.documents.active?.path;
    const document = wanted === undefined ? undefined : await this.documents.read(wanted);
    if (document === undefined) return "notOpen";
    this.#select(document, range);
    return "selected";
  }

  /** In the kernel of the notebook that is in front, or was last. */
  async executeCode(code: string, call: Call): Promise<CodeResult> {
    const runner = this.#options.codeRunner;
    if (runner === undefined) throw new IdeBridgeError("UNSUPPORTED", "No code is run here");
    const notebooks = this.documents.recent.filter((path) => languageIdOf(path) === "jupyter");
    return runner.execute(
      code,
      notebooks.find((path) => runner.isShared(path)),
      call,
    );
  }

  /** Selects as the user does, and opens the file if need be. What the text does not have is cut off. */
  async select(path: string, range: Range): Promise<Selection> {
    return this.#select(await this.#openHere(path), range);
  }

  /** Selects whole lines, both included, counted from 0. */
  selectLines(path: string, first: number, last = first): Promise<Selection> {
    const [from, to] = first <= last ? [first, last] : [last, first];
    const end = { line: to, character: Number.MAX_SAFE_INTEGER };
    return this.select(path, { start: { line: from, character: 0 }, end });
  }

  /** Ends what is pending, as rejected, and all watching. */
  [Symbol.dispose](): void {
    for (const end of this.#endings.splice(0)) end();
    this.inbox.close();
    this.documents[Symbol.dispose]();
  }

  async #tellAsked(path: string | undefined, call: Call): Promise<void> {
    try {
      await this.#options.onDiagnosticsAsked?.(path, call);
    } catch (error) {
      // Whoever wanted to know goes without: the agent must have its answer.
      this.#options.warn?.(`onDiagnosticsAsked: ${messageOf(error)}`);
    }
  }

  async #problems(path: string | undefined, call: Call): Promise<readonly FileDiagnostics[]> {
    const provider = this.#options.diagnosticsProvider;
    if (provider === undefined) return [];
    if (path === undefined) return provider.all(call);
    return [{ path, diagnostics: await provider.forFile(path, call) }];
  }

  async #openHere(path: string): Promise<TextDocument> {
    try {
      return await this.documents.open(path, { behind: true });
    } catch (error) {
      if (error instanceof DocumentError && error.code === "NOT_FOUND") this.#assertFolderExists(path);
      throw error;
    }
  }

  /** A link that leads out of the workspace is shown as where it leads: that is what would be written. */
  #byTarget(proposal: Proposal): Proposal {
    const { path, oldPath } = proposal;
    const isIn = (each: string) => this.#folders.some((folder) => isInside(folder, each, currentPlatform()));
    const target = realOf(path);
    if (!isIn(path) || isIn(target)) return proposal;
    return { ...proposal, path: target, oldPath: oldPath === path ? target : oldPath };
  }

  #select(document: TextDocument, range: Range): Selection {
    this.#selections.select(document, range);
    return this.#selections.toFront(document);
  }

  #documentEvent(event: DocumentEvent): void {
    if (event.type === "saving") return;
    this.#selections.follow(event);
    this.#listeners.emit({ type: "documents" });
    this.#selections.tell();
  }

  async #textOf(path: string): Promise<string | undefined> {
    const document = await this.documents.read(path);
    // A file that is gone, or is no text any more, is not what a document without changes remembers.
    const isStale = document !== undefined && !document.isDirty && document.onDisk !== "unchanged";
    return isStale ? undefined : document?.text;
  }

  /** "Not found" would be misleading when it is the whole folder that is not there. */
  #assertFolderExists(path: string): void {
    const folder = this.#folders.find((each) => isInside(each, path, currentPlatform()));
    if (folder === undefined || isFolder(folder)) return;
    throw new DocumentError(
      "FOLDER_GONE",
      path,
      `The workspace folder ${folder} is gone: deleted, or not mounted. It can be used again once it is back`,
    );
  }
}
