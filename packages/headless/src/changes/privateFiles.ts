import { randomBytes } from "node:crypto";
import { type FileHandle, open, rename, rm } from "node:fs/promises";
import { dirname } from "node:path";

/** All of it or nothing, also after a power cut; readable by this user only. */
export async function writePrivateFile(path: string, bytes: Buffer | string): Promise<void> {
  const temporary = `${path}.${randomBytes(6).toString("hex")}.tmp`;
  try {
    await writeNewFile(temporary, bytes, 0o600);
    await rename(temporary, path);
  } catch (error) {
    await rm(temporary, { force: true });
    throw error;
  }
}

export async function writeNewFile(path: string, bytes: Buffer | string, mode: number): Promise<void> {
  await using file = await open(path, "wx", 0o600);
  await file.writeFile(bytes);
  if (mode !== 0o600) await file.chmod(mode);
  await file.datasync();
}

/** Makes a rename last. Not every platform can; there it is left to the system. */
export async function syncFolderOf(path: string): Promise<void> {
  let folder: FileHandle | undefined;
  try {
    folder = await open(dirname(path), "r");
    await folder.sync();
  } catch {
  } finally {
    await folder?.close();
  }
}
