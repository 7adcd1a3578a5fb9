import type { Logger } from "@idebridge/sdk";
import type { Environment } from "@idebridge/sdk/node";
import type { LanguageServerInfo } from "../control/controlProtocol.ts";
import { examineServers, toIdleInfo } from "./examineServers.ts";
import { LanguageServer, type LanguageServerOptions } from "./languageServer.ts";
import type { ProjectFiles } from "./projectLanguages.ts";
import { type ChosenServer, ServerChoice } from "./serverChoice.ts";
import type { BundledServers, LanguageSettings } from "./serverDefinition.ts";

export interface ServerPoolOptions {
  /** The workspace folders, by their real paths. */
  readonly folders: readonly string[];
  readonly env: Environment;
  /** Told to servers as that of idebridge. */
  readonly version: string;
  readonly settings?: LanguageSettings;
  /** Servers that come with idebridge. Looked for when the first one is needed. */
  readonly bundled?: () => BundledServers;
  readonly logger?: Logger;
  /** Waits before a server that crashed is started again, in milliseconds. */
  readonly restarts?: readonly number[];
  readonly answerMilliseconds?: number;
}

export type PoolListeners = Pick<LanguageServerOptions, "applyEdit" | "diagnosticsChanged" | "infoChanged">;

const infoMilliseconds = 50;

/** The servers of a workspace: each that is needed, once for each root. */
export class ServerPool {
  readonly #options: ServerPoolOptions;
  readonly #listeners: PoolListeners;
  readonly #choice: ServerChoice;
  readonly #servers = new Map<string, LanguageServer>();
  #missing: readonly LanguageServerInfo[] = [];
  #infoTimer: NodeJS.Timeout | undefined;
  #isClosed = false;

  constructor(options: ServerPoolOptions, listeners: PoolListeners) {
    const { folders, env, settings = {}, bundled = () => ({}) } = options;
    this.#options = options;
    this.#listeners = listeners;
    this.#choice = new ServerChoice({ folders, env, settings, bundled: bundled() });
  }

  /** All that were ever needed. */
  get all(): readonly LanguageServer[] {
    return [...this.#servers.values()];
  }

  /** Those for a file; they start if need be. */
  async forFile(path: string): Promise<readonly LanguageServer[]> {
    const chosen = await this.#choice.forFile(path);
    if (this.#isClosed) return [];
    const servers = chosen.map((each) => this.#get(each));
    for (const server of servers) server.ready().catch(() => {});
    return servers;
  }

  infos(): readonly LanguageServerInfo[] {
    return [...this.all.map(({ info }) => info), ...this.#missing];
  }

  /** Finds servers that would be of use here, if somebody installed them. */
  async findMissing(project: ProjectFiles): Promise<void> {
    const examined = await examineServers(this.#choice, this.#options.folders, project);
    this.#missing = examined.map(toIdleInfo).filter(({ state }) => state === "missing");
    if (this.#missing.length > 0) this.#infoChanged();
  }

  async close(): Promise<void> {
    this.#isClosed = true;
    clearTimeout(this.#infoTimer);
    await Promise.all(this.all.map((server) => server.close()));
  }

  #get({ definition, command, root }: ChosenServer): LanguageServer {
    const key = `${definition.name}\0${root}`;
    const { env, version, restarts, answerMilliseconds, logger = {} } = this.#options;
    const server =
      this.#servers.get(key) ??
      new LanguageServer({
        definition,
        command,
        root,
        env,
        version,
        logger,
        ...(restarts && { restarts }),
        ...(answerMilliseconds !== undefined && { answerMilliseconds }),
        ...this.#listeners,
        infoChanged: () => this.#infoChanged(),
      });
    this.#servers.set(key, server);
    return server;
  }

  /** In a moment: some tell their progress a hundred times a second. */
  #infoChanged(): void {
    if (this.#isClosed) return;
    this.#infoTimer ??= setTimeout(() => {
      this.#infoTimer = undefined;
      this.#listeners.infoChanged();
    }, infoMilliseconds).unref();
  }
}
