import { dirname } from "node:path";

/** Whether a path lies in one of the folders, at any depth. Takes the same time however many folders there are. */
export function isUnderAny(folders: ReadonlySet<string>, path: string): boolean {
  if (folders.size === 0) return false;
  for (let at = path, above = dirname(at); above !== at; at = above, above = dirname(at)) {
    if (folders.has(above)) return true;
  }
  return false;
}
