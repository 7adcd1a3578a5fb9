import { createHash } from "node:crypto";
import { workspace } from "vscode";

/**
 * The same for every window of a workspace; `undefined` without a folder. VS Code's own storage of a workspace is not:
 * a second window gets another one.
 */
export function workspaceKey(): string | undefined {
  const uri = workspace.workspaceFile ?? workspace.workspaceFolders?.[0]?.uri;
  return uri && createHash("sha256").update(uri.toString()).digest("hex").slice(0, 24);
}
