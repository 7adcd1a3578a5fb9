import { relative, sep } from "node:path";
import type { FoundIde } from "@idebridge/sdk";
import { printable } from "../printable.ts";

/** What another IDE has open of our folders, or around them, and where an agent must choose. */
export function conflictLine(
  { name, port, folders }: Pick<FoundIde, "name" | "port" | "folders">,
  ours: readonly string[],
): string {
  const other = `${printable(name)} (port ${port})`;
  const choose = "choose with /ide in Claude Code";
  if (folders.some((theirs) => ours.includes(theirs))) return `${other} has the folder open too: ${choose}`;
  const inside = folders.find((theirs) => ours.some((folder) => isBelow(theirs, folder)));
  if (inside !== undefined) return `${other} has ${printable(inside)} open too: in there, ${choose}`;
  const around = folders.find((theirs) => ours.some((folder) => isBelow(folder, theirs)));
  return `${other} has ${printable(around ?? folders.join(", "))} open, which this is in: ${choose}`;
}

function isBelow(path: string, folder: string): boolean {
  const way = relative(folder, path);
  return way !== "" && way.split(sep)[0] !== "..";
}
