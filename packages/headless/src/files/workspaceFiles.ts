import { readdir, stat } from "node:fs/promises";
import { basename, join } from "node:path";
import { ignoredNames } from "../changes/ignoredNames.ts";
import type { FolderContents, FolderEntry, FoundFile, FoundFiles } from "../control/controlProtocol.ts";
import { DocumentError, readFailure } from "../documents/documentError.ts";
import { allFiles } from "./allFiles.ts";
import { type FuzzyMatch, fuzzyMatch } from "./fuzzyMatch.ts";
import type { WorkspaceFence } from "./workspaceFence.ts";

export interface WorkspaceFilesOptions {
  folders(): readonly string[];
  readonly fence: WorkspaceFence;
  readonly env: NodeJS.ProcessEnv;
}

const mostEntries = 5_000;
const mostFound = 200;
/** A list that is older is made anew, while the old one still answers. */
const freshMilliseconds = 2_000;
/** Nobody has looked for so long: the memory is of more use elsewhere. */
const keptMilliseconds = 60_000;

interface KnownFile {
  readonly folder: string;
  readonly shown: string;
  readonly lower: string;
  readonly nameStart: number;
}

interface KnownFiles {
  readonly files: readonly KnownFile[];
  readonly isCut: boolean;
  readonly at: number;
}

const byName = new Intl.Collator("en", { numeric: true, sensitivity: "base" });

/** The files of the workspace, as a tree and by what the user types. */
export class WorkspaceFiles {
  readonly #options: WorkspaceFilesOptions;
  #known: Promise<KnownFiles> | undefined;
  #refreshing = false;
  #forgetting: ReturnType<typeof setTimeout> | undefined;

  constructor(options: WorkspaceFilesOptions) {
    this.#options = options;
  }

  async list(path: string | undefined): Promise<FolderContents> {
    if (path === undefined) {
      const entries = this.#options.folders().map((folder) => ({
        name: basename(folder),
        path: folder,
        kind: "folder" as const,
        isIgnored: false,
      }));
      return { path, entries, left: 0 };
    }
    await this.#options.fence.assert(path);
    let names: string[];
    try {
      names = await readdir(path);
    } catch (error) {
      if ((error as NodeJS.ErrnoException).code === "ENOTDIR")
        throw new DocumentError("NOT_A_FILE", path, `${path} is not a folder`);
      throw readFailure(path, error);
    }
    names.sort(byName.compare);
    const shown = names.slice(0, mostEntries);
    const [ignored, entries] = await Promise.all([
      ignoredNames(shown, { cwd: path, env: this.#options.env }),
      Promise.all(shown.map((name) => this.#entry(path, name))),
    ]);
    const sorted = entries
      .map((entry) => ({ ...entry, isIgnored: entry.name === ".git" || ignored.has(entry.name) }))
      .sort((a, b) => Number(b.kind === "folder") - Number(a.kind === "folder"));
    return { path, entries: sorted, left: names.length - shown.length };
  }

  async find(query: string, limit = 50): Promise<FoundFiles> {
    const { files, isCut } = await this.#all();
    const typed = query.toLowerCase().replace(/\s+/g, "");
    const best: FoundFile[] = [];
    for (const { file, match } of bestMatches(typed, files)) {
      if (best.length >= Math.min(limit, mostFound)) break;
      const path = join(file.folder, file.shown);
      if ((await this.#options.fence.problemOf(path)) !== undefined) continue;
      best.push({ path, shown: file.shown, matches: match.places });
    }
    return { files: best, searched: files.length, isCut };
  }

  close(): void {
    clearTimeout(this.#forgetting);
    this.#known = undefined;
  }

  async #entry(folder: string, name: string): Promise<Omit<FolderEntry, "isIgnored">> {
    const path = join(folder, name);
    const problem = await this.#options.fence.problemOf(path);
    const stats = await stat(path).catch(() => undefined);
    const kind = stats?.isDirectory() ? "folder" : stats?.isFile() ? "file" : "other";
    if (problem !== undefined) return { name, path, kind, problem };
    const strange = stats === undefined ? "cannot be read" : "is a device, a pipe or a socket";
    return { name, path, kind, ...(kind === "other" && { problem: strange }) };
  }

  #all(): Promise<KnownFiles> {
    clearTimeout(this.#forgetting);
    this.#forgetting = setTimeout(() => this.close(), keptMilliseconds);
    this.#forgetting.unref();
    const known = this.#known;
    if (known === undefined) {
      this.#known = this.#read();
      return this.#known;
    }
    void known.then(({ at }) => this.#refresh(at));
    return known;
  }

  async #refresh(at: number): Promise<void> {
    if (this.#refreshing || performance.now() - at < freshMilliseconds) return;
    this.#refreshing = true;
    try {
      const fresh = await this.#read();
      if (this.#known) this.#known = Promise.resolve(fresh);
    } finally {
      this.#refreshing = false;
    }
  }

  async #read(): Promise<KnownFiles> {
    const { env } = this.#options;
    const lists = await Promise.all(
      this.#options.folders().map(async (folder) => ({ folder, ...(await allFiles(folder, env)) })),
    );
    const files = lists.flatMap(({ folder, names }) =>
      names.map((shown) => ({
        folder,
        shown,
        lower: lowerCase(shown),
        nameStart: shown.lastIndexOf("/") + 1,
      })),
    );
    return { files, isCut: lists.some(({ isCut }) => isCut), at: performance.now() };
  }
}

interface Ranked {
  readonly file: KnownFile;
  readonly match: FuzzyMatch;
}

/** The best, sorted, and some in reserve. Never all of them: sorting a hundred thousand would be felt. */
function bestMatches(typed: string, files: readonly KnownFile[]): readonly Ranked[] {
  const reserve = 2 * mostFound;
  let ranked: Ranked[] = [];
  let worst = Number.NEGATIVE_INFINITY;
  const tidy = () => {
    ranked.sort((a, b) => b.match.score - a.match.score || (a.file.shown < b.file.shown ? -1 : 1));
    ranked = ranked.slice(0, reserve);
  };
  for (const file of files) {
    const match = fuzzyMatch(typed, file.lower, file.nameStart);
    if (match === undefined || match.score < worst) continue;
    ranked.push({ file, match });
    if (ranked.length < 8 * reserve) continue;
    tidy();
    worst = ranked.at(-1)!.match.score;
  }
  tidy();
  return ranked;
}

/** A few letters get longer: then the places found would be wrong. */
function lowerCase(text: string): string {
  const lower = text.toLowerCase();
  return lower.length === text.length ? lower : text;
}
