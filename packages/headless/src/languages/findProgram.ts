import { accessSync, constants, readFileSync, statSync } from "node:fs";
import { createRequire } from "node:module";
import { delimiter, dirname, join, resolve } from "node:path";
import type { Environment } from "@idebridge/sdk/node";
import { mayRunProgram } from "./mayRunProgram.ts";
import type { BundledServers, ServerCommand, ServerDefinition, ServerProgram } from "./serverDefinition.ts";

export interface ProgramPlace {
  /** The root of the project, by its real path. */
  readonly folder: string;
  readonly env: Environment;
  readonly bundled: BundledServers;
  /** Whether programs in the project may be started. */
  readonly fromProject: boolean;
}

const isWindows = process.platform === "win32";

/** How to start a server here, or `undefined` when it is not installed. */
export async function findServer(
  definition: ServerDefinition,
  place: ProgramPlace,
): Promise<ServerCommand | undefined> {
  for (const each of definition.programs) {
    const found = await findOne(each, place);
    if (found) return found;
  }
  return undefined;
}

async function findOne(wanted: ServerProgram, place: ProgramPlace): Promise<ServerCommand | undefined> {
  switch (wanted.kind) {
    case "command":
      return { command: wanted.command, args: wanted.args };
    case "web":
      return place.bundled.web === undefined
        ? undefined
        : { command: process.execPath, args: [place.bundled.web, "--stdio"] };
    case "typescript":
      return findTypescript(place);
    case "package": {
      const script = packageProgram(wanted.package, wanted.bin, place.folder);
      if (script === undefined || !(await mayRunProgram(script, place))) return undefined;
      return { command: process.execPath, args: [script, ...wanted.args] };
    }
    case "program": {
      const { name, args } = wanted;
      for (const folder of [".venv", "venv", "node_modules/.bin"].map(programFolder)) {
        const own = executable(join(place.folder, folder), name, place.env);
        if (own !== undefined && (await mayRunProgram(own, place))) return { command: own, args };
      }
      for (const folder of (place.env.PATH ?? "").split(delimiter)) {
        // A relative folder on PATH would be one of the project.
        const installed = folder && resolve(folder) === folder && executable(folder, name, place.env);
        if (installed) return { command: installed, args };
      }
      return undefined;
    }
  }
}

function programFolder(name: string): string {
  if (name.endsWith(".bin")) return name;
  return join(name, isWindows ? "Scripts" : "bin");
}

/** The program itself, not the script that starts it: one process less, and nothing that outlives us. */
async function findTypescript(place: ProgramPlace): Promise<ServerCommand | undefined> {
  const own = resolveFrom(place.folder, "typescript/package.json");
  for (const manifest of [own, place.bundled.typescript]) {
    const found = manifest === undefined ? undefined : typescriptProgram(manifest);
    if (found === undefined || (manifest === own && !(await mayRunProgram(found, place)))) continue;
    return { command: found, args: ["--lsp", "--stdio"] };
  }
  return undefined;
}

function typescriptProgram(manifest: string): string | undefined {
  const { version } = readJson(manifest) as { version?: string };
  if (Number.parseInt(version ?? "", 10) < 7) return undefined;
  const platform = `@typescript/typescript-${process.platform}-${process.arch}/package.json`;
  const found = resolveFrom(dirname(manifest), platform);
  return found && executable(join(dirname(found), "lib"), "tsc", { PATHEXT: ".EXE" });
}

/** By the manifest of the package, so that no shell script is between us and the server. */
function packageProgram(name: string, bin: string, folder: string): string | undefined {
  const manifest = resolveFrom(folder, `${name}/package.json`);
  if (manifest === undefined) return undefined;
  const { bin: bins } = readJson(manifest) as { bin?: string | Record<string, string> };
  const script = typeof bins === "string" ? bins : bins?.[bin];
  return script === undefined ? undefined : join(dirname(manifest), script);
}

function resolveFrom(folder: string, specifier: string): string | undefined {
  try {
    return createRequire(join(folder, "package.json")).resolve(specifier);
  } catch {
    return undefined;
  }
}

function readJson(path: string): object {
  try {
    const value: unknown = JSON.parse(readFileSync(path, "utf8"));
    return typeof value === "object" && value !== null ? value : {};
  } catch {
    return {};
  }
}

function executable(folder: string, name: string, env: Environment): string | undefined {
  const endings = isWindows ? (env.PATHEXT ?? ".EXE;.CMD;.BAT").split(";") : [""];
  return endings.map((ending) => join(folder, name + ending)).find(isExecutable);
}

function isExecutable(path: string): boolean {
  try {
    accessSync(path, constants.X_OK);
    return statSync(path).isFile();
  } catch {
    return false;
  }
}
