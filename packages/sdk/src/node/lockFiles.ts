import {
  chmodSync,
  closeSync,
  constants,
  existsSync,
  fstatSync,
  lstatSync,
  openSync,
  readdirSync,
  readFileSync,
  renameSync,
  unlinkSync,
  writeFileSync,
} from "node:fs";
import { basename, join } from "node:path";
import { IdeBridgeError } from "../protocol/errors.ts";
import { type Lock, readLock } from "../protocol/lockFile.ts";
import { makePrivateFolder } from "./makePrivateFolder.ts";

/** Writes a lock file so that nobody else can read it at any moment, and nobody ever sees half of it. */
export function writeLockFile(folder: string, fileName: string, contents: object): string {
  const path = join(folder, fileName);
  // A dot in front and no `.lock` at the end: clients that scan the folder pass over it.
  const temporary = join(folder, `.${fileName}.${process.pid}.tmp`);
  try {
    makePrivateFolder(folder);
    chmodSync(folder, 0o700);
    writePrivately(temporary, JSON.stringify(contents));
    renameSync(temporary, path);
  } catch (error) {
    removeQuietly(temporary);
    const { code } = error as NodeJS.ErrnoException;
    throw new IdeBridgeError(
      "LOCK_NOT_WRITABLE",
      `Agents cannot find this editor, because ${path} cannot be written (${code}). ${remedyFor(code)}`,
      { cause: error },
    );
  }
  return path;
}

function remedyFor(code: string | undefined): string {
  // Another folder would not help.
  if (code === "EMFILE" || code === "ENFILE")
    return "Too many files are open: allow for more with ulimit -n, or end programs that have many open.";
  const mend =
    code === "ENOSPC" || code === "EDQUOT" ? "Free some space on its disk" : "Make the folder writable";
  return `${mend}, or name another one with configDir or CLAUDE_CONFIG_DIR.`;
}

/** Never into a file that is there: somebody may have put it there to read what we write. */
function writePrivately(path: string, text: string): void {
  const options = { flag: "wx", mode: 0o600 };
  try {
    writeFileSync(path, text, options);
  } catch (error) {
    if ((error as NodeJS.ErrnoException).code !== "EEXIST") throw error;
    // Left by a process of our number that was killed just here.
    unlinkSync(path);
    writeFileSync(path, text, options);
  }
}

function removeQuietly(path: string): void {
  try {
    unlinkSync(path);
  } catch {
    // What went wrong before is worth telling, not this.
  }
}

/** Removes a lock file if it is still the one we wrote: another server may own the port by now. */
export function removeLockFile(path: string, token: string): void {
  const lock = readLockFile(path);
  if (typeof lock !== "string" && lock.token === token) unlinkSync(path);
}

/** Removes what dead processes left behind. A lock that cannot be read may be in the making: it stays. */
export function removeStaleLocks(folder: string): readonly string[] {
  return lockFilesIn(folder).filter((path) => {
    const lock = readLockFile(path);
    if (typeof lock === "string" || lock.pid === undefined || isProcessAlive(lock.pid)) return false;
    // Another server may have been quicker, or nothing can be written there: that is told where it matters.
    removeQuietly(path);
    return !existsSync(path);
  });
}

export function lockFilesIn(folder: string): readonly string[] {
  try {
    return readdirSync(folder)
      .filter((name) => /^\d+\.(?:lock|json)$/.test(name))
      .map((name) => join(folder, name));
  } catch {
    return [];
  }
}

/** Larger than any lock: something else has taken the name. */
const largestLock = 1024 * 1024;

/** Not through a link, and not a pipe, which would hold us until somebody writes to it. */
const carefully = constants.O_RDONLY | (constants.O_NOFOLLOW ?? 0) | (constants.O_NONBLOCK ?? 0);

export function readLockFile(path: string): Lock | string {
  let file: number | undefined;
  try {
    if (!lstatSync(path).isFile()) return "is not a regular file";
    file = openSync(path, carefully);
    // Of what is open now: it may have been put in the place of what was looked at.
    const stats = fstatSync(file);
    if (!stats.isFile()) return "is not a regular file";
    if (stats.size > largestLock) return "is too large for a lock file";
    return readLock(basename(path), readFileSync(file, "utf8"));
  } catch (error) {
    return `cannot be read (${(error as NodeJS.ErrnoException).code})`;
  } finally {
    if (file !== undefined) closeSync(file);
  }
}

export function isProcessAlive(pid: number): boolean {
  try {
    process.kill(pid, 0);
    return true;
  } catch (error) {
    // EPERM: alive, but another user's.
    return (error as NodeJS.ErrnoException).code === "EPERM";
  }
}
