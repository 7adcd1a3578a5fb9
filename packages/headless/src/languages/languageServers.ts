import { sep } from "node:path";
import {
  type Diagnostic,
  type FileDiagnostics,
  Listeners,
  type Logger,
  type Unsubscribe,
} from "@idebridge/sdk";
import type { ApplyWorkspaceEditParams, ProtocolRequestType } from "vscode-languageserver-protocol";
import type { LanguageServerInfo } from "../control/controlProtocol.ts";
import { DiagnosticsNews } from "./diagnosticsNews.ts";
import { FileChanges } from "./fileChanges.ts";
import { fileChangeType } from "./fileChangeType.ts";
import type { ChangedFile, LanguageServer } from "./languageServer.ts";
import type { LanguageEvent, LanguageService, ReadyServer, ServerAnswer } from "./languageService.ts";
import { looseScripts } from "./looseScripts.ts";
import { orAborted } from "./orAborted.ts";
import { lookAtProject, type ProjectFiles } from "./projectLanguages.ts";
import { ServerPool, type ServerPoolOptions } from "./serverPool.ts";
import { TrackedDocument } from "./trackedDocument.ts";

export interface LanguageServersOptions extends ServerPoolOptions {
  /** The text of a document that is open in the editor, unsaved changes included. */
  readonly openText?: (path: string) => Promise<string | undefined>;
  /** The documents that are open there. */
  readonly open?: Pick<ReadonlySet<string>, "has" | "size">;
}

/** Files that nobody has open, of which servers are told all the same because they mattered lately. */
const mostTouched = 64;
const mostOfProject = 2_000;
/** More files than this that change at once are not looked at one by one: a checkout touches them, no person. */
const mostTouchedAtOnce = 20;
const lookMilliseconds = 2_000;
/** Of what happened within this time the answer is worth waiting for; of the rest not so long. */
const urgentMilliseconds = 10_000;
const restMilliseconds = 300;
/** How long the problems of the text before a change are waited for, of the 1.8 s that there are after it. */
const holdMilliseconds = 800;
/** The same for a server that has not answered anything yet. */
const coldMilliseconds = 10_000;

/** The language servers of a workspace, and the files that they are told of. */
export class LanguageServers implements LanguageService {
  onApplyEdit: ((params: ApplyWorkspaceEditParams) => Promise<boolean>) | undefined;
  readonly #options: LanguageServersOptions;
  readonly #logger: Logger;
  readonly #servers: ServerPool;
  /** Those that mattered longest ago come first. */
  readonly #documents = new Map<string, TrackedDocument>();
  /** Files whose texts the servers are to keep for now, each until the promise is settled. */
  readonly #held = new Map<string, Promise<boolean>>();
  /** Files that servers are shown for a question, with the number of questions. */
  readonly #shown = new Map<string, number>();
  readonly #listeners = new Listeners<LanguageEvent>();
  readonly #news: DiagnosticsNews;
  readonly #changes: FileChanges;
  readonly #abort = new AbortController();
  #project: Promise<ProjectFiles> | undefined;

  constructor(options: LanguageServersOptions) {
    this.#options = options;
    this.#logger = options.logger ?? {};
    this.#news = new DiagnosticsNews(
      (path) => this.known(path),
      (files) => this.#listeners.emit({ type: "diagnostics", files }),
    );
    this.#changes = new FileChanges((files) => this.#filesChanged(files));
    this.#servers = new ServerPool(options, {
      applyEdit: async (params) => (await this.onApplyEdit?.(params)) ?? false,
      diagnosticsChanged: (path) => this.#news.changed(path),
      infoChanged: () => this.#listeners.emit({ type: "servers" }),
    });
  }

  readonly subscribe = (listener: (event: LanguageEvent) => void): Unsubscribe =>
    this.#listeners.add(listener);

  async request<P, R, PR, E, RO>(
    path: string,
    type: ProtocolRequestType<P, R, PR, E, RO>,
    params: P,
    signal?: AbortSignal,
  ): Promise<R | undefined> {
    for (const server of await this.#synced(path)) {
      const connection = await orAborted(server.ready(), signal);
      if (connection.can(type.method)) return connection.request(type, params, signal);
    }
    return undefined;
  }

  async requestEach<P, R, PR, E, RO>(
    path: string,
    type: ProtocolRequestType<P, R, PR, E, RO>,
    params: P,
    signal?: AbortSignal,
  ): Promise<readonly ServerAnswer<R>[]> {
    const servers = await this.#synced(path);
    const answers = await Promise.all(
      servers.map(async (server) => {
        const { name } = server;
        try {
          const connection = await orAborted(server.ready(), signal);
          if (!connection.can(type.method)) return [];
          const ask: ServerAnswer<R>["ask"] = (next, more) => connection.request(next, more, signal);
          return [{ answer: await connection.request(type, params, signal), ask }];
        } catch (error) {
          return this.#unanswered(name, type.method, error);
        }
      }),
    );
    signal?.throwIfAborted();
    return answers.flat();
  }

  async requestAll<P, R, PR, E, RO>(
    type: ProtocolRequestType<P, R, PR, E, RO>,
    params: P,
    signal?: AbortSignal,
  ): Promise<readonly R[]> {
    const answers = await Promise.all(
      this.#servers.all.map(async ({ connection, name }) => {
        if (!connection?.can(type.method)) return [];
        try {
          return [await connection.request(type, params, signal)];
        } catch (error) {
          return this.#unanswered(name, type.method, error);
        }
      }),
    );
    signal?.throwIfAborted();
    return answers.flat();
  }

  async forFile(path: string, signal?: AbortSignal): Promise<readonly ReadyServer[]> {
    const ready: ReadyServer[] = [];
    for (const server of await this.#synced(path)) {
      const connection = await orAborted(
        server.ready().catch(() => undefined),
        signal,
      );
      if (connection) ready.push({ name: server.name, capabilities: connection.capabilities });
    }
    return ready;
  }

  /** From now on servers are told of this file, and its problems are told. Resolves when they know it as it is. */
  async track(path: string): Promise<void> {
    await this.#synced(path);
  }

  /**
   * Resolves when the problems of a file are those of its present text, as far as they can be found. False when the file
   * has got another text meanwhile.
   */
  async fresh(path: string): Promise<boolean> {
    const found = this.#find(path);
    // Whoever asks is about to change the file: this text is needed until its problems are known.
    this.#held.set(path, found);
    return found.finally(() => {
      if (this.#held.get(path) === found) this.#held.delete(path);
      // It may have changed meanwhile.
      this.happened(path);
    });
  }

  /** The same for all files that are tracked; in a hurry, only for those that were touched just now, and what comes in time of the rest. */
  async freshAll({ inHurry = false } = {}): Promise<void> {
    const held = [...this.#held.keys()];
    const isHeld = ({ path }: TrackedDocument) => held.includes(path);
    await Promise.all([
      this.#upToDateNow().then(() => this.#freshNow((document) => !isHeld(document), inHurry)),
      // By themselves: a server that takes its time with the old text keeps nobody else waiting.
      held.length > 0 && this.upToDate().then(() => this.#freshNow(isHeld, inHurry)),
    ]);
    this.#news.tellNow();
  }

  /** Resolves when the servers know all files as they are now, as far as anybody has told of changes. */
  async upToDate(): Promise<void> {
    await this.#releaseHeld();
    await this.#upToDateNow();
  }

  /** What is known of a file, of its present text or not. */
  known(path: string): readonly Diagnostic[] {
    if (this.#documents.get(path)?.isWarmUp) return [];
    return this.#servers.all.flatMap((server) => server.diagnosticsOf(path));
  }

  diagnostics(): readonly FileDiagnostics[] {
    const paths = new Set(this.#servers.all.flatMap(({ files }) => files));
    return [...paths]
      .map((path) => ({ path, diagnostics: this.known(path) }))
      .filter(({ diagnostics }) => diagnostics.length > 0);
  }

  infos(): readonly LanguageServerInfo[] {
    return this.#servers.infos();
  }

  /** Something happened to this file or folder: it may be new, changed, or gone. */
  happened(path: string): void {
    this.#changes.happened(path);
  }

  /** Starts the servers for the languages of the project, and has each load it. */
  async warmUp(): Promise<void> {
    const project = await this.#lookAtProject();
    for (const { sample } of project.languages.values()) {
      if (this.#abort.signal.aborted) return;
      if (!this.#documents.has(sample)) await this.#synced(sample, { isWarmUp: true });
    }
    await this.#servers.findMissing(project);
    if (this.#options.settings?.scope !== "project") return;
    for (const path of project.files.slice(0, mostOfProject)) {
      if (this.#abort.signal.aborted) return;
      await this.#synced(path);
    }
  }

  /** Asks while the servers know all files that may use what is in this one, also where no project file names them. */
  async withAllUses<Answer>(path: string, ask: () => Promise<Answer>): Promise<Answer> {
    const loose = await looseScripts(path, this.#options.folders, this.#options.env);
    const paths = loose.filter((each) => !this.#documents.has(each) || this.#shown.has(each));
    for (const each of paths) this.#shown.set(each, (this.#shown.get(each) ?? 0) + 1);
    try {
      for (const each of paths) {
        if (!this.#documents.has(each)) await this.#synced(each, { isWarmUp: true });
      }
      return await ask();
    } finally {
      // Not kept: at every change a server would look for problems in all of them.
      for (const each of paths) this.#unshow(each);
    }
  }

  async close(): Promise<void> {
    this.#abort.abort();
    this.#changes.close();
    this.#news.close();
    await this.#servers.close();
  }

  /** The servers for a file, all of which know it as it is now, or will as soon as they are ready. */
  async #synced(path: string, { isWarmUp = false } = {}): Promise<readonly LanguageServer[]> {
    const servers = await this.#servers.forFile(path);
    if (servers.length === 0) return [];
    const known = this.#documents.get(path);
    const document = known ?? new TrackedDocument(path);
    this.#documents.set(path, document);
    this.#touch(document);
    document.isWarmUp = isWarmUp && (known?.isWarmUp ?? true);
    // What a server has found there while nobody wanted to know is told now.
    if (!document.isWarmUp) this.#news.changed(path);
    await document.look(this.#openText);
    for (const server of servers) server.sync([document]);
    this.#forgetOldest();
    return servers;
  }

  async #upToDateNow(): Promise<void> {
    await this.#changes.flush();
    await this.#lookAt([...this.#documents.values()]);
  }

  async #freshNow(isMeant: (document: TrackedDocument) => boolean, inHurry: boolean): Promise<void> {
    const since = performance.now() - urgentMilliseconds;
    const meant = [...this.#documents.values()]
      .filter((document) => !document.isWarmUp && isMeant(document))
      .sort((a, b) => b.usedAt - a.usedAt);
    const fresh = (documents: readonly TrackedDocument[]) =>
      Promise.all(this.#servers.all.map((server) => server.fresh(documents)));
    // First by themselves: a server may take long for the rest.
    await fresh(meant.filter(({ usedAt }) => usedAt >= since));
    const rest = fresh(meant.filter(({ usedAt }) => usedAt < since));
    await (inHurry ? Promise.race([rest, pause(restMilliseconds)]) : rest);
  }

  async #find(path: string): Promise<boolean> {
    const servers = await this.#synced(path);
    const document = this.#documents.get(path);
    const version = document?.version;
    if (document) await Promise.all(servers.map((server) => server.fresh([document])));
    this.#news.tellNow();
    return document?.version === version;
  }

  /** Gives servers the time to look at texts that are about to be replaced: one that still starts could not do more anyway. */
  async #releaseHeld(): Promise<void> {
    const held = [...this.#held];
    if (held.length === 0) return;
    const servers = this.#servers.all.filter((server) => held.some(([path]) => server.knows(path)));
    const warm = Promise.all(servers.map(({ firstAnswer }) => firstAnswer)).then(() =>
      pause(holdMilliseconds),
    );
    const found = Promise.allSettled(held.map(([, each]) => each));
    await Promise.race([found, warm, pause(coldMilliseconds)]);
    for (const [path, each] of held) if (this.#held.get(path) === each) this.#held.delete(path);
  }

  readonly #openText = (path: string): Promise<string | undefined> =>
    this.#options.openText?.(path) ?? Promise.resolve(undefined);

  /** Takes over what has changed of these documents, and tells the servers. */
  async #lookAt(documents: readonly TrackedDocument[]): Promise<void> {
    const looked = await Promise.all(
      documents.map(async (document) => {
        if (this.#held.has(document.path)) return undefined;
        const before = document.text;
        const hasChanged = await document.look(this.#openText);
        return hasChanged ? { document, isNew: before === undefined } : undefined;
      }),
    );
    const changed = looked.filter((each) => each !== undefined);
    if (changed.length === 0) return;
    for (const { document } of changed) {
      this.#touch(document);
      document.isWarmUp = false;
    }
    const files = changed.map(({ document: { path, text }, isNew }): ChangedFile => {
      const { created, changed, deleted } = fileChangeType;
      return { path, type: text === undefined ? deleted : isNew ? created : changed };
    });
    for (const server of this.#servers.all) {
      server.update(changed.map(({ document }) => document));
      server.filesChanged(files);
    }
  }

  /** What happened on disk, whoever did it. */
  async #filesChanged(files: readonly ChangedFile[]): Promise<void> {
    const gone = files.filter(({ type }) => type === fileChangeType.deleted).map(({ path }) => path + sep);
    const named = new Set(files.map(({ path }) => path));
    const tracked = [...this.#documents.values()].filter(
      ({ path }) => named.has(path) || gone.some((folder) => path.startsWith(folder)),
    );
    const others = files.filter(({ path }) => !this.#documents.has(path));
    await this.#lookAt(tracked);
    for (const server of this.#servers.all) server.filesChanged(others);
    const isProject = this.#options.settings?.scope === "project";
    if (others.length > mostTouchedAtOnce && !isProject) return;
    for (const { path, type } of others.slice(0, mostOfProject))
      if (type !== fileChangeType.deleted) await this.#synced(path);
  }

  /** The others may know. */
  #unanswered(name: string, method: string, error: unknown): never[] {
    this.#logger.warn?.(`${name} did not answer ${method}`, { error: String(error) });
    return [];
  }

  #unshow(path: string): void {
    const others = (this.#shown.get(path) ?? 1) - 1;
    if (others > 0) {
      this.#shown.set(path, others);
      return;
    }
    this.#shown.delete(path);
    const document = this.#documents.get(path);
    if (document?.isWarmUp) this.#forget(document);
  }

  #forget(document: TrackedDocument): void {
    this.#documents.delete(document.path);
    for (const server of this.#servers.all) server.forget(document);
  }

  #touch(document: TrackedDocument): void {
    document.usedAt = performance.now();
    this.#toEnd(document);
  }

  #toEnd(document: TrackedDocument): void {
    // One that was forgotten meanwhile stays so.
    if (this.#documents.get(document.path) !== document) return;
    this.#documents.delete(document.path);
    this.#documents.set(document.path, document);
  }

  #forgetOldest(): void {
    const { open = new Set(), settings } = this.#options;
    const most = settings?.scope === "project" ? mostOfProject : mostTouched;
    for (const document of this.#documents.values()) {
      if (this.#documents.size - open.size - this.#shown.size <= most) return;
      // What is kept goes to the end: those after it need not pass it the next time.
      if (open.has(document.path) || this.#shown.has(document.path)) this.#toEnd(document);
      else this.#forget(document);
    }
  }

  #lookAtProject(): Promise<ProjectFiles> {
    if (this.#project === undefined) {
      // Only this once: a signal remembers for ever all that were made of it.
      const signal = AbortSignal.any([this.#abort.signal, AbortSignal.timeout(lookMilliseconds)]);
      this.#project = lookAtProject(this.#options.folders, signal);
    }
    return this.#project;
  }
}

function pause(milliseconds: number): Promise<void> {
  return new Promise((resolve) => setTimeout(resolve, milliseconds).unref());
}
