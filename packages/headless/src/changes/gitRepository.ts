import { existsSync } from "node:fs";
import { join, relative, sep } from "node:path";
import { absent, type Content, toContent } from "./content.ts";
import { ignoredNames } from "./ignoredNames.ts";
import { runGit } from "./runGit.ts";

export interface GitStatus {
  /** Absolute paths of files that are not as in the last commit: changed, staged, deleted or untracked. */
  readonly files: readonly string[];
  /** Folders that hold repositories of their own. */
  readonly nested: readonly string[];
  readonly ignoredFolders: readonly string[];
}

/** What git knows of a folder: which files it ignores, and the text of every file that is as committed. */
export class GitRepository {
  readonly root: string;
  /** The part of the repository that is meant. */
  readonly folder: string;
  readonly #gitDir: string;
  readonly #env: NodeJS.ProcessEnv;
  /** The commit that unchanged files are as in. */
  base: string | undefined;
  /** The commit that was last seen as HEAD. */
  seen: string | undefined;

  private constructor(root: string, folder: string, gitDir: string, env: NodeJS.ProcessEnv) {
    this.root = root;
    this.folder = folder;
    this.#gitDir = gitDir;
    this.#env = env;
  }

  /** `undefined` when the folder belongs to no repository, or is ignored by the one around it. */
  static async find(folder: string, env: NodeJS.ProcessEnv): Promise<GitRepository | undefined> {
    const found = await runGit(["rev-parse", "--show-toplevel", "--absolute-git-dir"], { cwd: folder, env });
    const [root, gitDir] = found?.toString().split("\n") ?? [];
    if (!root || !gitDir) return undefined;
    const repository = new GitRepository(root.replaceAll("/", sep), folder, gitDir, env);
    if (folder !== repository.root && (await repository.ignored([folder])).size > 0) return undefined;
    repository.base = repository.seen = await repository.head();
    return repository;
  }

  async head(): Promise<string | undefined> {
    return (await this.#git(["rev-parse", "--verify", "--quiet", "HEAD"]))?.toString().trim() || undefined;
  }

  /** Git is at work: a checkout writes the files first, and HEAD when it is done. */
  get isBusy(): boolean {
    return existsSync(join(this.#gitDir, "index.lock"));
  }

  async status(): Promise<GitStatus | undefined> {
    const args = [
      "status",
      "--porcelain=v2",
      "-z",
      "--untracked-files=all",
      "--ignored=matching",
      "--no-renames",
    ];
    const output = await this.#git([...args, "--", this.#relative(this.folder) || "."]);
    if (!output) return undefined;
    const files: string[] = [];
    const nested: string[] = [];
    const ignoredFolders: string[] = [];
    for (const entry of output.toString().split("\0")) {
      const path = pathOfEntry(entry);
      if (path === undefined) continue;
      const full = this.#absolute(path);
      if (entry.startsWith("!")) {
        if (path.endsWith("/")) ignoredFolders.push(full);
      } else if (path.endsWith("/") || /^[12] .. S/.test(entry)) nested.push(full);
      else files.push(full);
    }
    return { files, nested: [...nested, ...(await this.#submodules())], ignoredFolders };
  }

  async #submodules(): Promise<string[]> {
    const modules = join(this.root, ".gitmodules");
    if (!existsSync(modules)) return [];
    const output = await this.#git([
      "config",
      "-z",
      "--file",
      modules,
      "--get-regexp",
      "^submodule\\..*\\.path$",
    ]);
    const paths =
      output
        ?.toString()
        .split("\0")
        .flatMap((entry) => entry.split("\n")[1] ?? []) ?? [];
    return paths.map((path) => this.#absolute(path));
  }

  /** Those of the paths that git ignores. A file that it tracks is never ignored. */
  async ignored(paths: readonly string[]): Promise<Set<string>> {
    const names = paths.map((path) => this.#relative(path));
    const ignored = await ignoredNames(names, { cwd: this.root, env: this.#env });
    return new Set([...ignored].map((name) => this.#absolute(name)));
  }

  /** The files as in `base`, as a checkout would write them. Paths that it does not have are absent. */
  async contents(
    paths: readonly string[],
    fileBytes: number,
    isDenied: (path: string) => boolean,
  ): Promise<Map<string, Content>> {
    const contents = new Map<string, Content>(paths.map((path) => [path, absent]));
    const entries = [...(await this.#entries(paths))].filter(([path]) => contents.has(path));
    const readNext = async (): Promise<void> => {
      for (let entry = entries.pop(); entry; entry = entries.pop()) {
        const [path, { oid, mode, size }] = entry;
        if (isDenied(path)) contents.set(path, { kind: "opaque", why: "denied" });
        else if (size > fileBytes) contents.set(path, { kind: "opaque", why: "tooLarge" });
        else contents.set(path, await this.#content(path, oid, mode, fileBytes));
      }
    };
    await Promise.all([readNext(), readNext(), readNext()]);
    return contents;
  }

  /** All files of `base` in these folders. */
  async filesUnder(folders: readonly string[]): Promise<string[]> {
    if (this.base === undefined || folders.length === 0) return [];
    const args = [
      "ls-tree",
      "-r",
      "-z",
      "--name-only",
      this.base,
      "--",
      ...folders.map((path) => this.#relative(path)),
    ];
    const names = (await this.#git(args))?.toString().split("\0").slice(0, -1) ?? [];
    return names.map((name) => this.#absolute(name));
  }

  /** How HEAD came from `seen` to where it is, newest first, as in "checkout: moving from a to b". */
  async movesSince(seen: string | undefined): Promise<string[]> {
    const output = await this.#git([
      "log",
      "--walk-reflogs",
      "-n",
      "50",
      "-z",
      "--format=%H %gs",
      "HEAD",
      "--",
    ]);
    const moves: string[] = [];
    for (const line of output?.toString().split("\0") ?? []) {
      if (line === "" || line.startsWith(`${seen} `)) break;
      moves.push(line.slice(line.indexOf(" ") + 1));
    }
    return moves;
  }

  async #entries(
    paths: readonly string[],
  ): Promise<Map<string, { oid: string; mode: number; size: number }>> {
    const entries = new Map<string, { oid: string; mode: number; size: number }>();
    if (this.base === undefined) return entries;
    for (let at = 0; at < paths.length; at += 200) {
      const names = paths.slice(at, at + 200).map((path) => this.#relative(path));
      const output = await this.#git(["ls-tree", "-l", "-z", this.base, "--", ...names]);
      for (const line of output?.toString().split("\0").slice(0, -1) ?? []) {
        const [, mode, oid, size, name] = /^(\d+) blob ([0-9a-f]+) +(\d+)\t(.*)$/s.exec(line) ?? [];
        // Links are no texts.
        if (name === undefined || mode === "120000") continue;
        entries.set(this.#absolute(name), {
          oid: oid!,
          mode: mode === "100755" ? 0o755 : 0o644,
          size: Number(size),
        });
      }
    }
    return entries;
  }

  /** One process a file: in a batch, git tells the size before line endings are converted, so it cannot be split. */
  async #content(path: string, oid: string, mode: number, fileBytes: number): Promise<Content> {
    const bytes = await this.#git(["cat-file", "--filters", `--path=${this.#relative(path)}`, oid]);
    return bytes ? toContent(bytes, mode, fileBytes) : { kind: "opaque", why: "notKnown" };
  }

  #git(args: readonly string[]): Promise<Buffer | undefined> {
    return runGit(args, { cwd: this.root, env: this.#env });
  }

  #relative(path: string): string {
    return relative(this.root, path).replaceAll(sep, "/");
  }

  #absolute(name: string): string {
    return join(this.root, name.endsWith("/") ? name.slice(0, -1) : name);
  }
}

/** The fields before the path, by the kind of the entry. */
function pathOfEntry(entry: string): string | undefined {
  const fields = { "?": 1, "!": 1, "1": 8, u: 10 }[entry[0] ?? ""];
  if (fields === undefined) return undefined;
  return entry.split(" ").slice(fields).join(" ");
}
