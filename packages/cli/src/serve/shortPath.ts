import { relative } from "node:path";
import { printable } from "../printable.ts";

/** Seen from the folder when it is inside, and safe to print. */
export function shortPath(path: string, folder: string): string {
  return printable(shownPath(path, folder));
}

/** The same as it is: not for a terminal. */
export function shownPath(path: string, folder: string): string {
  const short = relative(folder, path);
  return short === "" || short.startsWith("..") ? path : short;
}
