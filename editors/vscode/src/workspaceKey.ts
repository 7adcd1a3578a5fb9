import { createHash } from "node:crypto";
import { workspace } from "vscode";

/**
 * The same for every window of a folder, also when more folders are added to it; `undefined` without one. VS Code's own
 * storage of a workspace is another one in a second window, and after a folder was added.
 */
export function workspaceKey(): string | undefined {
  const uri = workspace.workspaceFolders?.[0]?.uri;
  return uri && createHash("sha256").update(uri.toString()).digest("hex").slice(0, 24);
}
