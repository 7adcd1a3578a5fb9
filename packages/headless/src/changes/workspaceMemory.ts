import { readdir } from "node:fs/promises";
import { join, sep } from "node:path";
import type { FileChange } from "../control/controlProtocol.ts";
import { neverLookedInto } from "../files/neverLookedInto.ts";
import { absent, type Content, type ReadRules, readContent, sameContent } from "./content.ts";
import { GitRepository } from "./gitRepository.ts";
import { isUnderAny } from "./isUnderAny.ts";

export interface MemoryOptions extends ReadRules {
  readonly folders: readonly string[];
  readonly env: NodeJS.ProcessEnv;
  /** How much text is kept in memory; what git has is not. */
  readonly memoryBytes: number;
  /** How many files are remembered. */
  readonly memoryFiles: number;
}

export interface Remembered {
  readonly content: Content;
  readonly from: FileChange["beforeFrom"];
}

const notKnown: Content = { kind: "opaque", why: "notKnown" };

const wasThere: Remembered = { content: notKnown, from: "known" };

/**
 * The workspace as it was last known. Of a git repository only what differs from the last commit is kept,
 * the rest is asked of git when it is needed; of other folders, as much text as the limits allow.
 */
export class WorkspaceMemory {
  readonly #options: MemoryOptions;
  readonly #known = new Map<string, Remembered>();
  /** Inner ones first. */
  readonly repositories: GitRepository[] = [];
  readonly ignoredFolders = new Set<string>();
  #bytes = 0;
  #isComplete = true;

  private constructor(options: MemoryOptions) {
    this.#options = options;
  }

  static async take(options: MemoryOptions, signal: AbortSignal): Promise<WorkspaceMemory> {
    const memory = new WorkspaceMemory(options);
    for (const folder of options.folders) await memory.#add(folder, signal, 0);
    memory.repositories.sort((a, b) => b.folder.length - a.folder.length);
    return memory;
  }

  /** Whether its content is in memory. */
  knows(path: string): boolean {
    const content = this.#known.get(path)?.content;
    return content !== undefined && content !== notKnown;
  }

  /** Whether the file is still what is in memory. Never asks git. */
  async isAsKnown(path: string): Promise<boolean> {
    const known = this.#known.get(path)?.content;
    if (known === undefined || known === notKnown) return false;
    return sameContent(known, await readContent(path, this.#options));
  }

  /** Of the texts in memory. */
  get bytes(): number {
    return this.#bytes;
  }

  /** Of a file that an agent works on: makes room by giving up the text of others, but not of announced ones. */
  remember(path: string, content: Content, from: Remembered["from"] = "known"): void {
    this.forget(path);
    const size = content.kind === "text" ? content.bytes.length : 0;
    for (const [other, old] of this.#known) {
      if (this.#bytes + size <= this.#options.memoryBytes) break;
      if (old.content.kind === "text" && old.from !== "announced") this.#set(other, notKnown, old.from);
    }
    this.#set(path, content, from);
  }

  /** The announced write has been looked at: its text may make room for others. */
  release(path: string): void {
    const known = this.#known.get(path);
    if (known?.from === "announced") this.#known.set(path, { content: known.content, from: "known" });
  }

  forget(path: string): void {
    const old = this.#known.get(path)?.content;
    if (old?.kind === "text") this.#bytes -= old.bytes.length;
    this.#known.delete(path);
  }

  /** What was last known of these files. */
  async recall(paths: readonly string[]): Promise<Map<string, Remembered>> {
    const recalled = new Map<string, Remembered>();
    const ofGit = new Map<GitRepository, string[]>();
    for (const path of paths) {
      const known = this.#known.get(path);
      const repository = known ? undefined : this.repositoryOf(path);
      if (known) recalled.set(path, known);
      else if (repository) addTo(ofGit, repository, path);
      else recalled.set(path, { content: this.#isComplete ? absent : notKnown, from: "known" });
    }
    for (const [repository, wanted] of ofGit) {
      const contents = await repository.contents(wanted, this.#options.fileBytes, this.#options.isDenied);
      for (const [path, content] of contents) {
        recalled.set(path, { content, from: content.kind === "absent" ? "known" : "git" });
      }
    }
    return recalled;
  }

  /** Files that were known to be in these folders, which are gone. */
  async filesUnder(folders: readonly string[]): Promise<string[]> {
    const files = new Set<string>();
    if (folders.length === 0) return [];
    const all = new Set(folders);
    for (const path of this.#known.keys()) if (isUnderAny(all, path)) files.add(path);
    for (const repository of this.repositories) {
      const own = folders.filter((folder) => this.repositoryOf(folder) === repository);
      for (const path of await repository.filesUnder(own)) files.add(path);
    }
    return [...files];
  }

  async ignored(paths: readonly string[]): Promise<Set<string>> {
    const ignored = new Set<string>();
    for (const repository of this.repositories) {
      const own = paths.filter((path) => this.repositoryOf(path) === repository && path !== repository.root);
      if (own.length > 0) for (const path of await repository.ignored(own)) ignored.add(path);
    }
    return ignored;
  }

  repositoryOf(path: string): GitRepository | undefined {
    return this.repositories.find(({ folder }) => folder === path || isUnder(folder, path));
  }

  /**
   * After a checkout: what is now as in the new commit is that commit's. Returns the other files, those that
   * differ from it.
   */
  async rebase(
    repository: GitRepository,
    head: string | undefined,
  ): Promise<ReadonlySet<string> | undefined> {
    const status = await repository.status();
    if (!status) return undefined;
    const differing = new Set(status.files);
    repository.base = repository.seen = head;
    for (const path of [...this.#known.keys()]) {
      if (this.repositoryOf(path) === repository && !differing.has(path)) this.forget(path);
    }
    return differing;
  }

  /** Takes the present state for known: after so many changes that they are not looked at one by one. */
  async refresh(paths: readonly string[], signal: AbortSignal): Promise<void> {
    for (const repository of this.repositories) {
      if (!paths.some((path) => this.repositoryOf(path) === repository)) continue;
      await this.rebase(repository, await repository.head());
    }
    await this.#read(paths, signal);
  }

  async #add(folder: string, signal: AbortSignal, depth: number): Promise<void> {
    if (signal.aborted || depth > 3 || this.repositories.length >= 50) return;
    const repository = await GitRepository.find(folder, this.#options.env);
    const status = await repository?.status();
    if (!repository || !status) return this.#walk(folder, signal);
    // A nested folder that is no repository of its own would find the one around it, again.
    if (depth > 0 && repository.root !== folder) return;
    this.repositories.push(repository);
    for (const ignored of status.ignoredFolders) this.ignoredFolders.add(ignored);
    for (const nested of status.nested) await this.#add(nested, signal, depth + 1);
    await this.#read(status.files, signal);
  }

  async #walk(root: string, signal: AbortSignal): Promise<void> {
    const folders = [root];
    for (let folder = folders.pop(); folder !== undefined && !signal.aborted; folder = folders.pop()) {
      const files: string[] = [];
      for (const entry of await readdir(folder, { withFileTypes: true }).catch(() => [])) {
        if (entry.isFile()) files.push(join(folder, entry.name));
        else if (entry.isDirectory() && !neverLookedInto.has(entry.name))
          folders.push(join(folder, entry.name));
      }
      await this.#read(files, signal);
    }
  }

  #set(path: string, content: Content, from: Remembered["from"]): void {
    const old = this.#known.get(path)?.content;
    if (old?.kind === "text") this.#bytes -= old.bytes.length;
    if (content.kind === "text") this.#bytes += content.bytes.length;
    this.#known.set(path, content === notKnown ? wasThere : { content, from });
  }

  /** Of a file beyond the limits, only that it was there: otherwise it would later seem to be new. */
  #note(path: string, content: Content): void {
    const size = content.kind === "text" ? content.bytes.length : 0;
    const isKept =
      this.#known.size < this.#options.memoryFiles && this.#bytes + size <= this.#options.memoryBytes;
    if (isKept) this.#set(path, content, "known");
    else if (this.#known.size < 5 * this.#options.memoryFiles) this.#set(path, notKnown, "known");
    else this.#isComplete = false;
  }

  async #read(paths: readonly string[], signal: AbortSignal): Promise<void> {
    const isFull = () =>
      this.#bytes >= this.#options.memoryBytes || this.#known.size >= this.#options.memoryFiles;
    for (let at = 0; at < paths.length && !signal.aborted; at += 16) {
      const slice = paths.slice(at, at + 16);
      const contents = isFull()
        ? slice.map(() => notKnown)
        : await Promise.all(slice.map((path) => readContent(path, this.#options)));
      for (const [i, path] of slice.entries()) this.#note(path, contents[i]!);
    }
  }
}

function addTo<Key, Item>(lists: Map<Key, Item[]>, key: Key, item: Item): void {
  const list = lists.get(key);
  if (list) list.push(item);
  else lists.set(key, [item]);
}

function isUnder(folder: string, path: string): boolean {
  return path.startsWith(folder.endsWith(sep) ? folder : folder + sep);
}
