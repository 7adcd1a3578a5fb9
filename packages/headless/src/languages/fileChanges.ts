import { lstat, readdir } from "node:fs/promises";
import { join } from "node:path";
import { neverLookedInto } from "../files/neverLookedInto.ts";
import { fileChangeType } from "./fileChangeType.ts";
import type { ChangedFile } from "./languageServer.ts";

const { created, changed, deleted } = fileChangeType;
const quietMilliseconds = 100;
const longestMilliseconds = 1_000;
/** A checkout of more than this is told as far as that. */
const mostPaths = 20_000;
const freshMilliseconds = 5_000;

/** Collects paths that something happened to, and tells together what became of them. */
export class FileChanges {
  readonly #tell: (files: readonly ChangedFile[]) => Promise<void>;
  #pending = new Set<string>();
  #firstAt: number | undefined;
  #timer: NodeJS.Timeout | undefined;
  #telling: Promise<void> = Promise.resolve();
  #isClosed = false;

  constructor(tell: (files: readonly ChangedFile[]) => Promise<void>) {
    this.#tell = tell;
  }

  happened(path: string): void {
    if (this.#isClosed || this.#pending.size >= mostPaths) return;
    this.#pending.add(path);
    const now = performance.now();
    this.#firstAt ??= now;
    clearTimeout(this.#timer);
    const wait = Math.min(quietMilliseconds, this.#firstAt + longestMilliseconds - now);
    this.#timer = setTimeout(() => void this.flush(), Math.max(0, wait));
    this.#timer.unref();
  }

  /** Tells what is known to have happened, now. */
  flush(): Promise<void> {
    clearTimeout(this.#timer);
    const paths = [...this.#pending];
    this.#pending = new Set();
    this.#firstAt = undefined;
    if (paths.length > 0) this.#telling = this.#telling.then(() => this.#look(paths)).catch(() => {});
    return this.#telling;
  }

  close(): void {
    this.#isClosed = true;
    clearTimeout(this.#timer);
    this.#pending.clear();
  }

  async #look(paths: readonly string[]): Promise<void> {
    const files: ChangedFile[] = [];
    // In portions: a thousand looks at once would keep the disk from those who wait for an answer.
    for (let at = 0; at < paths.length; at += 64)
      files.push(...(await Promise.all(paths.slice(at, at + 64).map(becameOf))).flat());
    if (files.length > 0 && !this.#isClosed) await this.#tell(files.slice(0, mostPaths));
  }
}

async function becameOf(path: string): Promise<readonly ChangedFile[]> {
  const stats = await lstat(path).catch(() => undefined);
  if (stats === undefined) return [{ path, type: deleted }];
  if (stats.isDirectory()) return (await filesIn(path)).map((file) => ({ path: file, type: created }));
  if (!stats.isFile()) return [];
  return [{ path, type: Date.now() - stats.birthtimeMs < freshMilliseconds ? created : changed }];
}

/** A new folder is told once, with what it holds by then. */
async function filesIn(folder: string): Promise<readonly string[]> {
  const files: string[] = [];
  const folders = [folder];
  for (const each of folders) {
    for (const entry of await readdir(each, { withFileTypes: true }).catch(() => [])) {
      const path = join(each, entry.name);
      if (entry.isFile()) files.push(path);
      else if (entry.isDirectory() && !neverLookedInto.has(entry.name)) folders.push(path);
      if (files.length >= mostPaths) return files;
    }
  }
  return files;
}
