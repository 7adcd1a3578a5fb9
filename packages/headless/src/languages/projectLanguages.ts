import { readdir } from "node:fs/promises";
import { join } from "node:path";
import { languageIdOf } from "../documents/languageIdOf.ts";

/** Of one language in the project. */
export interface ProjectLanguage {
  readonly files: number;
  /** One of them, the nearest to the root. */
  readonly sample: string;
}

export interface ProjectFiles {
  readonly languages: ReadonlyMap<string, ProjectLanguage>;
  readonly files: readonly string[];
}

const mostFiles = 20_000;
const notTheProject = new Set([
  "node_modules",
  "dist",
  "build",
  "out",
  "target",
  "vendor",
  "venv",
  "__pycache__",
]);

/** Looks which languages there are, folder by folder from the root down, as far as there is patience. */
export async function lookAtProject(folders: readonly string[], signal: AbortSignal): Promise<ProjectFiles> {
  const languages = new Map<string, { files: number; sample: string }>();
  const files: string[] = [];
  const queue = [...folders];
  for (const folder of queue) {
    if (signal.aborted || files.length >= mostFiles) break;
    for (const entry of await readdir(folder, { withFileTypes: true }).catch(() => [])) {
      const path = join(folder, entry.name);
      if (entry.isDirectory() && !entry.name.startsWith(".") && !notTheProject.has(entry.name))
        queue.push(path);
      if (!entry.isFile()) continue;
      files.push(path);
      const language = languageIdOf(path);
      const known = languages.get(language);
      if (known) known.files++;
      else languages.set(language, { files: 1, sample: path });
    }
  }
  return { languages, files };
}
