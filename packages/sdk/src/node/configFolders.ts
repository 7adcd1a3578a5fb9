import { homedir } from "node:os";
import { dirname, join } from "node:path";
import type { LockForm } from "../dialects/dialect.ts";
import { IdeBridgeError } from "../protocol/errors.ts";

export type Environment = Readonly<Record<string, string | undefined>>;

/** Where Claude Code keeps its settings: told, or `CLAUDE_CONFIG_DIR`, or `~/.claude`. */
export function claudeConfigDir(env: Environment, told?: string): string {
  return told || env.CLAUDE_CONFIG_DIR || join(homeFolder(env), ".claude");
}

/** The folder that a server of this form announces itself in. */
export function lockFolder(form: LockForm["folder"], env: Environment, configDir?: string): string {
  if (form === "ide") return join(claudeConfigDir(env, configDir), "ide");
  return join(configDir || homeFolder(env), ".claude-code");
}

/** Every folder that a client in `cwd` should look into. Nexus servers may announce themselves in the project. */
export function lockFolders(env: Environment, cwd: string, configDir?: string): readonly string[] {
  const folders = [lockFolder("ide", env, configDir), lockFolder(".claude-code", env, configDir)];
  for (let folder = cwd; ; folder = dirname(folder)) {
    folders.push(join(folder, ".claude-code"));
    if (dirname(folder) === folder) break;
  }
  return [...new Set(folders)];
}

/** Where this user's own things are. */
export function homeFolder(env: Environment): string {
  const told = env.HOME || env.USERPROFILE;
  if (told) return told;
  try {
    return homedir();
  } catch (error) {
    // In a container, the number of a user may belong to nobody.
    throw new IdeBridgeError("UNSUPPORTED", "This user has no home folder: name one with HOME", {
      cause: error,
    });
  }
}
