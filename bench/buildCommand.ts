import { spawnSync } from "node:child_process";
import { join } from "node:path";

/** Builds the `idebridge` command, and returns where it is. */
export function buildCommand(root: string): string {
  const built = spawnSync(process.execPath, [join(root, "packages", "cli", "build.mjs")], {
    stdio: ["ignore", "ignore", "inherit"],
  });
  if (built.status !== 0) throw new Error("The command could not be built");
  return join(root, "packages", "cli", "bin", "idebridge.cjs");
}
