import {
  type Diagnostic,
  type FileDiagnostics,
  Listeners,
  type Logger,
  type Unsubscribe,
} from "@idebridge/sdk";
import type { Environment } from "@idebridge/sdk/node";
import type { ApplyWorkspaceEditParams, ProtocolRequestType } from "vscode-languageserver-protocol";
import type { LanguageServerInfo } from "../control/controlProtocol.ts";
import { DiagnosticsNews } from "./diagnosticsNews.ts";
import { examineServers } from "./examineServers.ts";
import { FileChanges } from "./fileChanges.ts";
import { type ChangedFile, LanguageServer } from "./languageServer.ts";
import type { LanguageEvent, LanguageService, ReadyServer, ServerAnswer } from "./languageService.ts";
import { lookAtProject, type ProjectFiles } from "./projectLanguages.ts";
import { type ChosenServer, ServerChoice } from "./serverChoice.ts";
import type { BundledServers, LanguageSettings } from "./serverDefinition.ts";
import { TrackedDocument } from "./trackedDocument.ts";

export interface LanguageServersOptions {
  /** The workspace folders, by their real paths. */
  readonly folders: readonly string[];
  readonly env: Environment;
  /** Told to servers as that of idebridge. */
  readonly version: string;
  /** The text of a document that is open in the editor, unsaved changes included. */
  readonly openText?: (path: string) => Promise<string | undefined>;
  readonly isOpen?: (path: string) => boolean;
  readonly settings?: LanguageSettings;
  /** Servers that come with idebridge. Looked for when the first one is needed. */
  readonly bundled?: () => BundledServers;
  readonly logger?: Logger;
  /** Waits before a server that crashed is started again, in milliseconds. */
  readonly restarts?: readonly number[];
}

/** Files that nobody has open, of which servers are told all the same because they mattered lately. */
const mostTouched = 64;
const mostOfProject = 2_000;
/** More files than this that change at once are not looked at one by one: a checkout touches them, no person. */
const mostTouchedAtOnce = 20;
const lookMilliseconds = 2_000;
const serversMilliseconds = 50;
/** How long the problems of the text before a change are waited for, of the 1.8 s that there are after it. */
const holdMilliseconds = 800;
/** The same for a server that has not answered anything yet. */
const coldMilliseconds = 10_000;

/** The language servers of a workspace, and the files that they are told of. */
export class LanguageServers implements LanguageService {
  onApplyEdit: ((params: ApplyWorkspaceEditParams) => Promise<boolean>) | undefined;
  readonly #options: LanguageServersOptions;
  readonly #logger: Logger;
  readonly #choice: ServerChoice;
  readonly #servers = new Map<string, LanguageServer>();
  readonly #documents = new Map<string, TrackedDocument>();
  /** Files whose texts the servers are to keep for now, each until the promise is settled. */
  readonly #held = new Map<string, Promise<void>>();
  readonly #listeners = new Listeners<LanguageEvent>();
  readonly #news: DiagnosticsNews;
  readonly #changes: FileChanges;
  readonly #abort = new AbortController();
  #project: Promise<ProjectFiles> | undefined;
  #serversTimer: NodeJS.Timeout | undefined;
  #missing: readonly LanguageServerInfo[] = [];

  constructor(options: LanguageServersOptions) {
    const { settings = {}, bundled = () => ({}), logger = {} } = options;
    this.#options = options;
    this.#logger = logger;
    this.#choice = new ServerChoice({
      folders: options.folders,
      env: options.env,
      settings,
      bundled: bundled(),
    });
    this.#news = new DiagnosticsNews(
      (path) => this.known(path),
      (files) => this.#listeners.emit({ type: "diagnostics", files }),
    );
    this.#changes = new FileChanges((files) => this.#filesChanged(files));
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
      const connection = await server.ready();
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
          const connection = await server.ready();
          if (!connection.can(type.method)) return [];
          const ask: ServerAnswer<R>["ask"] = (next, more) => connection.request(next, more, signal);
          return [{ answer: await connection.request(type, params, signal), ask }];
        } catch (error) {
          this.#logger.warn?.(`${name} did not answer ${type.method}`, { error: String(error) });
          return [];
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
    const asked = [...this.#servers.values()].flatMap(({ connection, name }) =>
      connection?.can(type.method) ? [{ name, answer: connection.request(type, params, signal) }] : [],
    );
    const answers = await Promise.all(
      asked.map(({ name, answer }) =>
        answer.then(
          (value) => [value],
          (error: unknown) => {
            this.#logger.warn?.(`${name} did not answer ${type.method}`, { error: String(error) });
            return [];
          },
        ),
      ),
    );
    signal?.throwIfAborted();
    return answers.flat();
  }

  async forFile(path: string, signal?: AbortSignal): Promise<readonly ReadyServer[]> {
    const ready: ReadyServer[] = [];
    for (const server of await this.#synced(path)) {
      signal?.throwIfAborted();
      const connection = await server.ready().catch(() => undefined);
      if (connection) ready.push({ name: server.name, capabilities: connection.capabilities });
    }
    return ready;
  }

  /** From now on servers are told of this file, and its problems are told. Resolves when they know it as it is. */
  async track(path: string): Promise<void> {
    await this.#synced(path);
  }

  /** Resolves when the problems of a file are those of its present text, as far as they can be found. */
  async fresh(path: string): Promise<void> {
    const found = this.#find(path);
    // Whoever asks is about to change the file: this text is needed until its problems are known.
    this.#held.set(path, found);
    await found.finally(() => {
      if (this.#held.get(path) === found) this.#held.delete(path);
      // It may have changed meanwhile.
      this.happened(path);
    });
  }

  /** The same for all files that are tracked. What changed last comes first. */
  async freshAll(): Promise<void> {
    await this.upToDate();
    const newestFirst = [...this.#documents.values()].sort((a, b) => b.usedAt - a.usedAt);
    await Promise.all([...this.#servers.values()].map((server) => server.fresh(newestFirst)));
    this.#news.tellNow();
  }

  /** Resolves when the servers know all files as they are now, as far as anybody has told of changes. */
  async upToDate(): Promise<void> {
    await this.#releaseHeld();
    await this.#changes.flush();
    await this.#lookAt([...this.#documents.values()]);
  }

  /** What is known of a file, of its present text or not. */
  known(path: string): readonly Diagnostic[] {
    if (this.#documents.get(path)?.isWarmUp) return [];
    return [...this.#servers.values()].flatMap((server) => server.diagnosticsOf(path));
  }

  diagnostics(): readonly FileDiagnostics[] {
    const paths = new Set([...this.#servers.values()].flatMap(({ files }) => files));
    return [...paths]
      .map((path) => ({ path, diagnostics: this.known(path) }))
      .filter(({ diagnostics }) => diagnostics.length > 0);
  }

  infos(): readonly LanguageServerInfo[] {
    return [...[...this.#servers.values()].map(({ info }) => info), ...this.#missing];
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
    await this.#findMissing(project);
    if (this.#options.settings?.scope !== "project") return;
    for (const path of project.files.slice(0, mostOfProject)) {
      if (this.#abort.signal.aborted) return;
      await this.#synced(path);
    }
  }

  async close(): Promise<void> {
    this.#abort.abort();
    clearTimeout(this.#serversTimer);
    this.#changes.close();
    this.#news.close();
    await Promise.all([...this.#servers.values()].map((server) => server.close()));
  }

  /** The servers for a file, all of which know it as it is now, or will as soon as they are ready. */
  async #synced(path: string, { isWarmUp = false } = {}): Promise<readonly LanguageServer[]> {
    const chosen = await this.#choice.forFile(path);
    if (chosen.length === 0 || this.#abort.signal.aborted) return [];
    const known = this.#documents.get(path);
    const document = known ?? new TrackedDocument(path);
    this.#documents.set(path, document);
    document.isWarmUp = isWarmUp && (known?.isWarmUp ?? true);
    document.usedAt = Date.now();
    const servers = chosen.map((each) => this.#serverFor(each));
    // While it looks at the file, they can start.
    for (const server of servers) server.ready().catch(() => {});
    await document.look(this.#openText);
    for (const server of servers) server.sync([document]);
    this.#forgetOldest();
    return servers;
  }

  async #find(path: string): Promise<void> {
    const servers = await this.#synced(path);
    const document = this.#documents.get(path);
    if (document) await Promise.all(servers.map((server) => server.fresh([document])));
    this.#news.tellNow();
  }

  /** Gives servers the time to look at texts that are about to be replaced: one that still starts could not do more anyway. */
  async #releaseHeld(): Promise<void> {
    const held = [...this.#held];
    if (held.length === 0) return;
    const servers = [...this.#servers.values()].filter((server) => held.some(([path]) => server.knows(path)));
    const warm = Promise.all(servers.map(({ firstAnswer }) => firstAnswer)).then(() =>
      pause(holdMilliseconds),
    );
    const found = Promise.allSettled(held.map(([, each]) => each));
    await Promise.race([found, warm, pause(coldMilliseconds)]);
    for (const [path, each] of held) if (this.#held.get(path) === each) this.#held.delete(path);
  }

  #serverFor({ definition, command, root }: ChosenServer): LanguageServer {
    const key = `${definition.name}\0${root}`;
    const known = this.#servers.get(key);
    if (known) return known;
    const { env, version, restarts } = this.#options;
    const server = new LanguageServer({
      definition,
      command,
      root,
      env,
      version,
      logger: this.#logger,
      ...(restarts && { restarts }),
      applyEdit: async (params) => (await this.onApplyEdit?.(params)) ?? false,
      diagnosticsChanged: (path) => this.#news.changed(path),
      infoChanged: () => this.#tellServers(),
    });
    this.#servers.set(key, server);
    return server;
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
    const now = Date.now();
    for (const { document } of changed) {
      document.usedAt = now;
      document.isWarmUp = false;
    }
    const files = changed.map(({ document: { path, text }, isNew }): ChangedFile => {
      return { path, type: text === undefined ? 3 : isNew ? 1 : 2 };
    });
    for (const server of this.#servers.values()) {
      server.update(changed.map(({ document }) => document));
      server.filesChanged(files);
    }
  }

  /** What happened on disk, whoever did it. */
  async #filesChanged(files: readonly ChangedFile[]): Promise<void> {
    const tracked = files.flatMap(({ path }) => this.#documents.get(path) ?? []);
    const others = files.filter(({ path }) => !this.#documents.has(path));
    await this.#lookAt(tracked);
    for (const server of this.#servers.values()) server.filesChanged(others);
    const isProject = this.#options.settings?.scope === "project";
    if (others.length > mostTouchedAtOnce && !isProject) return;
    for (const { path, type } of others.slice(0, mostOfProject)) if (type !== 3) await this.#synced(path);
  }

  #forgetOldest(): void {
    const { isOpen = () => false, settings } = this.#options;
    const most = settings?.scope === "project" ? mostOfProject : mostTouched;
    if (this.#documents.size <= most) return;
    const closed = [...this.#documents.values()].filter(({ path }) => !isOpen(path));
    for (const document of closed.sort((a, b) => a.usedAt - b.usedAt).slice(0, closed.length - most)) {
      this.#documents.delete(document.path);
      for (const server of this.#servers.values()) server.forget(document);
    }
  }

  #lookAtProject(): Promise<ProjectFiles> {
    const signal = AbortSignal.any([this.#abort.signal, AbortSignal.timeout(lookMilliseconds)]);
    this.#project ??= lookAtProject(this.#options.folders, signal);
    return this.#project;
  }

  /** Servers that would be of use here, if somebody installed them. */
  async #findMissing(project: ProjectFiles): Promise<void> {
    const examined = await examineServers(this.#choice, this.#options.folders, project);
    this.#missing = examined
      .filter(({ command, install }) => command === undefined && install !== undefined)
      .map(({ name, languages, install }) => ({
        name,
        state: "missing",
        languages,
        message: `not installed: ${install}`,
      }));
    if (this.#missing.length > 0) this.#tellServers();
  }

  /** In a moment: some tell their progress a hundred times a second. */
  #tellServers(): void {
    this.#serversTimer ??= setTimeout(() => {
      this.#serversTimer = undefined;
      this.#listeners.emit({ type: "servers" });
    }, serversMilliseconds).unref();
  }
}

function pause(milliseconds: number): Promise<void> {
  return new Promise((resolve) => setTimeout(resolve, milliseconds).unref());
}
