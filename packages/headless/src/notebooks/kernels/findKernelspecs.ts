import { readdir, readFile } from "node:fs/promises";
import { join } from "node:path";
import { isObject } from "@idebridge/sdk/core";

/** A kernel that is installed, as its `kernel.json` describes it. */
export interface Kernelspec {
  readonly name: string;
  readonly displayName: string;
  /** In small letters. */
  readonly language: string;
  readonly argv: readonly string[];
  readonly env: Readonly<Record<string, string>>;
  readonly interruptMode: "signal" | "message";
  readonly folder: string;
  /** The data folder that it was found in. */
  readonly dataFolder: string;
}

/**
 * The kernels of these data folders of Jupyter. Of two with one name, the first counts; what is broken does not, nor what
 * may not be run, by its `kernel.json`.
 */
export async function findKernelspecs(
  dataFolders: readonly string[],
  mayRun: (file: string) => Promise<boolean> = async () => true,
): Promise<readonly Kernelspec[]> {
  const found = new Map<string, Kernelspec>();
  for (const dataFolder of new Set(dataFolders)) {
    const kernels = join(dataFolder, "kernels");
    const names = await readdir(kernels).catch(() => []);
    for (const name of names.sort()) {
      const key = name.toLowerCase();
      const spec = found.has(key) ? undefined : await readKernelspec(join(kernels, name), key, dataFolder);
      if (spec && (await mayRun(join(spec.folder, "kernel.json")))) found.set(key, spec);
    }
  }
  return [...found.values()];
}

async function readKernelspec(
  folder: string,
  name: string,
  dataFolder: string,
): Promise<Kernelspec | undefined> {
  try {
    const value: unknown = JSON.parse(await readFile(join(folder, "kernel.json"), "utf8"));
    if (!isObject(value) || !Array.isArray(value.argv)) return undefined;
    const argv = value.argv.filter((word) => typeof word === "string");
    if (argv.length === 0 || argv.length !== value.argv.length) return undefined;
    const env = isObject(value.env) ? value.env : {};
    return {
      name,
      displayName: typeof value.display_name === "string" ? value.display_name : name,
      language: typeof value.language === "string" ? value.language.toLowerCase() : "",
      argv,
      env: Object.fromEntries(
        Object.entries(env).filter((entry): entry is [string, string] => typeof entry[1] === "string"),
      ),
      interruptMode: value.interrupt_mode === "message" ? "message" : "signal",
      folder,
      dataFolder,
    };
  } catch {
    return undefined;
  }
}
