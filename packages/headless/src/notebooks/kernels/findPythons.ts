import { execFile } from "node:child_process";
import { access, readdir, realpath } from "node:fs/promises";
import { dirname, join, parse } from "node:path";
import { isInside } from "@idebridge/sdk/core";
import { currentPlatform, type Environment } from "@idebridge/sdk/node";
import { mayRunProgram } from "../../languages/mayRunProgram.ts";
import { type KernelSearch, pathFolders, systemPythons } from "./kernelSearch.ts";

const isWindows = process.platform === "win32";
const checkMilliseconds = 10_000;

/** An environment of its own, made by venv, uv, conda… */
export interface PythonEnvironment {
  readonly prefix: string;
  readonly program: string;
}

/** The environments that belong to a folder: in it and in those above it, up to the workspace; then the active one. */
export async function pythonEnvironments(
  folder: string,
  search: KernelSearch,
): Promise<readonly PythonEnvironment[]> {
  const { folders, env } = search;
  const prefixes: string[] = [];
  const top = folders.find((each) => isInside(each, folder, currentPlatform()));
  for (let at = folder; ; at = dirname(at)) {
    prefixes.push(...[".venv", "venv", ".conda", "env"].map((name) => join(at, name)));
    if (at === (top ?? folder) || at === parse(at).root) break;
  }
  const inProject = await Promise.all(prefixes.map((prefix) => projectEnvironmentAt(prefix, search)));
  const active = [env.VIRTUAL_ENV, env.CONDA_PREFIX].filter(
    (prefix) => prefix !== undefined && prefix !== "",
  );
  const found = [...inProject, ...(await Promise.all(active.map((prefix) => environmentAt(prefix!))))];
  return found.filter((each) => each !== undefined);
}

/** Made there by somebody, not brought along by the repository. */
async function projectEnvironmentAt(
  prefix: string,
  { fromProject = true, env }: KernelSearch,
): Promise<PythonEnvironment | undefined> {
  const found = await environmentAt(prefix);
  if (found === undefined) return undefined;
  const trust = { folder: dirname(prefix), fromProject, env };
  const files = [found.program, join(prefix, "pyvenv.cfg")];
  const may = await Promise.all(files.map((file) => mayRunProgram(file, trust)));
  return may.includes(false) ? undefined : found;
}

async function environmentAt(prefix: string): Promise<PythonEnvironment | undefined> {
  const marks = await Promise.all(["pyvenv.cfg", "conda-meta"].map((name) => exists(join(prefix, name))));
  const program = pythonIn(prefix);
  return marks.includes(true) && (await exists(program)) ? { prefix, program } : undefined;
}

export function pythonIn(prefix: string): string {
  if (!isWindows) return join(prefix, "bin", "python");
  return join(prefix, "Scripts", "python.exe");
}

/** Every interpreter on the PATH, in its order, then those in the usual places. */
export async function pythonsOnPath(search: KernelSearch): Promise<readonly string[]> {
  const found: string[] = [];
  const seen = new Set<string>();
  for (const folder of pathFolders(search.env)) {
    const real = await realpath(folder).catch(() => undefined);
    if (real === undefined || seen.has(real)) continue;
    seen.add(real);
    const names = await readdir(real).catch(() => []);
    found.push(
      ...names
        .filter(isPython)
        .sort(byName)
        .map((name) => join(folder, name)),
    );
  }
  for (const program of search.systemPythons ?? systemPythons()) {
    const real = await realpath(dirname(program)).catch(() => undefined);
    if (real !== undefined && !seen.has(real) && (await exists(program))) found.push(program);
  }
  return found;
}

function isPython(name: string): boolean {
  return isWindows ? /^python3?\.exe$/i.test(name) : /^python(3(\.\d+)?)?$/.test(name);
}

/** `python3` first, then `python`, then the newest. */
function byName(a: string, b: string): number {
  const rank = (name: string) => {
    const version = /^python3\.(\d+)/.exec(name)?.[1];
    if (version !== undefined) return 1_000 - Number(version);
    return name.startsWith("python3") ? 0 : 1;
  };
  return rank(a) - rank(b);
}

/** Whether code can be run with it. Says no of what is no Python that works. */
export function hasIpykernel(program: string, env: Environment): Promise<boolean> {
  const check = "import importlib.util as u, sys; sys.exit(0 if u.find_spec('ipykernel') else 1)";
  return new Promise((resolve) => {
    execFile(
      program,
      ["-c", check],
      // Not in the project: a folder there of that name is no ipykernel.
      {
        cwd: parse(process.execPath).root,
        env: env as NodeJS.ProcessEnv,
        timeout: checkMilliseconds,
        windowsHide: true,
      },
      (error) => resolve(error === null),
    );
  });
}

export function exists(path: string): Promise<boolean> {
  return access(path).then(
    () => true,
    () => false,
  );
}
