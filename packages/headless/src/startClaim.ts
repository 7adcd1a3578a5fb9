import { linkSync, readFileSync, type Stats, statSync, unlinkSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { IdeBridgeError } from "@idebridge/sdk";
import { type Environment, isProcessAlive, makePrivateFolder } from "@idebridge/sdk/node";
import { stateFolder, stateNotWritable } from "./instance.ts";

/** A start takes far less: whoever holds a claim for longer got its process number from one that was killed. */
const longestStart = 15_000;
const pollMilliseconds = 20;

/**
 * Only one process at a time may start an idebridge for a folder: two that look at the same moment would both find it
 * free. Waits for the others, and returns what ends the claim.
 */
export async function claimStart(folders: readonly string[], env: Environment): Promise<() => void> {
  const held: string[] = [];
  const release = () => {
    for (const path of held.splice(0)) removeIfThere(path);
  };
  // In one order, or two starts that share folders would wait for each other.
  const paths = [...new Set(folders.map((folder) => stateFolder(folder, env)))].sort();
  for (const folder of paths) {
    try {
      await claim(folder);
    } catch (error) {
      release();
      throw error instanceof IdeBridgeError ? error : stateNotWritable(folder, error);
    }
    held.push(join(folder, claimName));
  }
  return release;
}

const claimName = "starting";
let claims = 0;

async function claim(folder: string): Promise<void> {
  makePrivateFolder(folder);
  const path = join(folder, claimName);
  const own = join(folder, `.${claimName}.${process.pid}.${++claims}`);
  const deadline = performance.now() + 2 * longestStart;
  // Written first and linked then: nobody sees a claim that does not say yet whose it is.
  writeFileSync(own, String(process.pid), { mode: 0o600 });
  try {
    while (!linked(own, path)) {
      if (isStale(path)) removeStale(path);
      else if (performance.now() > deadline) {
        throw new IdeBridgeError(
          "PORT_IN_USE",
          `Another idebridge has been starting for too long: see ${path}`,
        );
      } else await new Promise((resolve) => setTimeout(resolve, pollMilliseconds));
    }
  } finally {
    removeIfThere(own);
  }
}

function linked(from: string, to: string): boolean {
  return (
    isNew(() => linkSync(from, to), true) ?? isNew(() => writeFileSync(to, readFileSync(from), exclusive))!
  );
}

const exclusive = { flag: "wx", mode: 0o600 };

/** `undefined` where the file system knows no hard links. */
function isNew(make: () => void, mayBeUnknown = false): boolean | undefined {
  try {
    make();
    return true;
  } catch (error) {
    const { code = "" } = error as NodeJS.ErrnoException;
    if (code === "EEXIST") return false;
    if (mayBeUnknown && ["EPERM", "EACCES", "ENOTSUP", "EOPNOTSUPP", "ENOSYS"].includes(code))
      return undefined;
    throw error;
  }
}

function isStale(path: string): boolean {
  try {
    return !isProcessAlive(Number(readFileSync(path, "utf8"))) || ageOf(statSync(path)) > longestStart;
  } catch {
    return false;
  }
}

/** Under a claim of its own: else the second of two would remove what the first has claimed meanwhile. */
function removeStale(path: string): void {
  const removing = `${path}.removing`;
  try {
    writeFileSync(removing, "", exclusive);
  } catch {
    if (isOld(removing)) removeIfThere(removing);
    return;
  }
  if (isStale(path)) removeIfThere(path);
  removeIfThere(removing);
}

function isOld(path: string): boolean {
  const stats = statSync(path, { throwIfNoEntry: false });
  return stats !== undefined && ageOf(stats) > longestStart;
}

/** What is of tomorrow is old too: the clock was set back since. */
function ageOf({ mtimeMs }: Stats): number {
  return Math.abs(Date.now() - mtimeMs);
}

function removeIfThere(path: string): void {
  try {
    unlinkSync(path);
  } catch (error) {
    if ((error as NodeJS.ErrnoException).code !== "ENOENT") throw error;
  }
}
