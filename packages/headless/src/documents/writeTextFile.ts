import { constants, promises as fs, type Stats } from "node:fs";
import type { FileHandle, open } from "node:fs/promises";
import { dirname, resolve } from "node:path";
import { DocumentError, isMissing, notAFile, systemCode, writeFailure } from "./documentError.ts";
import { type FileStamp, readStamp } from "./fileStamp.ts";
import { checkText } from "./readTextFile.ts";
import { removeLeftovers, temporaryIn } from "./temporaryFiles.ts";

export interface WriteOptions {
  /** For a new file; a file that exists keeps its own. */
  readonly mode?: number;
  /** Called when all is written and only the renaming is left: the last moment to refuse, by throwing. */
  readonly beforeReplace?: (target: string) => Promise<void>;
  /** How the temporary file is opened, for tests of failing disks. */
  readonly openFile?: typeof open;
}

export interface WrittenFile {
  /** The file that was written: where the path leads, when it is a link. */
  readonly target: string;
  readonly stamp: FileStamp;
}

/**
 * Writes a file whole or not at all: whoever reads it, at any moment and after any crash, finds the old text
 * or the new. Keeps its mode, and its owner where the system lets us; a link stays a link. (Other hard links
 * to the file keep the old text: that is the price of never writing half a file.)
 */
export async function writeTextFile(
  path: string,
  text: string,
  options: WriteOptions = {},
): Promise<WrittenFile> {
  checkText(path, text);
  try {
    const target = await followLinks(path);
    await replaceFile(path, target, text, options);
    return { target, stamp: await readStamp(target) };
  } catch (error) {
    throw writeFailure(path, error);
  }
}

async function replaceFile(path: string, target: string, text: string, options: WriteOptions): Promise<void> {
  const existing = await statIfAny(target);
  if (existing && !existing.isFile()) throw notAFile(path, existing.isDirectory() ? "a folder" : "a device");
  // Renaming over it would work, but a file that is marked read-only is not to be changed.
  if (existing) await fs.access(target, constants.W_OK);

  const temporary = temporaryIn(dirname(target));
  // What replaces a private file must never be open to others, not even while it is empty.
  const mode = existing ? 0o600 : (options.mode ?? 0o666);
  const handle = await (options.openFile ?? fs.open)(temporary, "wx", mode);
  try {
    try {
      if (existing) await keepOwnerAndMode(handle, existing);
      await handle.writeFile(text);
      await handle.sync();
    } finally {
      await handle.close();
    }
    await options.beforeReplace?.(target);
    await fs.rename(temporary, target);
  } catch (error) {
    await fs.unlink(temporary).catch(() => {});
    throw error;
  }
  await syncFolder(dirname(target));
  await removeLeftovers(dirname(target));
}

/** Where the file really is: for a link that leads nowhere yet, where it would be. */
async function followLinks(path: string): Promise<string> {
  let target = path;
  for (let links = 0; links < 40; links++) {
    try {
      return await fs.realpath(target);
    } catch (error) {
      if (systemCode(error) !== "ENOENT") throw error;
    }
    try {
      target = resolve(await fs.realpath(dirname(target)), await fs.readlink(target));
    } catch (error) {
      // EINVAL: no link. It does not exist and will be a new file.
      if (isMissing(error) || systemCode(error) === "EINVAL") return target;
      throw error;
    }
  }
  throw new DocumentError("NOT_WRITABLE", path, `${path} is a link that leads back to itself`);
}

async function statIfAny(path: string): Promise<Stats | undefined> {
  try {
    return await fs.stat(path);
  } catch (error) {
    if (systemCode(error) === "ENOENT") return undefined;
    throw error;
  }
}

async function keepOwnerAndMode(handle: FileHandle, existing: Stats): Promise<void> {
  const own = await handle.stat();
  let isKept = own.uid === existing.uid && own.gid === existing.gid;
  if (!isKept) {
    try {
      await handle.chown(existing.uid, existing.gid);
      isKept = true;
    } catch {
      // Only root may give files away; others may still keep the group, when they are in it.
      await handle.chown(own.uid, existing.gid).catch(() => {});
    }
  }
  // After chown, which takes the set-user-id bits away. They are not for another owner.
  await handle.chmod(existing.mode & (isKept ? 0o7777 : 0o777));
}

/** So that the new name survives a power cut too. Not every system can: the file itself is safe already. */
async function syncFolder(folder: string): Promise<void> {
  try {
    await using handle = await fs.open(folder, "r");
    await handle.sync();
  } catch {}
}
