import type { Server } from "@idebridge/sdk";
import type { ChangeLog } from "../changes/changeLog.ts";
import type { ControlEvent } from "../control/controlProtocol.ts";
import { toClientInfo } from "../control/toClientInfo.ts";
import type { HeadlessEditor } from "../headlessEditor.ts";
import type { LazyLanguages } from "../languages/lazyLanguages.ts";
import { clientOf } from "./clientOf.ts";
import type { CodeOptions } from "./codeHandlers.ts";

export interface CodeIde {
  readonly editor: HeadlessEditor;
  readonly languages: LazyLanguages;
  readonly isDenied: (path: string) => boolean;
  readonly tell: (event: ControlEvent) => void;
  server(): Pick<Server, "paused" | "nextProposalId">;
  /** The log of changes if somebody has needed it. */
  changes(): Promise<ChangeLog | undefined> | undefined;
}

/** What questions about code, and changes of it, need of a running IDE. */
export function codeOptions({ editor, languages, isDenied, tell, server, changes }: CodeIde): CodeOptions {
  return {
    languages: () => languages.servers(),
    documents: editor.documents,
    folders: () => editor.workspaceFolders(),
    isDenied,
    isPaused: () => server().paused,
    inbox: editor.inbox,
    nextId: () => server().nextProposalId(),
    // The user has agreed to it: it is nothing that an agent wrote by itself.
    writing: (path, contents) => void changes()?.then((log) => log?.savedByUser(path, contents)),
    warn: (message) => tell({ type: "warning", message }),
    asked: (agent, tool, question) =>
      tell({ type: "toolCalled", client: toClientInfo(clientOf(agent)), tool, arguments: question }),
    diagnostics: (path, signal) => diagnosticsNow(languages, path, signal),
  };
}

/** Of the present texts. The model waits for them, unlike the program around it. */
export async function diagnosticsNow(
  languages: LazyLanguages,
  path: string | undefined,
  signal: AbortSignal,
) {
  const call = { signal, client: clientOf(), byModel: true };
  if (path === undefined) return languages.all(call);
  return [{ path, diagnostics: await languages.forFile(path, call) }];
}
