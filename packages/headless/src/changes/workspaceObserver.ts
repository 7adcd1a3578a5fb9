import { sep } from "node:path";
import type { Clock } from "@idebridge/sdk/core";
import { counted } from "../control/counted.ts";
import { isTemporary } from "../documents/temporaryFiles.ts";
import type { GitRepository } from "./gitRepository.ts";
import { TreeWatcher } from "./treeWatcher.ts";
import { type MemoryOptions, WorkspaceMemory } from "./workspaceMemory.ts";

export interface ObserverOptions extends MemoryOptions {
  readonly clock: Clock;
  /** More files than this at once are not looked at one by one. */
  readonly burstFiles: number;
  /** Never looked at: our own records, should they lie in the workspace. */
  readonly stateDir: string;
  /** Something has happened and then nothing for a moment: the time to `collect`. */
  readonly ready: () => void;
  readonly incomplete: (error: unknown) => void;
}

export interface Collected {
  /** Files that may have changed. */
  readonly paths: readonly string[];
  /** What happened to files that are not among them, for people. */
  readonly notes: readonly { readonly text: string; readonly path: string }[];
}

const quietMilliseconds = 100;
const longestMilliseconds = 2000;
/** More paths than this are not even remembered. Linux itself tells no more than 16,384 at once. */
const mostPending = 16_000;
const longestGitMilliseconds = 10_000;

/** Watches the workspace and remembers it, from `start` to `stop`. */
export class WorkspaceObserver {
  readonly #options: ObserverOptions;
  readonly #abort = new AbortController();
  readonly #watcher: TreeWatcher;
  #memory: WorkspaceMemory | undefined;
  #pending = new Set<string>();
  #isOverflowing = false;
  #firstAt: number | undefined;
  #cancel = () => {};

  constructor(options: ObserverOptions) {
    this.#options = options;
    this.#watcher = new TreeWatcher({
      happened: (path) => this.#happened(path),
      ignored: async (folders) => (await this.#memory?.ignored(folders)) ?? new Set(),
      incomplete: options.incomplete,
    });
  }

  async start(): Promise<void> {
    const { signal } = this.#abort;
    this.#memory = await WorkspaceMemory.take(this.#options, signal);
    for (const folder of this.#options.folders) {
      if (!signal.aborted) await this.#watcher.add(folder, this.#memory.ignoredFolders);
    }
  }

  stop(): void {
    this.#abort.abort();
    this.#cancel();
    this.#watcher.close();
    this.#pending.clear();
  }

  get memory(): WorkspaceMemory | undefined {
    return this.#memory;
  }

  get watches(): number {
    return this.#watcher.size;
  }

  isPending(path: string): boolean {
    return this.#pending.has(path);
  }

  /** What has happened since the last time. `isSpecial`: files that are looked at, however many there are. */
  async collect(isSpecial: (path: string) => boolean): Promise<Collected> {
    const memory = this.#memory;
    if (!memory) return { paths: [], notes: [] };
    // Not all is told then: git has to be asked.
    if (this.#watcher.isIncomplete) {
      for (const repository of memory.repositories) {
        for (const path of (await repository.status())?.files ?? []) this.#pending.add(path);
      }
    }
    if (this.#pending.size === 0) return { paths: [], notes: [] };
    const busy = memory.repositories.some(({ isBusy }) => isBusy);
    if (busy && this.#options.clock.now() - (this.#firstAt ?? 0) < longestGitMilliseconds) {
      this.#schedule();
      return { paths: [...this.#pending].filter(isSpecial), notes: [] };
    }
    const pending = [...this.#pending];
    const isOverflowing = this.#isOverflowing;
    this.#pending = new Set();
    this.#isOverflowing = false;
    this.#firstAt = undefined;
    this.#cancel();

    const { files, goneFolders } = await this.#watcher.sort(pending);
    const all = [...new Set([...files, ...(await memory.filesUnder(goneFolders))])];
    const ignored = await memory.ignored(all);
    let paths = all.filter((path) => isSpecial(path) || !ignored.has(path));
    const notes: { text: string; path: string }[] = [];
    for (const repository of memory.repositories) {
      const own = paths.filter((path) => memory.repositoryOf(path) === repository);
      if (own.length === 0) continue;
      const { kept, note } = await this.#afterCheckout(memory, repository, own);
      const dropped = new Set(own.filter((path) => !kept.has(path) && !isSpecial(path)));
      paths = paths.filter((path) => !dropped.has(path));
      if (note) notes.push({ text: note, path: own[0]! });
    }
    const many = paths.filter((path) => !isSpecial(path));
    if (!isOverflowing && !(await this.#isBurst(memory, many))) return { paths, notes };
    await memory.refresh(many, this.#abort.signal);
    const text = `${many.length}${isOverflowing ? " or more" : ""} files changed at once; they are not recorded.`;
    return { paths: paths.filter(isSpecial), notes: [...notes, { text, path: many[0] ?? "" }] };
  }

  /** What we have written ourselves, or have seen already, does not count. */
  async #isBurst(memory: WorkspaceMemory, paths: readonly string[]): Promise<boolean> {
    let count = paths.length;
    for (const path of paths) {
      if (count <= this.#options.burstFiles) return false;
      if (await memory.isAsKnown(path)) count--;
    }
    return count > this.#options.burstFiles;
  }

  /** A commit leaves the files as they are; whatever else moves HEAD has written them, and git can undo that. */
  async #afterCheckout(
    memory: WorkspaceMemory,
    repository: GitRepository,
    paths: readonly string[],
  ): Promise<{ kept: ReadonlySet<string>; note?: string }> {
    const head = await repository.head();
    const all = new Set(paths);
    if (head === repository.seen) return { kept: all };
    const moves = await repository.movesSince(repository.seen);
    if (moves.length > 0 && moves.every((move) => move.startsWith("commit"))) {
      repository.seen = head;
      return { kept: all };
    }
    const differing = await memory.rebase(repository, head);
    if (!differing) return { kept: all };
    const kept = new Set(paths.filter((path) => differing.has(path)));
    const count = paths.length - kept.size;
    if (count === 0) return { kept };
    const from = moves[0] ?? "unknown";
    return { kept, note: `git moved to another commit (${from}): ${counted(count, "file")} not recorded.` };
  }

  #happened(path: string): void {
    const { stateDir } = this.#options;
    if (path === stateDir || path.startsWith(stateDir + sep) || isTemporary(path)) return;
    if (this.#pending.size < mostPending) this.#pending.add(path);
    else this.#isOverflowing = true;
    this.#firstAt ??= this.#options.clock.now();
    this.#schedule();
  }

  #schedule(): void {
    this.#cancel();
    const waited = this.#options.clock.now() - (this.#firstAt ?? 0);
    const wait = Math.max(0, Math.min(quietMilliseconds, longestMilliseconds - waited));
    this.#cancel = this.#options.clock.after(wait || quietMilliseconds, this.#options.ready);
  }
}
