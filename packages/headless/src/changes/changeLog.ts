import { type Client, IdeBridgeError, Listeners, type Logger, type Unsubscribe } from "@idebridge/sdk";
import { type Clock, systemClock } from "@idebridge/sdk/core";
import type { ChangeTexts, PromptChanges, RevertRequest, RevertResult } from "../control/controlProtocol.ts";
import { applyRevert, finishRevert, type RevertFiles } from "./applyRevert.ts";
import { type CapturedFile, captureFile } from "./captureFile.ts";
import type { Side } from "./changeRecord.ts";
import { ChangeRecorder } from "./changeRecorder.ts";
import { ChangeStore, type StoreLimits } from "./changeStore.ts";
import { ChangeTracker } from "./changeTracker.ts";
import { decode, readContent } from "./content.ts";
import { damaged } from "./notRevertible.ts";
import { planRevert } from "./planRevert.ts";
import { noSuchChange, promptGiven } from "./promptGiven.ts";
import { SerialQueue } from "./serialQueue.ts";
import { toFileChange, toPromptChanges } from "./toPromptChanges.ts";

export interface ChangeLimits extends StoreLimits {
  /** Files changed at once, and files changed unannounced in one prompt, that are recorded one by one. */
  readonly burstFiles: number;
  /** Of the workspace's text that git does not have, kept in memory while a client is connected. */
  readonly memoryBytes: number;
  readonly memoryFiles: number;
}

export const defaultChangeLimits: ChangeLimits = {
  totalBytes: 64 * 1024 * 1024,
  fileBytes: 2 * 1024 * 1024,
  prompts: 200,
  burstFiles: 500,
  memoryBytes: 32 * 1024 * 1024,
  memoryFiles: 10_000,
};

export interface ChangeLogOptions {
  /** The workspace folders, by their real paths. */
  readonly folders: readonly string[];
  /** A private folder of this workspace, for one process at a time. */
  readonly stateDir: string;
  readonly limits?: Partial<ChangeLimits>;
  /** Files that are never stored. */
  readonly isDenied?: (path: string) => boolean;
  /** For git; that of this process when left out. */
  readonly env?: NodeJS.ProcessEnv;
  readonly clock?: Clock;
  /** Told, instead of the logger, when something could not be recorded. It is tried again with the next change. */
  readonly failed?: (error: unknown) => void;
  readonly logger?: Logger;
}

/**
 * What agents have written without asking, and how to take it back. Everything that looks at files or changes
 * the records runs one after the other, in the order in which it was told.
 */
export class ChangeLog {
  readonly #store: ChangeStore;
  readonly #queue: SerialQueue;
  readonly #tracker: ChangeTracker;
  readonly #files: RevertFiles;
  readonly #listeners = new Listeners<PromptChanges>();
  #closing: Promise<void> | undefined;

  private constructor(options: ChangeLogOptions, limits: ChangeLimits, store: ChangeStore) {
    const { logger = {}, isDenied = () => false } = options;
    this.#store = store;
    this.#files = {
      store,
      stateDir: options.stateDir,
      read: (path) => readContent(path, { ...limits, isDenied }),
    };
    const logged = (error: unknown) =>
      logger.error?.("a change could not be recorded", { error: String(error) });
    this.#queue = new SerialQueue(options.failed ?? logged);
    this.#tracker = new ChangeTracker({
      ...limits,
      folders: options.folders,
      stateDir: options.stateDir,
      env: options.env ?? process.env,
      clock: options.clock ?? systemClock,
      logger,
      isDenied,
      queue: this.#queue,
      recorder: new ChangeRecorder(store),
      recorded: (entry) => this.#listeners.emit(toPromptChanges(entry)),
    });
  }

  /** With what earlier runs have recorded; what is damaged of it is left out. */
  static async open(options: ChangeLogOptions): Promise<ChangeLog> {
    const limits = { ...defaultChangeLimits, ...options.limits };
    const log = new ChangeLog(options, limits, await ChangeStore.open(options.stateDir, limits));
    await finishRevert(log.#files).catch((error: unknown) =>
      options.logger?.error?.("an interrupted revert could not be finished", { error: String(error) }),
    );
    return log;
  }

  /** A file as it is now, for a write that is announced while the log is still being opened. */
  static capture(path: string, isDenied: (path: string) => boolean): Promise<CapturedFile> {
    return captureFile(path, { fileBytes: defaultChangeLimits.fileBytes, isDenied });
  }

  /** The first client starts the watching of the workspace. */
  clientConnected(client: Client): void {
    if (this.#closing) return;
    this.#tracker.clientConnected(client);
  }

  /** With the last client the watching ends, a moment later: one that was cut off is back at once. */
  clientDisconnected(client: Client): void {
    // Nobody comes back to a log that is closed: no reason to keep the process waiting.
    if (this.#closing) return;
    this.#tracker.clientDisconnected(client);
  }

  promptStarted(client: Client): void {
    this.#tracker.promptStarted(client);
  }

  /** Remembers the file as it is now, or was captured. Answer the client when this is done: only then it writes. */
  writeAnnounced(client: Client, path: string, captured?: Promise<CapturedFile>): Promise<void> {
    return this.#tracker.writeAnnounced(client, path, captured);
  }

  /** Looks which announced files have changed. */
  writesMayHaveEnded(client: Client): void {
    this.#tracker.writesMayHaveEnded(client);
  }

  /** The user has agreed that the client writes this: it is no change. Tell it before it is announced. */
  accepted(client: Client, path: string, contents: string): void {
    this.#tracker.accepted(client, path, contents);
  }

  /** The user saves this file through us: that is no change of an agent's. Tell it before it is written. */
  savedByUser(path: string, contents: string | Buffer): void {
    this.#tracker.savedByUser(path, contents);
  }

  /** Oldest first. */
  list(): readonly PromptChanges[] {
    const prompts = [...this.#store.prompts].map(toPromptChanges);
    return prompts.filter(({ files, notes }) => files.length > 0 || notes.length > 0);
  }

  /** Of a file's change. Texts that are not stored are left out. */
  async read(id: string): Promise<ChangeTexts> {
    const change = this.#store.change(id);
    const prompt = this.#store.prompt(id);
    if (!change) {
      const why = prompt ? promptGiven(prompt) : noSuchChange(id);
      throw new IdeBridgeError("INVALID_ARGUMENT", why);
    }
    const current = await this.#files.read(change.path);
    const [before, after] = [await this.#textOf(change.before), await this.#textOf(change.after)];
    const isDamaged =
      (change.before.kind === "text" && before === undefined) ||
      (change.after.kind === "text" && after === undefined);
    return {
      change: { ...toFileChange(change), ...(isDamaged && { notRevertible: damaged }) },
      before,
      after,
      current: current.kind === "text" ? decode(current.bytes) : undefined,
    };
  }

  /** Everything that the request names, or nothing. Throws when a file cannot be written. */
  revert(request: RevertRequest): Promise<RevertResult> {
    return this.#queue.run(async () => {
      await this.#tracker.observeAll();
      const plan = await planRevert(this.#store, request, this.#files.read);
      if ("outcome" in plan) return plan;
      const paths = plan.writes.map(({ path }) => path);
      if ((await applyRevert(plan, this.#files)) === "changed") {
        return { outcome: "conflict", paths, message: "Nothing was written: a file has changed just now." };
      }
      this.#tracker.written(plan.writes);
      this.#tell(plan.changes);
      return { outcome: "reverted", paths };
    });
  }

  /** Of a file, or of all files of a prompt. */
  keep(id: string): Promise<{ kept: number }> {
    return this.#queue.run(async () => {
      const single = this.#store.change(id);
      const changes = single ? [single] : [...(this.#store.prompt(id)?.changes.values() ?? [])];
      const open = changes.filter(({ state }) => state === "unseen" || state === "partlyReverted");
      await this.#store.append(
        open.map((change) => ({ type: "change", change: { ...change, state: "kept" } })),
      );
      this.#tell(open);
      return { kept: open.length };
    });
  }

  /** Told of a prompt whenever something of it has changed. */
  readonly subscribe = (listener: (prompt: PromptChanges) => void): Unsubscribe =>
    this.#listeners.add(listener);

  /** All that was told before, and all that is known to have happened in the workspace, is recorded then. */
  settled(): Promise<void> {
    return this.#queue.run(() => this.#tracker.observeAll());
  }

  /** How many watches are open in the system: none without clients. */
  get watches(): number {
    return this.#tracker.watches;
  }

  close(): Promise<void> {
    this.#closing ??= this.#tracker.close().then(() => this.#store.close());
    return this.#closing;
  }

  [Symbol.asyncDispose](): Promise<void> {
    return this.close();
  }

  #tell(changes: readonly { readonly prompt: string }[]): void {
    for (const id of new Set(changes.map(({ prompt }) => prompt))) {
      const entry = this.#store.prompt(id);
      if (entry) this.#listeners.emit(toPromptChanges(entry));
    }
  }

  async #textOf(side: Side): Promise<string | undefined> {
    if (side.kind !== "text") return undefined;
    const bytes = await this.#store.blobs.get(side.hash);
    return bytes && decode(bytes);
  }
}
