import { realpathSync } from "node:fs";
import type { Environment } from "@idebridge/sdk/node";
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
 * came with it: to have cloned a project is no consent to run what it brings.
 */
export async function mayRunProgram(
  path: string,
  { folder, fromProject, env }: ProgramTrust,
): Promise<boolean> {
  if (!fromProject) return false;
  const names = new Set([path, realPathOf(path)]);
  for (const name of names) if (await isTracked(name, folder, env)) return false;
  return true;
}

function realPathOf(path: string): string {
  try {
    return realpathSync(path);
  } catch {
    return path;
  }
}

async function isTracked(path: string, folder: string, env: Environment): Promise<boolean> {
  const run = { cwd: folder, env: env as NodeJS.ProcessEnv };
  return (await runGit(["ls-files", "--error-unmatch", "--", path], run)) !== undefined;
}
