import { realpathSync, statSync } from "node:fs";
import { DocumentError } from "./documentError.ts";

/** The path of a folder without links. Throws when there is no such folder. */
export function realFolder(folder: string): string {
  let real: string | undefined;
  try {
    real = realpathSync.native(folder);
  } catch {}
  if (real !== undefined && isFolder(real)) return real;
  if (folder.includes("\ufffd")) {
    const message = `The name of the folder ${folder} is not UTF-8. Rename it: agents could not name its files`;
    throw new DocumentError("FOLDER_GONE", folder, message);
  }
  const problem = real === undefined ? "There is no folder" : "This is no folder:";
  throw new DocumentError("FOLDER_GONE", folder, `${problem} ${folder}. Name one that exists`);
}

export function isFolder(path: string): boolean {
  try {
    return statSync(path).isDirectory();
  } catch {
    return false;
  }
}
