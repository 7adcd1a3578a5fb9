import { mkdirSync } from "node:fs";
import { dirname } from "node:path";

/** Makes a folder and those above it, for this user only. One that is there stays as it is. */
export function makePrivateFolder(path: string): void {
  try {
    mkdirSync(path, { mode: 0o700 });
  } catch (error) {
    const { code } = error as NodeJS.ErrnoException;
    if (code === "EEXIST") return;
    const above = dirname(path);
    if (code !== "ENOENT" || above === path) throw error;
    // Not with `recursive`: under /proc, Node tries that again for ever.
    makePrivateFolder(above);
    mkdirSync(path, { mode: 0o700 });
  }
}
