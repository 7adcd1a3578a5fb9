import { dirname } from "node:path";
import type { FoundIde } from "@idebridge/sdk";

/**
 * Whether Claude Code would take it for an IDE: it looks into one folder only. What lies in a project, or belongs to another
 * user, keeps no window from being served.
 */
export function isForClaude(
  { lockFile, isAlive, isForeign }: Pick<FoundIde, "lockFile" | "isAlive" | "isForeign">,
  folder: string,
): boolean {
  return isAlive && !isForeign && dirname(lockFile) === folder;
}
