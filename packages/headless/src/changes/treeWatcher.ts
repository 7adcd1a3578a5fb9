import { type FSWatcher, lstatSync, watch } from "node:fs";
import { lstat, readdir } from "node:fs/promises";
import { basename, join } from "node:path";
import { neverLookedInto } from "../files/neverLookedInto.ts";
import { isUnderAny } from "./isUnderAny.ts";

export interface TreeWatcherOptions {
  /** Something happened to this path. It may be a file or a folder, and it may be gone. */
  readonly happened: (path: string) => void;
  /** Folders that are not looked into. Asked again for every new folder. */
  readonly ignored: (folders: readonly string[]) => Promise<ReadonlySet<string>>;
  /** Called once when part of the tree cannot be watched. */
  readonly incomplete: (error: unknown) => void;
}

/** What `TreeWatcher.sort` found behind paths. */
export interface SortedPaths {
  readonly files: readonly string[];
  readonly goneFolders: readonly string[];
}

/** One watch covers a whole tree, at no cost for each folder. Elsewhere every folder needs its own. */
const isRecursive = process.platform === "darwin" || process.platform === "win32";

/** Watches folders with all that is in them. Does not keep the process alive. docs/decisions/watching.md tells why this way. */
export class TreeWatcher {
  readonly #options: TreeWatcherOptions;
  /** With the number of the folder: a new one of the same name is another. */
  readonly #watched = new Map<string, { readonly watcher: FSWatcher; readonly inode: number }>();
  #isClosed = false;
  #isIncomplete = false;

  constructor(options: TreeWatcherOptions) {
    this.#options = options;
  }

  /** How many watches are open in the system. */
  get size(): number {
    return this.#watched.size;
  }

  get isIncomplete(): boolean {
    return this.#isIncomplete;
  }

  async add(root: string, ignoredFolders: ReadonlySet<string>): Promise<void> {
    await this.#walk([root], (folders) =>
      Promise.resolve(folders.filter((folder) => ignoredFolders.has(folder))),
    );
  }

  /** Looks what these paths are now, and begins to watch folders that are new: their files are part of the answer. */
  async sort(paths: readonly string[]): Promise<SortedPaths> {
    const files: string[] = [];
    const gone = new Set<string>();
    const newFolders: string[] = [];
    for (const path of paths) {
      const stats = await lstat(path).catch(() => undefined);
      if (stats?.isDirectory()) {
        const known = this.#watched.get(path);
        if (known?.inode === stats.ino) continue;
        if (known) gone.add(path);
        newFolders.push(path);
      } else {
        if (this.#watched.has(path) || (isRecursive && !stats)) gone.add(path);
        files.push(path);
      }
    }
    this.#forget(gone);
    if (newFolders.length > 0) {
      const ignored = await this.#options.ignored(newFolders);
      const kept = newFolders.filter((folder) => !ignored.has(folder));
      files.push(...(await this.#walk(kept, async (folders) => [...(await this.#options.ignored(folders))])));
    }
    return { files, goneFolders: [...gone].filter((folder) => !isUnderAny(gone, folder)) };
  }

  close(): void {
    this.#isClosed = true;
    for (const { watcher } of this.#watched.values()) watcher.close();
    this.#watched.clear();
  }

  /** Watches first and lists then: a file that comes in between is seen twice, not never. */
  async #walk(
    roots: readonly string[],
    ignored: (folders: readonly string[]) => Promise<readonly string[]>,
  ): Promise<string[]> {
    const files: string[] = [];
    let level = roots;
    const isCoveredByRoot = isRecursive && this.#watched.size > 0;
    for (let depth = 0; level.length > 0 && !this.#isClosed; depth++) {
      const below: string[] = [];
      for (const folder of level) {
        if (!isRecursive || (depth === 0 && !isCoveredByRoot)) this.#watch(folder);
        if (isRecursive && !isCoveredByRoot) continue;
        for (const entry of await readdir(folder, { withFileTypes: true }).catch(() => [])) {
          if (entry.isFile()) files.push(join(folder, entry.name));
          else if (entry.isDirectory() && !neverLookedInto.has(entry.name))
            below.push(join(folder, entry.name));
        }
      }
      const skipped = new Set(below.length > 0 ? await ignored(below) : []);
      level = below.filter((folder) => !skipped.has(folder));
    }
    return files;
  }

  #watch(folder: string): void {
    if (this.#isClosed || this.#watched.has(folder)) return;
    try {
      const watcher = watch(folder, { persistent: false, recursive: isRecursive });
      watcher.on("change", (_type, name) => {
        if (name === null) this.#options.happened(folder);
        else this.#noticed(folder, String(name));
      });
      watcher.on("error", (error) => {
        if (this.#watched.get(folder)?.watcher === watcher) this.#watched.delete(folder);
        watcher.close();
        if ((error as NodeJS.ErrnoException).code !== "EPERM") this.#fail(error);
      });
      this.#watched.set(folder, { watcher, inode: lstatSync(folder, { throwIfNoEntry: false })?.ino ?? 0 });
    } catch (error) {
      const { code } = error as NodeJS.ErrnoException;
      if (code !== "ENOENT" && code !== "ENOTDIR") this.#fail(error);
    }
  }

  #noticed(folder: string, name: string): void {
    if (
      isRecursive ? name.split(/[\\/]/).some((part) => neverLookedInto.has(part)) : neverLookedInto.has(name)
    )
      return;
    // Linux tells a folder's own end under its own name, as if it were a file inside.
    if (!isRecursive && name === basename(folder)) this.#options.happened(folder);
    this.#options.happened(join(folder, name));
  }

  #fail(error: unknown): void {
    if (this.#isIncomplete) return;
    this.#isIncomplete = true;
    this.#options.incomplete(error);
  }

  /** A watch stays with its folder when that is moved: it would go on telling the old name. */
  #forget(folders: ReadonlySet<string>): void {
    if (folders.size === 0) return;
    for (const [path, { watcher }] of this.#watched) {
      if (!folders.has(path) && !isUnderAny(folders, path)) continue;
      watcher.close();
      this.#watched.delete(path);
    }
  }
}
