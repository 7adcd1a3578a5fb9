import { constants } from "node:fs";
import { access, realpath } from "node:fs/promises";
import { delimiter, dirname, extname, isAbsolute, join } from "node:path";
import type { Environment } from "@idebridge/sdk/node";
import type { Formatter } from "./formatters.ts";

/** A program and what comes before its own arguments. */
export interface FoundProgram {
  readonly command: string;
  readonly args: readonly string[];
}

export interface ProgramPlace {
  readonly env: Environment;
  /** Whether this program, which is installed in the project, may be run. */
  readonly mayRun: (file: string) => Promise<boolean>;
}

/** The project's own program, from the folder upwards as far as Node and Python look; else that of the system. */
export async function findProgram(
  { program, home, isOwnOnly }: Formatter,
  folder: string,
  { env, mayRun }: ProgramPlace,
): Promise<FoundProgram | "refused" | undefined> {
  const own = await firstIn(ownPlaces(home, folder), program);
  if (own !== undefined && (await mayRun(own))) return toRun(own);
  const installed = isOwnOnly ? undefined : await firstIn(systemPlaces(env), program);
  if (installed !== undefined) return toRun(installed);
  return own === undefined ? undefined : "refused";
}

/** Scripts are run by the Node that runs us, which need not be on the PATH. */
async function toRun(file: string): Promise<FoundProgram> {
  const real = await realpath(file);
  const isScript = [".js", ".cjs", ".mjs"].includes(extname(real));
  return isScript ? { command: process.execPath, args: [real] } : { command: file, args: [] };
}

async function firstIn(places: readonly string[], program: string): Promise<string | undefined> {
  for (const place of places) {
    const file = join(place, program);
    if (await isExecutable(file)) return file;
  }
  return undefined;
}

function ownPlaces(home: Formatter["home"], folder: string): readonly string[] {
  if (home === "system") return [];
  const places: string[] = [];
  for (let at = folder; ; at = dirname(at)) {
    if (home === "node_modules") places.push(join(at, "node_modules", ".bin"));
    else places.push(join(at, ".venv", "bin"), join(at, "venv", "bin"));
    if (dirname(at) === at) return places;
  }
}

/** Not relative ones: they would lead into the project. */
function systemPlaces(env: Environment): readonly string[] {
  return (env.PATH ?? "").split(delimiter).filter(isAbsolute);
}

function isExecutable(file: string): Promise<boolean> {
  return access(file, constants.X_OK).then(
    () => true,
    () => false,
  );
}
