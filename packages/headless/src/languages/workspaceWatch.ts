import { dirname } from "node:path";
import type { Environment } from "@idebridge/sdk/node";
import { runGit } from "../changes/runGit.ts";
import { TreeWatcher } from "../changes/treeWatcher.ts";

export interface WorkspaceWatchOptions {
  readonly folders: readonly string[];
  readonly env: Environment;
  /** Something happened to this file or folder. */
  readonly happened: (path: string) => void;
  readonly incomplete: (error: unknown) => void;
}

/** New folders are looked for this long after something happened. */
const quietMilliseconds = 200;

/**
 * Watches the workspace for the servers, as long as there are some. Where the log of changes watches the same folders, the
 * system has one watch for both.
 */
export class WorkspaceWatch {
  readonly #options: WorkspaceWatchOptions;
  readonly #watcher: TreeWatcher;
  #pending = new Set<string>();
  #timer: NodeJS.Timeout | undefined;

  constructor(options: WorkspaceWatchOptions) {
    this.#options = options;
    const ignored = (folders: readonly string[]) => this.#ignored(folders);
    this.#watcher = new TreeWatcher({
      happened: (path) => this.#happened(path),
      ignored,
      incomplete: options.incomplete,
    });
    void this.#start();
  }

  close(): void {
    clearTimeout(this.#timer);
    this.#watcher.close();
  }

  async #start(): Promise<void> {
    // By `sort`, which asks for every folder below whether it is ignored.
    await this.#watcher.sort(this.#options.folders);
  }

  #happened(path: string): void {
    this.#options.happened(path);
    this.#pending.add(path);
    this.#timer ??= setTimeout(() => void this.#watchNew(), quietMilliseconds).unref();
  }

  async #watchNew(): Promise<void> {
    this.#timer = undefined;
    const paths = [...this.#pending];
    this.#pending = new Set();
    const { files } = await this.#watcher.sort(paths);
    const told = new Set(paths);
    for (const file of files) if (!told.has(file)) this.#options.happened(file);
  }

  /** Those that git leaves out: what is built there is nobody's source. */
  async #ignored(folders: readonly string[]): Promise<ReadonlySet<string>> {
    const first = folders[0];
    if (first === undefined) return new Set();
    const run = {
      cwd: dirname(first),
      env: this.#options.env as NodeJS.ProcessEnv,
      input: folders.join("\0"),
      isLiteral: false,
    };
    const output = await runGit(["check-ignore", "-z", "--stdin"], run);
    return new Set(output?.toString("utf8").split("\0").filter(Boolean) ?? []);
  }
}
