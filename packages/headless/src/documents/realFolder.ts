import { accessSync, constants, realpathSync, statSync } from "node:fs";
import { shellWord } from "../control/shellWord.ts";
import { DocumentError } from "./documentError.ts";

/** The path of a folder without links. Throws when there is no such folder. */
export function realFolder(folder: string): string {
  let real: string | undefined;
  try {
    real = realpathSync.native(folder);
    if (isFolder(real)) {
      accessSync(real, constants.R_OK | constants.X_OK);
      return real;
    }
  } catch (error) {
    const { code } = error as NodeJS.ErrnoException;
    if (code !== "ENOENT" && code !== "ENOTDIR") throw unreadable(folder, code);
  }
  if (folder.includes("\ufffd")) {
    const message = `The name of the folder ${folder} is not UTF-8. Rename it: agents could not name its files`;
    throw new DocumentError("FOLDER_GONE", folder, message);
  }
  const problem = real === undefined ? "There is no folder" : "This is no folder:";
  throw new DocumentError("FOLDER_GONE", folder, `${problem} ${folder}. Name one that exists`);
}

function unreadable(folder: string, code: string | undefined): DocumentError {
  const todo = code === "EACCES" ? `. Make it readable: chmod u+rx ${shellWord(folder)}` : "";
  return new DocumentError("FOLDER_GONE", folder, `The folder ${folder} cannot be read (${code})${todo}`);
}

export function isFolder(path: string): boolean {
  try {
    return statSync(path).isDirectory();
  } catch {
    return false;
  }
}
