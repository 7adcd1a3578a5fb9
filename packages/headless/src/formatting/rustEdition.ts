import { readFile } from "node:fs/promises";
import { dirname, join } from "node:path";

/** That of the nearest Cargo.toml which names one; a package may leave it to its workspace. */
export async function rustEdition(folder: string): Promise<string> {
  for (let at = folder; ; at = dirname(at)) {
    const manifest = await readFile(join(at, "Cargo.toml"), "utf8").catch(() => "");
    const edition = /^[ \t]*edition[ \t]*=[ \t]*["'](\d{4})["']/m.exec(manifest)?.[1];
    if (edition !== undefined) return edition;
    if (dirname(at) === at) return "2021";
  }
}
