import type { Diagnostic, Logger } from "@idebridge/sdk";
import { messageOf } from "@idebridge/sdk/core";
import type { Environment } from "@idebridge/sdk/node";
import {
  type ApplyWorkspaceEditParams,
  DidChangeWatchedFilesNotification,
  DidCloseTextDocumentNotification,
  type FileEvent,
  type PublishDiagnosticsParams,
} from "vscode-languageserver-protocol/node";
import type { LanguageServerInfo } from "../control/controlProtocol.ts";
import { counted } from "../control/counted.ts";
import { fileChangeType } from "./fileChangeType.ts";
import { toPath, toUri } from "./fileUri.ts";
import { LanguageServerError } from "./languageServerError.ts";
import { pullDiagnostics } from "./pullDiagnostics.ts";
import { sendDocument } from "./sendDocument.ts";
import { ServerConnection } from "./serverConnection.ts";
import type { ServerCommand, ServerDefinition } from "./serverDefinition.ts";
import { ServerDocument } from "./serverDocument.ts";
import { toDiagnostics } from "./toDiagnostic.ts";
import type { TrackedDocument } from "./trackedDocument.ts";

export interface LanguageServerOptions {
  readonly definition: ServerDefinition;
  readonly command: ServerCommand;
  readonly root: string;
  readonly env: Environment;
  readonly version: string;
  readonly logger: Logger;
  /** Waits before it is started again, in milliseconds; after the last one it is given up. */
  readonly restarts?: readonly number[];
  readonly answerMilliseconds?: number;
  readonly applyEdit: (params: ApplyWorkspaceEditParams) => Promise<boolean>;
  /** The problems of this file may be others now. */
  readonly diagnosticsChanged: (path: string) => void;
  readonly infoChanged: () => void;
}

/** A file that changed, for servers that watch. */
export interface ChangedFile {
  readonly path: string;
  readonly type: FileEvent["type"];
}

const defaultRestarts = [500, 1_000, 2_000, 5_000, 10_000];
/** One that never started at all is not likely to. */
const neverReadyRestarts = 2;
/** One that ran this long was well: its next crash counts as its first. */
const wellMilliseconds = 3 * 60_000;
const endMilliseconds = 500;
const backgroundMilliseconds = 250;
/** Of files that it tells of by itself, without that we opened them. */
const mostOthers = 5_000;

/** One server for one root: started when it is needed, again when it crashes, and told of all documents that it is for. */
export class LanguageServer {
  /** Resolves when it has told the problems of any file, or never will. */
  readonly firstAnswer: Promise<void>;
  readonly #options: LanguageServerOptions;
  readonly #restarts: readonly number[];
  readonly #documents = new Map<string, ServerDocument>();
  readonly #others = new Map<string, readonly Diagnostic[]>();
  #state: LanguageServerInfo["state"] = "idle";
  #message: string | undefined;
  #connection: ServerConnection | undefined;
  /** Resolves when it is ready; rejects when this start came to nothing. */
  #starting: Promise<ServerConnection> | undefined;
  #crashes = 0;
  #wasReady = false;
  readonly #waiting = new Set<() => void>();
  readonly #pulling = new WeakMap<
    ServerDocument,
    { readonly version: number | undefined; readonly epoch: number; readonly done: Promise<void> }
  >();
  #restartTimer: NodeJS.Timeout | undefined;
  #backgroundTimer: NodeJS.Timeout | undefined;
  #isClosed = false;
  #hasAnswered = false;
  #answered = () => {};
  /** Counts what happened to the project as far as this server knows it. */
  #epoch = 0;

  constructor(options: LanguageServerOptions) {
    this.#options = options;
    this.#restarts = options.restarts ?? defaultRestarts;
    this.firstAnswer = new Promise((resolve) => {
      this.#answered = () => {
        this.#hasAnswered = true;
        resolve();
      };
    });
  }

  get name(): string {
    return this.#options.definition.name;
  }

  get connection(): ServerConnection | undefined {
    return this.#state === "ready" ? this.#connection : undefined;
  }

  get info(): LanguageServerInfo {
    const { name, languages, files = [] } = this.#options.definition;
    const message = this.#message ?? this.#connection?.work;
    const pid = this.#connection?.pid;
    return {
      name,
      state: this.#state,
      languages: languages.length > 0 ? languages : files,
      files: this.#documents.size,
      root: this.#options.root,
      ...(message !== undefined && { message }),
      ...(pid !== undefined && { pid }),
    };
  }

  /** The server, once it is ready. Rejects when it cannot be started, or has been given up. */
  ready(): Promise<ServerConnection> {
    if (this.#isClosed || this.#state === "failed")
      return Promise.reject(new LanguageServerError(this.name, this.#message ?? "it was ended"));
    this.#starting ??= this.#start();
    return this.#starting;
  }

  knows(path: string): boolean {
    return this.#documents.has(path);
  }

  /** Tells the server of documents as they are now. Those that it does not know yet it is told when it is ready. */
  sync(documents: readonly TrackedDocument[]): void {
    if (documents.some(({ path }) => !this.#documents.has(path))) this.#options.infoChanged();
    for (const document of documents) {
      const state = this.#documents.get(document.path) ?? new ServerDocument(document);
      this.#documents.set(document.path, state);
      this.#others.delete(document.path);
      if (this.connection) this.#send(state, this.connection);
    }
  }

  /** The same for those of them that it is for. */
  update(documents: readonly TrackedDocument[]): void {
    this.sync(documents.filter(({ path }) => this.#documents.has(path)));
  }

  /** The server need not know this document any more; its problems are forgotten. */
  forget(document: TrackedDocument): void {
    const state = this.#documents.get(document.path);
    if (!this.#documents.delete(document.path)) return;
    const textDocument = { uri: document.uri };
    if (state?.sentVersion !== undefined)
      this.connection?.notify(DidCloseTextDocumentNotification.type, { textDocument });
    this.#options.diagnosticsChanged(document.path);
    this.#options.infoChanged();
  }

  filesChanged(files: readonly ChangedFile[]): void {
    for (const { path, type } of files) {
      if (type === fileChangeType.deleted && this.#others.delete(path))
        this.#options.diagnosticsChanged(path);
    }
    const { connection } = this;
    const wanted = files.filter(({ path }) => connection?.watched.includes(path));
    if (connection === undefined || wanted.length === 0) return;
    const changes = wanted.map(({ path, type }) => ({ uri: toUri(path), type }));
    connection.notify(DidChangeWatchedFilesNotification.type, { changes });
    this.#projectChanged();
  }

  /** Resolves when the problems of these documents are those of their present texts, or it cannot find them. */
  async fresh(documents: readonly TrackedDocument[]): Promise<void> {
    // Nobody waits for the start of a server that has nothing to say.
    if (!documents.some(({ path }) => this.#documents.has(path))) return;
    const connection = await this.ready().catch(() => undefined);
    if (connection === undefined) return;
    const epoch = this.#epoch;
    const states = documents.flatMap((each) => this.#documents.get(each.path) ?? []);
    await Promise.all(
      states.map((state) => this.#freshOne(state, connection, epoch).then(() => this.#answered())),
    );
  }

  /** What is known of a file, of its present text or not. */
  diagnosticsOf(path: string): readonly Diagnostic[] {
    return this.#documents.get(path)?.diagnostics ?? this.#others.get(path) ?? [];
  }

  /** The files that it has problems of. */
  get files(): readonly string[] {
    return [...this.#documents.keys(), ...this.#others.keys()];
  }

  async close(): Promise<void> {
    this.#isClosed = true;
    this.#answered();
    clearTimeout(this.#restartTimer);
    clearTimeout(this.#backgroundTimer);
    const connection = this.#connection;
    this.#connection = undefined;
    this.#state = "idle";
    this.#news();
    await connection?.stop();
  }

  async #start(): Promise<ServerConnection> {
    const { diagnosticsChanged, infoChanged } = this.#options;
    const startedAt = performance.now();
    const connection = new ServerConnection({
      ...this.#options,
      published: (params) => this.#published(params, connection),
      refresh: () => {
        // What it knew before may be wrong now, also where the text is the same.
        if (connection !== this.#connection) return;
        this.#projectChanged();
        this.#news();
      },
      busy: infoChanged,
    });
    this.#connection = connection;
    this.#setState(this.#state === "restarting" ? "restarting" : "starting");
    void connection.ended.then((reason) => this.#ended(connection, reason, startedAt));
    try {
      await connection.initialize();
    } catch (error) {
      // One that is about to end says better why.
      await Promise.race([
        connection.ended,
        new Promise((resolve) => setTimeout(resolve, endMilliseconds).unref()),
      ]);
      connection.fail(`it did not start: ${messageOf(error)}`);
      throw error;
    }
    if (this.#connection !== connection) throw new LanguageServerError(this.name, "it was ended");
    for (const [path, { document }] of this.#documents) {
      this.#documents.set(path, new ServerDocument(document));
      diagnosticsChanged(path);
    }
    this.#wasReady = true;
    this.#setState("ready");
    for (const state of this.#documents.values()) this.#send(state, connection);
    return connection;
  }

  #ended(connection: ServerConnection, reason: string, startedAt: number): void {
    if (this.#connection !== connection || this.#isClosed) return;
    this.#connection = undefined;
    this.#starting = undefined;
    this.#news();
    if (performance.now() - startedAt > wellMilliseconds) this.#crashes = 0;
    const restarts = this.#wasReady ? this.#restarts : this.#restarts.slice(0, neverReadyRestarts);
    const wait = restarts[this.#crashes++];
    if (wait === undefined) {
      for (const path of this.files) this.#options.diagnosticsChanged(path);
      this.#documents.clear();
      this.#others.clear();
      this.#answered();
      this.#options.logger.error?.(`the language server ${this.name} is given up: ${reason}`);
      return this.#setState("failed", `given up after ${counted(this.#crashes, "attempt")}: ${reason}`);
    }
    this.#options.logger.warn?.(`the language server ${this.name} is started again: ${reason}`);
    this.#setState("restarting", reason);
    const restart = new Promise<void>((resolve) => {
      this.#restartTimer = setTimeout(resolve, wait);
      this.#restartTimer.unref();
    });
    this.#starting = restart.then(() => this.#start());
    this.#starting.catch(() => {});
  }

  #send(state: ServerDocument, connection: ServerConnection): void {
    const { document } = state;
    const sent = sendDocument(state, connection, this.#options.definition.languageId);
    if (sent === "nothing") return;
    if (sent === "closed") {
      this.#documents.set(document.path, new ServerDocument(document));
      this.#options.diagnosticsChanged(document.path);
    }
    this.#projectChanged();
  }

  #published(params: PublishDiagnosticsParams, connection: ServerConnection): void {
    const path = toPath(params.uri);
    if (path === undefined || connection !== this.#connection || !Array.isArray(params.diagnostics)) return;
    const state = this.#documents.get(path);
    if (state) {
      if (state.published(params, performance.now())) this.#options.diagnosticsChanged(path);
      return this.#news();
    }
    const items = toDiagnostics(params.diagnostics);
    if (items.length === 0 ? !this.#others.delete(path) : this.#others.size >= mostOthers) return;
    if (items.length > 0) this.#others.set(path, items);
    this.#options.diagnosticsChanged(path);
  }

  async #freshOne(state: ServerDocument, connection: ServerConnection, epoch: number): Promise<void> {
    while (connection === this.#connection && state.document.text !== undefined) {
      const { pulls } = connection;
      if (pulls.length > 0) {
        const isAcrossFiles = pulls.some((each) => each.isAcrossFiles);
        if (!state.isPulled(isAcrossFiles ? epoch : 0)) await this.#pull(state, connection);
        return;
      }
      const wait = state.untilPublished(performance.now(), !this.#hasAnswered);
      if (wait === 0) return;
      await this.#newsWithin(wait);
    }
  }

  /** Until the server has told something, or the time is over. */
  async #newsWithin(milliseconds: number): Promise<void> {
    await new Promise<void>((resolve) => {
      const wake = () => {
        clearTimeout(timer);
        this.#waiting.delete(wake);
        resolve();
      };
      const timer = setTimeout(wake, milliseconds);
      this.#waiting.add(wake);
    });
  }

  #news(): void {
    for (const wake of this.#waiting) wake();
  }

  #pull(state: ServerDocument, connection: ServerConnection): Promise<void> {
    const { sentVersion: version } = state;
    const running = this.#pulling.get(state);
    if (running?.version === version && running?.epoch === this.#epoch) return running.done;
    const pull = { version, epoch: this.#epoch, done: this.#pullNow(state, connection, this.#epoch) };
    this.#pulling.set(state, pull);
    return pull.done;
  }

  async #pullNow(state: ServerDocument, connection: ServerConnection, epoch: number): Promise<void> {
    const outcome = await pullDiagnostics(state, connection, epoch);
    if (connection !== this.#connection) return;
    if (outcome === "hanging") connection.fail("it does not answer any more");
    if (outcome === "answered" && this.#documents.get(state.document.path) === state)
      this.#options.diagnosticsChanged(state.document.path);
  }

  /** What was asked before may have other answers now: asked again in a moment, for those who only listen. */
  #projectChanged(): void {
    this.#epoch++;
    if (this.#backgroundTimer !== undefined || this.#isClosed) return;
    this.#backgroundTimer = setTimeout(() => {
      this.#backgroundTimer = undefined;
      const { connection } = this;
      if (connection === undefined || connection.pulls.length === 0) return;
      void this.fresh([...this.#documents.values()].map(({ document }) => document));
    }, backgroundMilliseconds);
    this.#backgroundTimer.unref();
  }

  #setState(state: LanguageServerInfo["state"], message?: string): void {
    this.#state = state;
    this.#message = message;
    this.#options.infoChanged();
  }
}
