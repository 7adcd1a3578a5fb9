import { readdir } from "node:fs/promises";
import { join } from "node:path";
import { runGit } from "../changes/runGit.ts";
import { neverLookedInto } from "./neverLookedInto.ts";

export interface AllFiles {
  /** From the folder, with slashes. */
  readonly names: readonly string[];
  readonly isCut: boolean;
}

/** More than that takes memory and time, and nobody finds anything in it. */
const mostFiles = 200_000;
/** Where there is no git to say what is of no interest. */
const skipped = new Set([...neverLookedInto, "__pycache__", ".venv", ".cache"]);

/** All files of a folder that the user may mean: those that git does not ignore, or all if there is no git. */
export async function allFiles(folder: string, env: NodeJS.ProcessEnv): Promise<AllFiles> {
  return (await fromGit(folder, env)) ?? (await walk(folder));
}

async function fromGit(folder: string, env: NodeJS.ProcessEnv): Promise<AllFiles | undefined> {
  const list = (...options: string[]) => runGit(["ls-files", "-z", ...options], { cwd: folder, env });
  const [there, deleted] = await Promise.all([
    list("--cached", "--others", "--exclude-standard", "--deduplicate"),
    list("--deleted"),
  ]);
  if (there === undefined) return undefined;
  const gone = new Set(namesIn(deleted));
  // A name with a slash at its end is a repository inside this one.
  const names = namesIn(there).filter((name) => !gone.has(name) && !name.endsWith("/"));
  return { names: names.slice(0, mostFiles), isCut: names.length > mostFiles };
}

function namesIn(output: Buffer | undefined): string[] {
  return output?.toString().split("\0").slice(0, -1) ?? [];
}

async function walk(folder: string): Promise<AllFiles> {
  const names: string[] = [];
  const folders = [""];
  for (let prefix = folders.shift(); prefix !== undefined; prefix = folders.shift()) {
    const entries = await readdir(join(folder, prefix), { withFileTypes: true }).catch(() => []);
    for (const entry of entries) {
      const name = prefix + entry.name;
      if (entry.isDirectory() && !skipped.has(entry.name)) folders.push(`${name}/`);
      if (entry.isFile() || entry.isSymbolicLink()) names.push(name);
      if (names.length >= mostFiles) return { names, isCut: true };
    }
  }
  return { names, isCut: false };
}
