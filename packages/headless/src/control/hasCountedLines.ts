import type { FileChange } from "./controlProtocol.ts";

/** What was never stored, as it is too large or no text, has no lines to tell of. */
export function hasCountedLines({
  added,
  removed,
  notRevertible,
}: Pick<FileChange, "added" | "removed" | "notRevertible">): boolean {
  return notRevertible === undefined || added + removed > 0;
}
