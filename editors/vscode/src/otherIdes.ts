import type { FoundIde } from "@idebridge/sdk";
import { discover } from "@idebridge/sdk";
import { commands, extensions, window, workspace } from "vscode";

const official = "anthropic.claude-code";

/**
 * Whether this window may be served. Claude Code connects to no editor by itself when two serve the same folder: there are
 * never two because of us.
 */
export async function mayServe(folders: readonly string[]): Promise<boolean> {
  return (await rivals(folders)).length === 0 || (await askUser());
}

async function rivals(folders: readonly string[]): Promise<readonly FoundIde[]> {
  const configDir = workspace.getConfiguration("idebridge").get<string>("configDir");
  const cwd = folders[0];
  if (cwd === undefined) return [];
  const found = await discover({ cwd, ...(configDir && { configDir }) });
  return found.filter((ide) => ide.isAlive && ide.folders.some((folder) => folders.includes(folder)));
}

async function askUser(): Promise<boolean> {
  const settings = workspace.getConfiguration("idebridge");
  const wanted = settings.get<string>("beside", "ask");
  if (wanted === "theirs") return false;
  const theirs = extensions.getExtension(official) ? "Claude Code's own extension" : "Another editor";
  const [disable, leave, always] = ["Disable Theirs", "Leave It to Them", "Always Leave It"];
  const choice = await window.showWarningMessage(
    `${theirs} serves this folder already. Claude Code would connect to neither by itself if idebridge did too.`,
    ...(wanted === "idebridge" || extensions.getExtension(official) ? [disable] : []),
    leave,
    always,
  );
  if (choice === always) await settings.update("beside", "theirs", true);
  if (choice === disable) await commands.executeCommand("workbench.extensions.search", `@id:${official}`);
  return false;
}
