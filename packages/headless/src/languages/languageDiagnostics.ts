import type { Call, Diagnostic, FileDiagnostics, Logger } from "@idebridge/sdk";
import { Baselines } from "./baselines.ts";
import { LanguageServers, type LanguageServersOptions } from "./languageServers.ts";
import { WorkspaceWatch } from "./workspaceWatch.ts";

/** How long Claude Code waits: the SDK then answers with what was last told. */
const oneFileMilliseconds = 340;
const allFilesMilliseconds = 1_790;
/** Whoever has no such limit waits this long for a server that starts. */
const longestMilliseconds = 20_000;

/** The language servers as agents ask them: for the problems of a file before a change, and of all files after it. */
export class LanguageDiagnostics {
  readonly servers: LanguageServers;
  readonly #logger: Logger;
  readonly #baselines = new Baselines();
  readonly #watch: WorkspaceWatch;

  constructor(options: LanguageServersOptions) {
    const { folders, env, logger = {} } = options;
    this.#logger = logger;
    this.servers = new LanguageServers(options);
    this.#watch = new WorkspaceWatch({
      folders,
      env,
      happened: (path) => this.servers.happened(path),
      incomplete: (error) =>
        logger.warn?.("language servers are not told of all changes: not everything can be watched", {
          error: String(error),
        }),
    });
  }

  async forFile(path: string, call: Call): Promise<readonly Diagnostic[]> {
    const { signal, client } = call;
    const baseline = waitsShortly(call) ? this.#baselines.begin(client.id, path) : undefined;
    const known = () => this.servers.known(path);
    const fresh = this.servers.fresh(path).then((isOfThatText) => {
      if (isOfThatText) baseline?.found(known());
    });
    await this.#inTime(fresh, signal, oneFileMilliseconds, () => baseline?.told(known()));
    return known();
  }

  async all(call: Call): Promise<readonly FileDiagnostics[]> {
    const { signal, client } = call;
    const inHurry = waitsShortly(call);
    const late = () => inHurry && this.#tellLate();
    await this.#inTime(this.servers.freshAll({ inHurry }), signal, allFilesMilliseconds, late);
    const files = this.servers.diagnostics();
    return inHurry ? this.#baselines.apply(client.id, files) : files;
  }

  clientLeft(client: number): void {
    this.#baselines.forget(client);
  }

  async close(): Promise<void> {
    this.#watch.close();
    await this.servers.close();
  }

  /** Waits for the work, though not longer than anybody waits for us. `late` is called when Claude Code has its answer. */
  async #inTime(
    work: Promise<unknown>,
    signal: AbortSignal,
    milliseconds: number,
    late: () => void,
  ): Promise<void> {
    const lateTimer = setTimeout(late, milliseconds);
    let onAbort = () => {};
    let lastTimer: NodeJS.Timeout | undefined;
    const given = new Promise<void>((resolve) => {
      onAbort = resolve;
      lastTimer = setTimeout(resolve, longestMilliseconds);
      signal.addEventListener("abort", onAbort, { once: true });
    });
    await Promise.race([work, given]).finally(() => {
      clearTimeout(lateTimer);
      clearTimeout(lastTimer);
      signal.removeEventListener("abort", onAbort);
    });
  }

  #tellLate(): void {
    const servers = this.servers
      .infos()
      .filter(({ state }) => state !== "missing")
      .map(({ name, state, message }) => `${name}: ${message ?? state}`);
    this.#logger.warn?.("an agent was told the last known problems: not all servers answered in time", {
      servers,
    });
  }
}

/** Claude Code by itself, before and after a change. Everybody else is answered when the answer is complete. */
function waitsShortly({ client, byModel }: Call): boolean {
  return client.name === "claude-code" && !byModel;
}
