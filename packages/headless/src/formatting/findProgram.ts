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

/** The project's own program, from the folder upwards as far as Node and Python look; else that of the system. */
export async function findProgram(
  { program, home }: Formatter,
  folder: string,
  env: Environment,
): Promise<FoundProgram | undefined> {
  for (const place of [...ownPlaces(home, folder), ...systemPlaces(env)]) {
    const file = join(place, program);
    if (!(await isExecutable(file))) continue;
    // Run by the Node that runs us, which need not be on the PATH.
    const real = await realpath(file);
    return [".js", ".cjs", ".mjs"].includes(extname(real))
      ? { command: process.execPath, args: [real] }
      : { command: file, args: [] };
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
