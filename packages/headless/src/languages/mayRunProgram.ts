import { existsSync, lstatSync, statSync } from "node:fs";
import { dirname, join } from "node:path";
import { isInside } from "@idebridge/sdk/core";
import { currentPlatform, type Environment, realPath } from "@idebridge/sdk/node";
import { runGit } from "../changes/runGit.ts";

export interface ProgramTrust {
  /** The project that the program may belong to. */
  readonly folder: string;
  readonly env: Environment;
  /** The setting `languageServers.fromProject`. */
  readonly fromProject: boolean;
}

/**
 * A program of the project is started only when somebody has installed it there. One that is part of the repository
 * came with it: to have cloned a project is no consent to run what it brings. Nor may another user of the machine have
 * put it there, in a folder above the project that everybody may write to.
 */
export async function mayRunProgram(
  path: string,
  { folder, fromProject, env }: ProgramTrust,
): Promise<boolean> {
  if (!fromProject || !isOfTrusted(path, folder)) return false;
  if (await cameWithRepository(path, env)) return false;
  const real = realPath(path) ?? path;
  if (real === path) return true;
  // Where a link leads out of the repository, somebody has linked something of their own.
  const top = (await topOf(dirname(path), env)) ?? folder;
  const isOfProject = [top, folder].some((each) => isInside(each, real, currentPlatform()));
  return !isOfProject || !(await cameWithRepository(real, env));
}

/** Its owner, and that of what it links to, is this user, root, or whoever owns the project. */
function isOfTrusted(path: string, folder: string): boolean {
  const own = process.getuid?.();
  if (own === undefined) return true;
  try {
    const trusted = [own, 0, statSync(folder).uid];
    return [lstatSync(path), statSync(path)].every(({ uid }) => trusted.includes(uid));
  } catch {
    return false;
  }
}

async function topOf(folder: string, env: Environment): Promise<string | undefined> {
  const run = { cwd: folder, env: env as NodeJS.ProcessEnv };
  return (await runGit(["rev-parse", "--show-toplevel"], run))?.toString().replace(/\n$/, "");
}

/** Asked where the file is: the folder of the project may be of another repository, which knows nothing of it. */
async function cameWithRepository(path: string, env: Environment): Promise<boolean> {
  const run = { cwd: dirname(path), env: env as NodeJS.ProcessEnv };
  const tracked = await runGit(["ls-files", "-z", "--", path], run);
  if (tracked !== undefined) return tracked.length > 0;
  // Git does not answer for a repository of another user, or for one that hides in the files of another.
  return isInRepository(dirname(path)) && (await runGit(["--version"], run)) !== undefined;
}

function isInRepository(folder: string): boolean {
  if (existsSync(join(folder, ".git"))) return true;
  return dirname(folder) !== folder && isInRepository(dirname(folder));
}
