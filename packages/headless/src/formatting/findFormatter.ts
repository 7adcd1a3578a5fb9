import { readdir, readFile } from "node:fs/promises";
import { basename, dirname, join } from "node:path";
import { isInside } from "@idebridge/sdk/core";
import { currentPlatform } from "@idebridge/sdk/node";
import { type Evidence, type Formatter, formatters } from "./formatters.ts";

export interface FoundFormatter {
  readonly formatter: Formatter;
  /** The folder that has the evidence. */
  readonly folder: string;
  /** Why this one, for people: `.prettierrc`, `pyproject.toml`… */
  readonly because: string;
}

/**
 * The formatter that the project uses for a file. A configuration counts more than a dependency alone, then what is
 * nearer to the file. Never looks above the workspace folder: what lies there is not of the project.
 */
export async function findFormatter(
  path: string,
  folders: readonly string[],
): Promise<FoundFormatter | undefined> {
  const candidates = formatters.filter(({ files }) => files.test(basename(path)));
  if (candidates.length === 0) return undefined;
  const own = candidates.find(({ evidence }) => evidence.always);
  if (own) return { formatter: own, folder: dirname(path), because: "it is the language's own" };

  let asDependency: FoundFormatter | undefined;
  for (const folder of foldersAround(path, folders)) {
    const contents = await readFolder(folder);
    for (const formatter of candidates) {
      const because = await configuredBy(formatter.evidence, contents);
      if (because !== undefined) return { formatter, folder, because };
      if (!asDependency && isDependency(formatter.evidence.dependency, contents)) {
        asDependency = { formatter, folder, because: "package.json" };
      }
    }
  }
  return asDependency;
}

/** From the file's own up to the workspace folder that it is in; only its own when it is in none. */
function foldersAround(path: string, workspaceFolders: readonly string[]): readonly string[] {
  const top = workspaceFolders.find((folder) => isInside(folder, path, currentPlatform()));
  const around = [dirname(path)];
  while (top !== undefined && around.at(-1) !== top && dirname(around.at(-1)!) !== around.at(-1)) {
    around.push(dirname(around.at(-1)!));
  }
  return around;
}

interface FolderContents {
  readonly folder: string;
  readonly names: readonly string[];
  readonly packageJson: Readonly<Record<string, unknown>>;
  readonly pyproject: string;
  readonly editorConfig: string;
}

async function readFolder(folder: string): Promise<FolderContents> {
  const names = await readdir(folder).catch((): string[] => []);
  const read = async (name: string) =>
    names.includes(name) ? withoutLongLines(await readFile(join(folder, name), "utf8").catch(() => "")) : "";
  return {
    folder,
    names,
    packageJson: parseObject(await readFile(join(folder, "package.json"), "utf8").catch(() => "")),
    pyproject: await read("pyproject.toml"),
    editorConfig: await read(".editorconfig"),
  };
}

/** Nobody writes such lines by hand, and what looks for a word in one may take long. */
function withoutLongLines(text: string): string {
  return text
    .split("\n")
    .filter((line) => line.length <= 1_000)
    .join("\n");
}

async function configuredBy(
  { files, unless, pyproject, editorConfig, packageKey }: Evidence,
  contents: FolderContents,
): Promise<string | undefined> {
  const file = files && contents.names.find((name) => files.test(name));
  if (file !== undefined && !(await says(unless, join(contents.folder, file)))) return file;
  if (pyproject !== undefined && hasTable(contents.pyproject, pyproject)) return "pyproject.toml";
  if (editorConfig?.test(contents.editorConfig)) return ".editorconfig";
  if (packageKey !== undefined && Object.hasOwn(contents.packageJson, packageKey)) return "package.json";
  return undefined;
}

async function says(what: RegExp | undefined, file: string): Promise<boolean> {
  return what?.test(await readFile(file, "utf8").catch(() => "")) ?? false;
}

function hasTable(toml: string, table: string): boolean {
  // Not \s, which would look through all blank lines from each of them.
  const name = table.replaceAll(".", "[ \\t]*\\.[ \\t]*");
  return new RegExp(`^[ \\t]*\\[\\[?[ \\t]*${name}[ \\t]*[.\\]]`, "m").test(toml);
}

function isDependency(name: string | undefined, { packageJson }: FolderContents): boolean {
  if (name === undefined) return false;
  return ["devDependencies", "dependencies", "optionalDependencies"].some((kind) => {
    const dependencies = packageJson[kind];
    return typeof dependencies === "object" && dependencies !== null && Object.hasOwn(dependencies, name);
  });
}

function parseObject(text: string): Readonly<Record<string, unknown>> {
  try {
    const value: unknown = JSON.parse(text);
    return typeof value === "object" && value !== null ? (value as Record<string, unknown>) : {};
  } catch {
    return {};
  }
}
