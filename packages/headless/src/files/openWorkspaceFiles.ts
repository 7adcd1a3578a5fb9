import type { Sharing } from "@idebridge/sdk/core";
import type { Environment } from "@idebridge/sdk/node";
import type { HeadlessEditor } from "../headlessEditor.ts";

/** The files of the workspace, and what keeps pages inside it. Loaded when somebody first asks for files. */
export async function openWorkspaceFiles(editor: HeadlessEditor, rules: Sharing, env: Environment) {
  const [{ WorkspaceFence }, { WorkspaceFiles }] = await Promise.all([
    import("./workspaceFence.ts"),
    import("./workspaceFiles.ts"),
  ]);
  const folders = () => editor.workspaceFolders();
  const fence = new WorkspaceFence({ folders, isDenied: (path) => rules.isDenied(path) });
  return { fence, files: new WorkspaceFiles({ folders, fence, env: env as NodeJS.ProcessEnv }) };
}
