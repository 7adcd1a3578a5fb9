// Not from "node:fs/promises", here and in what this uses: that is loaded at once, and a start does without.
import { promises as fs } from "node:fs";
import { dirname, isAbsolute, join, normalize } from "node:path";
import { Listeners, type Unsubscribe } from "@idebridge/sdk";
import type { SaveOutcome } from "../control/controlProtocol.ts";
import { DocumentError, systemCode } from "./documentError.ts";
import { FolderWatcher } from "./folderWatcher.ts";
import { type DocumentOwner, LiveDocument, type LiveEvent } from "./liveDocument.ts";
import { readTextFile } from "./readTextFile.ts";
import { Tabs } from "./tabs.ts";
import type { CloseOutcome, DocumentEvent, OpenOptions, TextDocument } from "./textDocument.ts";
import { writeTextFile } from "./writeTextFile.ts";

export interface DocumentStoreOptions {
  /** Something that the user should know but that stops nothing: a folder that cannot be watched. */
  readonly warn?: (message: string) => void;
  /** How soon changes on disk are told; those within this time are told together. */
  readonly watchMilliseconds?: number;
  /** How documents are saved, for tests of failing disks. */
  readonly write?: typeof writeTextFile;
}

/** The open documents, over the real file system. What is not saved is never lost to what happens on disk. */
export class DocumentStore {
  readonly #documents = new Map<string, LiveDocument>();
  /** The same by where their links lead. */
  readonly #byRealPath = new Map<string, LiveDocument>();
  readonly #tabs = new Tabs();
  readonly #listeners = new Listeners<DocumentEvent>();
  readonly #watcher: FolderWatcher;
  readonly #owner: DocumentOwner;
  #lastVersion = 0;
  #isDisposed = false;

  constructor(options: DocumentStoreOptions = {}) {
    const { warn = () => {}, watchMilliseconds } = options;
    this.#owner = {
      write: options.write ?? writeTextFile,
      nextVersion: () => ++this.#lastVersion,
      happened: (type, document) => this.#happened(type, document),
    };
    this.#watcher = new FolderWatcher({
      changed: (folder, names) => this.#changedIn(folder, names),
      failed: (folder, error) => warn(cannotWatch(folder, error)),
      ...(watchMilliseconds !== undefined && { milliseconds: watchMilliseconds }),
    });
  }

  readonly subscribe = (listener: (event: DocumentEvent) => void): Unsubscribe =>
    this.#listeners.add(listener);

  /** How many documents are open. */
  get size(): number {
    return this.#documents.size;
  }

  /** The documents in the order of their tabs, as they were last seen. */
  list(): readonly TextDocument[] {
    return this.#tabs.paths.map((path) => this.#snapshot(this.#documents.get(path)!));
  }

  get active(): TextDocument | undefined {
    return this.#tabs.active === undefined ? undefined : this.get(this.#tabs.active);
  }

  /** The paths of the documents, the one in front first, then the one that was there before it. */
  get recent(): readonly string[] {
    return this.#tabs.recent;
  }

  /** How many folders the system watches for us. */
  get watchedFolders(): number {
    return this.#watcher.size;
  }

  /** An open document as it was last seen: does not look at the disk. */
  get(path: string): TextDocument | undefined {
    const document = this.#known(path);
    return document && this.#snapshot(document);
  }

  /** An open document, after a look at its file. `undefined` when it is not open. */
  async read(path: string): Promise<TextDocument | undefined> {
    const document = await this.#find(path);
    await document?.check();
    return document === undefined || document.isClosed ? undefined : this.#snapshot(document);
  }

  /** Looks at the files of all documents. */
  async refresh(): Promise<void> {
    await Promise.all([...this.#documents.values()].map((document) => document.check()));
  }

  async open(path: string, options: OpenOptions = {}): Promise<TextDocument> {
    assertPath(path);
    const open = await this.#find(path);
    await open?.check();
    const document = open && !open.isClosed ? open : await this.#load(normalize(path), options);
    if (!options.preview) this.#pin(document);
    if (!options.behind) this.#activate(document);
    return this.#snapshot(document);
  }

  /** Brings an open document to the front. False when it is not open. */
  activate(path: string): boolean {
    const document = this.#known(path);
    if (document) this.#activate(document);
    return document !== undefined;
  }

  /** Replaces the text, unless it is another than the caller knows. */
  async edit(path: string, text: string, expectedVersion?: number): Promise<TextDocument> {
    const document = await this.#get(path);
    await document.edit(text, expectedVersion);
    return this.#snapshot(document);
  }

  /** Takes the last edit back. `undefined` when there is none since the document was read, or too long ago. */
  async undo(path: string): Promise<TextDocument | undefined> {
    const document = await this.#get(path);
    return (await document.undo()) ? this.#snapshot(document) : undefined;
  }

  /**
   * Writes a document. One whose file has changed under it is written only with `overwrite`; one whose
   * file was deleted is created again. Throws when it cannot be written: the document stays as it is.
   */
  async save(path: string, options: { readonly overwrite?: boolean } = {}): Promise<SaveOutcome> {
    const document = await this.#find(path);
    return document === undefined ? "notOpen" : document.save(options.overwrite ?? false);
  }

  /** Drops the changes of a document for what the file holds. Throws when that cannot be read. */
  async revert(path: string): Promise<TextDocument> {
    const document = await this.#get(path);
    await document.revert();
    return this.#snapshot(document);
  }

  /** Closes a document; one with changes only with `discard`. */
  async close(path: string, options: { readonly discard?: boolean } = {}): Promise<CloseOutcome> {
    const document = await this.#find(path);
    if (document === undefined || document.isClosed) return "notOpen";
    if (document.isDirty && !options.discard) return "unsaved";
    const last = this.#snapshot(document);
    this.#tabs.remove(document.path);
    this.#drop(document, last);
    if (last.isActive) this.#tellActive();
    return "closed";
  }

  /** Ends all watching. What is not saved is gone with it. */
  [Symbol.dispose](): void {
    this.#isDisposed = true;
    this.#watcher.close();
    for (const document of this.#documents.values()) document.close();
  }

  async #load(path: string, options: OpenOptions): Promise<LiveDocument> {
    const file = await readTextFile(path);
    const realPath = await fs.realpath(path).catch(() => path);
    if (this.#isDisposed) throw new DocumentError("CLOSED", path, "idebridge is closing down");
    // Somebody else opened it while it was read.
    const twin = this.#known(path) ?? this.#known(realPath);
    if (twin) return twin;

    const document = new LiveDocument(this.#owner, path, realPath, file);
    const replaced = options.preview ? this.#known(this.#tabs.preview) : undefined;
    const last = replaced && this.#snapshot(replaced);
    this.#tabs.add(path, options.preview ?? false);
    this.#documents.set(path, document);
    this.#byRealPath.set(realPath, document);
    for (const folder of foldersOf(document)) this.#watcher.add(folder);
    if (replaced && last) this.#drop(replaced, last);
    this.#tell("opened", document);
    if (last?.isActive) this.#tellActive();
    return document;
  }

  #drop(document: LiveDocument, last: TextDocument): void {
    document.close();
    this.#documents.delete(document.path);
    this.#byRealPath.delete(document.realPath);
    for (const folder of foldersOf(document)) this.#watcher.remove(folder);
    this.#listeners.emit({ type: "closed", document: last });
  }

  #changedIn(folder: string, names: ReadonlySet<string> | "all"): void {
    if (names === "all") {
      for (const document of this.#documents.values()) {
        if (foldersOf(document).has(folder)) void document.check();
      }
      return;
    }
    for (const name of names) {
      const path = join(folder, name);
      for (const document of new Set([this.#documents.get(path), this.#byRealPath.get(path)])) {
        void document?.check();
      }
    }
  }

  #happened(type: LiveEvent, document: LiveDocument): void {
    // At once: the next preview must not replace what the user has changed.
    if (type === "edited") this.#pin(document);
    if (document.onDisk === "deleted" || type === "saved") {
      for (const folder of foldersOf(document)) this.#watcher.verify(folder);
    }
    this.#tell(type, document);
  }

  #pin(document: LiveDocument): void {
    if (this.#tabs.pin(document.path)) this.#tell("pinned", document);
  }

  #activate(document: LiveDocument): void {
    if (this.#tabs.activate(document.path)) this.#tellActive();
  }

  #tell(type: Exclude<DocumentEvent["type"], "activated">, document: LiveDocument): void {
    this.#listeners.emit({ type, document: this.#snapshot(document) });
  }

  #tellActive(): void {
    this.#listeners.emit({ type: "activated", document: this.active });
  }

  #snapshot({ path, text, version, isDirty, onDisk }: LiveDocument): TextDocument {
    const isPreview = this.#tabs.preview === path;
    return { path, text, version, isDirty, isPreview, isActive: this.#tabs.active === path, onDisk };
  }

  async #get(path: string): Promise<LiveDocument> {
    const document = await this.#find(path);
    if (document) return document;
    throw new DocumentError("NOT_OPEN", path, `${path} is not open. Open it first`);
  }

  /** The document of a file, also when it was opened by another of its names. */
  async #find(path: string): Promise<LiveDocument | undefined> {
    const known = this.#known(path);
    if (known || this.#documents.size === 0 || !isAbsolute(path)) return known;
    // A path that cannot be resolved (NUL in it, no such file, no permission) is that of no document.
    const realPath = await fs.realpath(path).catch(() => undefined);
    return this.#known(realPath) ?? this.#known(path);
  }

  #known(path: string | undefined): LiveDocument | undefined {
    if (path === undefined) return undefined;
    const tidy = normalize(path);
    return this.#documents.get(tidy) ?? this.#byRealPath.get(tidy);
  }
}

function foldersOf({ path, realPath }: LiveDocument): ReadonlySet<string> {
  return new Set([dirname(path), dirname(realPath)]);
}

function assertPath(path: string): void {
  if (isAbsolute(path) && !path.includes("\0")) return;
  throw new DocumentError("INVALID_PATH", path, `${JSON.stringify(path)} is not the full path of a file`);
}

function cannotWatch(folder: string, error: unknown): string {
  const code = systemCode(error);
  const advice = code === "ENOSPC" ? ": raise fs.inotify.max_user_watches" : "";
  return `Changes in ${folder} are seen late: it cannot be watched (${code ?? String(error)})${advice}`;
}
