import { existsSync, type FSWatcher, statSync, watch } from "node:fs";
import { basename, dirname, join } from "node:path";
import { isMissing } from "./documentError.ts";

export interface FolderWatcherOptions {
  /** Files of this folder may have changed: those with these names, or any of them. */
  readonly changed: (folder: string, names: ReadonlySet<string> | "all") => void;
  /** The folder cannot be watched. */
  readonly failed?: (folder: string, error: unknown) => void;
  /** Changes within this time are told together. */
  readonly milliseconds?: number;
}

interface Watched {
  readonly folder: string;
  users: number;
  watcher: FSWatcher | undefined;
  /** Which folder it was that is watched: a new one of the same name is another. */
  identity: string | undefined;
  names: Set<string> | "all";
  timer: NodeJS.Timeout | undefined;
}

/**
 * Watches folders, not files: most programs replace a file when they save it, and a watch on the file would
 * stay with the old one. A folder that is deleted is found again when it comes back. Does not keep the
 * process alive, and does nothing while nothing happens.
 */
export class FolderWatcher {
  readonly #options: FolderWatcherOptions;
  readonly #folders = new Map<string, Watched>();

  constructor(options: FolderWatcherOptions) {
    this.#options = options;
  }

  /** How many watches are open in the system. */
  get size(): number {
    return [...this.#folders.values()].filter(({ watcher }) => watcher !== undefined).length;
  }

  add(folder: string): void {
    const known = this.#folders.get(folder);
    if (known) {
      known.users++;
      return;
    }
    const watched: Watched = {
      folder,
      users: 1,
      watcher: undefined,
      identity: undefined,
      names: new Set(),
      timer: undefined,
    };
    this.#folders.set(folder, watched);
    this.#start(watched);
  }

  remove(folder: string): void {
    const watched = this.#folders.get(folder);
    if (watched === undefined || --watched.users > 0) return;
    this.#folders.delete(folder);
    stop(watched);
  }

  /** Makes sure that it is this folder that is watched, not one that had its name before. */
  verify(folder: string): void {
    const watched = this.#folders.get(folder);
    if (watched?.watcher !== undefined && !isStillWatched(watched)) this.#start(watched);
  }

  close(): void {
    for (const watched of this.#folders.values()) stop(watched);
    this.#folders.clear();
  }

  /** Watches the folder; while there is none, the nearest one above it, for it to come back. */
  #start(watched: Watched): void {
    watched.watcher?.close();
    watched.watcher = undefined;
    let at = watched.folder;
    let missing: string | undefined;
    for (let attempt = 0; attempt < 100; attempt++) {
      try {
        const watcher = this.#watch(watched, at, missing);
        // It came back while we settled for the one above.
        if (missing !== undefined && existsSync(join(at, missing))) {
          watcher.close();
          at = watched.folder;
          missing = undefined;
          continue;
        }
        watched.watcher = watcher;
        watched.identity = missing === undefined ? identityOf(at) : undefined;
        return;
      } catch (error) {
        if (!isMissing(error) || dirname(at) === at) {
          this.#options.failed?.(watched.folder, error);
          return;
        }
        missing = basename(at);
        at = dirname(at);
      }
    }
  }

  #watch(watched: Watched, at: string, missing: string | undefined): FSWatcher {
    const watcher = watch(at, { persistent: false });
    const own = basename(at);
    watcher.on("change", (_type, name) => {
      if (watched.watcher !== watcher) return;
      const isOwn = name === null || name === own;
      if (missing === undefined) this.#noticed(watched, isOwn ? undefined : String(name));
      else if (isOwn || name === missing) this.#noticed(watched, undefined);
    });
    // Windows tells so that a watched folder is gone.
    watcher.on("error", () => {
      watcher.close();
      if (watched.watcher === watcher) this.#noticed(watched, undefined);
    });
    return watcher;
  }

  /** Without a name: anything may have changed, the folder itself too. */
  #noticed(watched: Watched, name: string | undefined): void {
    if (name === undefined) watched.names = "all";
    else if (watched.names !== "all") watched.names.add(name);
    // Set once, not put off by every change: a file that is written all the time is seen too.
    watched.timer ??= setTimeout(() => this.#tell(watched), this.#options.milliseconds ?? 50);
    watched.timer.unref();
  }

  #tell(watched: Watched): void {
    const { folder, names } = watched;
    watched.timer = undefined;
    watched.names = new Set();
    if (names === "all" && !isStillWatched(watched)) this.#start(watched);
    this.#options.changed(folder, names);
  }
}

function stop(watched: Watched): void {
  clearTimeout(watched.timer);
  watched.watcher?.close();
  watched.watcher = undefined;
}

function isStillWatched({ folder, identity }: Watched): boolean {
  return identity !== undefined && identity === identityOf(folder);
}

function identityOf(folder: string): string | undefined {
  try {
    const { dev, ino, birthtimeMs } = statSync(folder);
    return `${dev}:${ino}:${birthtimeMs}`;
  } catch {
    return undefined;
  }
}
