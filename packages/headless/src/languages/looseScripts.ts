import { existsSync } from "node:fs";
import { dirname, join } from "node:path";
import { isInside } from "@idebridge/sdk/core";
import { currentPlatform, type Environment } from "@idebridge/sdk/node";
import { languageIdOf } from "../documents/languageIdOf.ts";
import { allFiles } from "../files/allFiles.ts";

const mostScripts = 500;
const scripts = new Set(["typescript", "typescriptreact", "javascript", "javascriptreact"]);
const projectFiles = ["tsconfig.json", "jsconfig.json"];

/**
 * The TypeScript and JavaScript files that belong together with this one, if no project file says which do: their server
 * then knows of no file that it was not shown, and what it finds would be only a part.
 */
export async function looseScripts(
  path: string,
  folders: readonly string[],
  env: Environment,
): Promise<readonly string[]> {
  const known = new Map<string, boolean>();
  const isLoose = (file: string) => scripts.has(languageIdOf(file)) && !hasProject(dirname(file), known);
  if (!isLoose(path)) return [];
  const folder = folders.find((each) => isInside(each, path, currentPlatform()));
  if (folder === undefined) return [];
  const { names } = await allFiles(folder, { ...env });
  return names
    .map((name) => join(folder, name))
    .filter((file) => file !== path && isLoose(file))
    .slice(0, mostScripts);
}

function hasProject(folder: string, known: Map<string, boolean>): boolean {
  const before = known.get(folder);
  if (before !== undefined) return before;
  const above = dirname(folder);
  const has =
    projectFiles.some((name) => existsSync(join(folder, name))) ||
    (above !== folder && hasProject(above, known));
  known.set(folder, has);
  return has;
}
