import { realpathSync } from "node:fs";
import { relative, sep } from "node:path";
import { plainText } from "../plainText.ts";

/**
 * What stands on the tab of a review. The agent names it; for a file that is not in the workspace, by where its links lead,
 * the path comes first.
 */
export function reviewTitle(title: string, path: string, folders: readonly string[]): string {
  const target = realOf(path);
  const isIn = folders.map(realOf).some((folder) => isInside(folder, target));
  return plainText(isIn ? title : `${target}: ${title}`);
}

function isInside(folder: string, path: string): boolean {
  const way = relative(folder, path);
  return way !== ".." && !way.startsWith(`..${sep}`) && !/^([A-Za-z]:)?[\\/]/.test(way);
}

function realOf(path: string): string {
  try {
    return realpathSync(path);
  } catch {
    return path;
  }
}
