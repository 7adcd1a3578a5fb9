import { randomBytes } from "node:crypto";
import { promises as fs } from "node:fs";
import { basename, join } from "node:path";
import { isProcessAlive } from "@idebridge/sdk/node";

/** A process elsewhere, in a container say, does not show in our list: what it writes just now is not old. */
const oldMilliseconds = 10_000;

const pattern = /^\.idebridge-(\d+)-[\da-f]{16}\.tmp$/;

/** Not named after the file that it is for: a name that just fits would not fit any more. */
export function temporaryIn(folder: string): string {
  return join(folder, `.idebridge-${process.pid}-${randomBytes(8).toString("hex")}.tmp`);
}

/** What is written beside a file before it takes the place of the file. */
export function isTemporary(path: string): boolean {
  return pattern.test(basename(path));
}

/** Removes what processes that were killed while they wrote have left here. */
export async function removeLeftovers(folder: string): Promise<void> {
  for (const name of await fs.readdir(folder).catch(() => [])) {
    const [, pid] = pattern.exec(name) ?? [];
    if (pid === undefined || isProcessAlive(Number(pid))) continue;
    const path = join(folder, name);
    const stats = await fs.lstat(path).catch(() => undefined);
    if (stats?.isFile() && Date.now() - stats.mtimeMs > oldMilliseconds)
      await fs.unlink(path).catch(() => {});
  }
}
