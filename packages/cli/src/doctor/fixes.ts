import { closeSync, constants, fchmodSync, fstatSync, openSync, unlinkSync } from "node:fs";
import { isProcessAlive, readLockFile } from "@idebridge/sdk/node";

/** Takes the rights of others away. Not through a link, which may lead anywhere, nor of a pipe, which would hold us. */
export function tighten(path: string, mode: number): string {
  const file = openSync(path, constants.O_RDONLY | constants.O_NOFOLLOW | constants.O_NONBLOCK);
  try {
    fchmodSync(file, mode);
    if ((fstatSync(file).mode & 0o777) !== mode) throw new Error("the file system keeps no modes");
  } finally {
    closeSync(file);
  }
  return `Set the mode of ${path} to ${mode.toString(8)}.`;
}

/** Removes a lock if its process is still dead: the file may be another's by now. */
export function removeDeadLock(path: string): string {
  const lock = readLockFile(path);
  if (typeof lock === "string" || lock.pid === undefined || isProcessAlive(lock.pid)) {
    throw new Error(`${path} has changed in the meantime`);
  }
  unlinkSync(path);
  return `Removed ${path}.`;
}
