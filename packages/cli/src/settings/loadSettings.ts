import { closeSync, constants, fstatSync, openSync, readFileSync, statSync } from "node:fs";
import { dirname, join } from "node:path";
import { homeFolder } from "@idebridge/sdk/node";
import { CliError } from "../cliError.ts";
import type { Context } from "../context.ts";
import { exitCodes } from "../exitCodes.ts";
import type { Settings } from "./settingsSchema.ts";

const projectFileName = "idebridge.json";

/** One file that settings may come from. */
export interface SettingsFile {
  readonly scope: "user" | "project";
  readonly path: string;
  readonly exists: boolean;
  /** What it sets; nothing when it has problems. */
  readonly settings: Settings;
}

export interface SettingsProblem {
  readonly file: string;
  readonly line: number;
  readonly column: number;
  readonly message: string;
}

export interface LoadedSettings {
  /** Those of the user, and over them those of the project. A file with problems sets nothing. */
  readonly settings: Settings;
  readonly files: readonly SettingsFile[];
  readonly problems: readonly SettingsProblem[];
}

/** Reads the settings for a folder. */
export async function loadSettings(folder: string, env: Context["env"]): Promise<LoadedSettings> {
  const read = [
    await readSettings("user", userFile(env)),
    await readSettings("project", projectFile(folder)),
  ];
  const files = read.map(({ file }) => file);
  const settings = files.reduce((merged, file) => merge(merged, file.settings), {} as Settings);
  return { settings, files, problems: read.flatMap(({ problems }) => problems) };
}

/** The same for a command that acts on them: a wrong setting ends it, as sharing might hang on it. */
export async function requireSettings(folder: string, env: Context["env"]): Promise<Settings> {
  const { settings, problems } = await loadSettings(folder, env);
  if (problems.length === 0) return settings;
  throw new CliError(exitCodes.usage, `The settings are wrong.\n${problems.map(describeProblem).join("\n")}`);
}

/** `file:line:column: message`, which editors and terminals make a link of. */
export function describeProblem({ file, line, column, message }: SettingsProblem): string {
  return `${file}:${line}:${column}: ${message}`;
}

function userFile(env: Context["env"]): string {
  return join(env.XDG_CONFIG_HOME || join(homeFolder(env), ".config"), "idebridge", "settings.json");
}

/** In the folder, or above it in the same git repository; never further up, where others may write. */
function projectFile(folder: string): string {
  const here = join(folder, projectFileName);
  for (let at = folder; ; at = dirname(at)) {
    if (exists(join(at, projectFileName)))
      return isInRepository(at, folder) ? join(at, projectFileName) : here;
    if (exists(join(at, ".git")) || dirname(at) === at) return here;
  }
}

function isInRepository(from: string, folder: string): boolean {
  if (from === folder) return true;
  for (let at = from; ; at = dirname(at)) {
    if (exists(join(at, ".git"))) return true;
    if (dirname(at) === at) return false;
  }
}

function exists(path: string): boolean {
  try {
    return statSync(path, { throwIfNoEntry: false }) !== undefined;
  } catch {
    return false;
  }
}

async function readSettings(
  scope: SettingsFile["scope"],
  path: string,
): Promise<{ file: SettingsFile; problems: readonly SettingsProblem[] }> {
  let text: string;
  try {
    text = readRegularFile(path);
  } catch (error) {
    const { code } = error as NodeJS.ErrnoException;
    const isMissing = code === "ENOENT" || code === "ENOTDIR";
    const message = error instanceof NoSettings ? error.message : `This file cannot be read (${code})`;
    return {
      file: { scope, path, exists: !isMissing, settings: {} },
      problems: isMissing ? [] : [{ file: path, line: 1, column: 1, message }],
    };
  }
  // Most folders have no settings: a start does without all that reads them.
  const { parseSettings } = await import("./parseSettings.ts");
  const { settings, problems } = parseSettings(text, scope);
  return {
    file: { scope, path, exists: true, settings },
    problems: problems.map((problem) => ({ file: path, ...problem })),
  };
}

const largestFile = 1024 * 1024;

class NoSettings extends Error {}

/** The project may be anybody's: a pipe would hold us for ever, and a link to a device fill the memory. */
function readRegularFile(path: string): string {
  const file = openSync(path, constants.O_RDONLY | (constants.O_NONBLOCK ?? 0));
  try {
    const stats = fstatSync(file);
    if (!stats.isFile() && !stats.isDirectory())
      throw new NoSettings("This is a device or a pipe, not a file");
    if (stats.size > largestFile) throw new NoSettings("This file is too large for settings: more than 1 MB");
    return readFileSync(file, "utf8");
  } finally {
    closeSync(file);
  }
}

/** Objects are joined; what is denied adds up, and of two limits of what is shared the smaller counts; the rest is replaced. */
function merge(under: Settings, over: Settings): Settings {
  const deny = [...(under.sharing?.deny ?? []), ...(over.sharing?.deny ?? [])];
  const limits = [under, over].flatMap(({ sharing }) => sharing?.selectionCharacters ?? []);
  const sharing = {
    ...(deny.length > 0 && { deny }),
    ...(limits.length > 0 && { selectionCharacters: Math.min(...limits) }),
  };
  const joined = { ...under, ...over };
  for (const name of ["changes", "keys", "languageServers", "notebooks"] as const) {
    if (under[name] && over[name]) Object.assign(joined, { [name]: { ...under[name], ...over[name] } });
  }
  return under.sharing || over.sharing ? { ...joined, sharing } : joined;
}
