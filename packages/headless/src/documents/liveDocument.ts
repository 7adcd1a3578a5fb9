import type { SaveOutcome } from "../control/controlProtocol.ts";
import { DiskCopy } from "./diskCopy.ts";
import { DocumentError } from "./documentError.ts";
import { checkText, readTextFile, type TextFile } from "./readTextFile.ts";
import type { DiskState } from "./textDocument.ts";
import { UndoHistory } from "./undoHistory.ts";
import type { writeTextFile } from "./writeTextFile.ts";

export type LiveEvent = "edited" | "saving" | "saved" | "reloaded" | "onDisk";

/** What a document needs of its store. */
export interface DocumentOwner {
  readonly write: typeof writeTextFile;
  nextVersion(): number;
  happened(type: LiveEvent, document: LiveDocument): void;
}

/** An open document and its file. It follows the file as long as the user has changed nothing. */
export class LiveDocument {
  readonly path: string;
  readonly realPath: string;
  readonly #owner: DocumentOwner;
  readonly #disk: DiskCopy;
  #text: string;
  /** What the file held when it was last read or written. The same text as above as long as nothing is changed. */
  #diskText: string;
  #version: number;
  #onDisk: DiskState = "unchanged";
  #isClosed = false;
  readonly #history = new UndoHistory();
  /** One thing at a time: a look at the file in the midst of saving it would see a change. */
  #queue: Promise<unknown> = Promise.resolve();

  constructor(owner: DocumentOwner, path: string, realPath: string, file: TextFile) {
    this.#owner = owner;
    this.path = path;
    this.realPath = realPath;
    this.#disk = new DiskCopy(path, file.stamp);
    this.#text = file.text;
    this.#diskText = file.text;
    this.#version = owner.nextVersion();
  }

  get text(): string {
    return this.#text;
  }

  get version(): number {
    return this.#version;
  }

  get isDirty(): boolean {
    return this.#text !== this.#diskText;
  }

  get onDisk(): DiskState {
    return this.#onDisk;
  }

  get isClosed(): boolean {
    return this.#isClosed;
  }

  /** Nothing is told of it any more. */
  close(): void {
    this.#isClosed = true;
  }

  /** Looks at the file, and follows it where nothing is lost by that. */
  check(): Promise<void> {
    return this.#inTurn(() => this.#look());
  }

  edit(text: string, expectedVersion: number | undefined): Promise<void> {
    checkText(this.path, text);
    return this.#inTurn(async () => {
      await this.#look();
      this.#assertOpen();
      if (expectedVersion !== undefined && expectedVersion !== this.#version) {
        throw new DocumentError(
          "VERSION_CONFLICT",
          this.path,
          `${this.path} has changed meanwhile: it is at version ${this.#version}, not ${expectedVersion}. Read it again, then make your change`,
        );
      }
      if (text === this.#text) return;
      this.#history.add(this.#text);
      await this.#change(text);
    });
  }

  /** Back to the text before the last edit. False when none is remembered. */
  undo(): Promise<boolean> {
    return this.#inTurn(async () => {
      await this.#look();
      this.#assertOpen();
      const text = this.#history.takeLast();
      if (text !== undefined) await this.#change(text);
      return text !== undefined;
    });
  }

  save(overwrite: boolean): Promise<SaveOutcome> {
    return this.#inTurn(async () => {
      await this.#look();
      if (this.#isClosed) return "notOpen";
      if (!this.isDirty && this.#onDisk === "unchanged") return "saved";
      if (this.#onDisk === "changed" && !overwrite) return "changedOnDisk";
      if (this.#onDisk === "deleted" && !overwrite) this.#disk.assertMounted();
      const text = this.#text;
      this.#tell("saving");
      try {
        const written = await this.#owner.write(
          this.path,
          text,
          overwrite ? {} : { beforeReplace: () => this.#disk.assertUntouched() },
        );
        this.#disk.seen(written.stamp);
      } catch (error) {
        if (!(error instanceof DocumentError) || error.code !== "CHANGED_ON_DISK") throw error;
        await this.#look();
        return "changedOnDisk";
      }
      this.#diskText = text;
      this.#onDisk = "unchanged";
      this.#tell("saved");
      return "saved";
    });
  }

  /** Drops the changes for what the file holds. */
  revert(): Promise<void> {
    return this.#inTurn(async () => {
      const { text, stamp } = await readTextFile(this.path);
      this.#assertOpen();
      this.#disk.seen(stamp);
      this.#follow(text);
    });
  }

  async #change(text: string): Promise<void> {
    this.#text = text;
    this.#version = this.#owner.nextVersion();
    this.#tell("edited");
    if (this.isDirty || this.#onDisk === "unchanged") return;
    // The last change is undone: nothing keeps it from following the file any more.
    this.#disk.forget();
    await this.#look();
  }

  async #look(): Promise<void> {
    if (this.#isClosed) return;
    const news = await this.#disk.look();
    if (this.#isClosed) return;
    switch (news.kind) {
      case "same":
        return;
      case "deleted":
        return this.#setOnDisk("deleted");
      case "unreadable":
        return this.#setOnDisk("changed");
      case "text":
        return this.#compare(news.text);
    }
  }

  #compare(text: string): void {
    if (text === this.#diskText) return this.#setOnDisk("unchanged");
    if (!this.isDirty || text === this.#text) return this.#follow(text);
    this.#setOnDisk("changed");
  }

  #follow(text: string): void {
    const isNews = text !== this.#text || this.isDirty || this.#onDisk !== "unchanged";
    if (text !== this.#text) {
      this.#version = this.#owner.nextVersion();
      // Undoing what came before would take back what somebody else has written.
      this.#history.clear();
    }
    this.#text = text;
    this.#diskText = text;
    this.#onDisk = "unchanged";
    if (isNews) this.#tell("reloaded");
  }

  #setOnDisk(state: DiskState): void {
    if (this.#onDisk === state) return;
    this.#onDisk = state;
    this.#tell("onDisk");
  }

  #tell(type: LiveEvent): void {
    if (!this.#isClosed) this.#owner.happened(type, this);
  }

  #assertOpen(): void {
    if (this.#isClosed) throw new DocumentError("NOT_OPEN", this.path, `${this.path} was closed meanwhile`);
  }

  #inTurn<T>(run: () => Promise<T>): Promise<T> {
    const done = this.#queue.then(run);
    this.#queue = done.catch(() => {});
    return done;
  }
}
