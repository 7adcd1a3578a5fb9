import type { FileDiagnostics } from "@idebridge/sdk";
import { realPath } from "@idebridge/sdk/node";
import type { Agent, CodeRequests, ForAgent } from "../control/codeProtocol.ts";
import { CodeChanges } from "./codeChanges.ts";
import { CodeQuestions } from "./codeQuestions.ts";
import { CodeWorkspace, type CodeWorkspaceOptions } from "./codeWorkspace.ts";
import { ReviewedChange, type ReviewedChangeOptions } from "./reviewedChange.ts";

/** Answers the requests about code. */
export type CodeHandlers = {
  readonly [Method in keyof CodeRequests]: (
    params: CodeRequests[Method]["params"],
    signal: AbortSignal,
  ) => Promise<CodeRequests[Method]["result"]>;
};

export interface CodeOptions extends CodeWorkspaceOptions, ReviewedChangeOptions {
  /** An agent asks: the user sees what it wants to know. */
  readonly asked?: (agent: Agent, method: keyof CodeRequests, question: object) => void;
  /** The problems of a file as it is now, or of all that have some. */
  readonly diagnostics: (
    path: string | undefined,
    signal: AbortSignal,
  ) => Promise<readonly FileDiagnostics[]>;
}

export function codeHandlers(options: CodeOptions): CodeHandlers {
  const workspace = new CodeWorkspace(options);
  const questions = new CodeQuestions(workspace);
  const changes = new CodeChanges(workspace, new ReviewedChange(options));
  return {
    "code/definition": (params, signal) => questions.definition(byRealPath(params), signal),
    "code/references": (params, signal) => questions.references(byRealPath(params), signal),
    "code/hover": (params, signal) => questions.hover(byRealPath(params), signal),
    "code/documentSymbols": (params, signal) => questions.documentSymbols(byRealPath(params), signal),
    "code/workspaceSymbols": (params, signal) => questions.workspaceSymbols(params, signal),
    async "code/diagnostics"(params, signal) {
      const path = params.path === undefined ? undefined : byRealPath({ path: params.path }).path;
      workspace.assertShared(params, path);
      const files = await options.diagnostics(path, signal);
      return { files: files.filter((file) => workspace.isShared(params, file.path)) };
    },
    "code/rename": (params, signal) => changes.rename(byRealPath(params), signal),
    "code/actions": (params, signal) => changes.actions(byRealPath(params), signal),
    "code/applyAction": (params, signal) => changes.applyAction(byRealPath(params), signal),
  };
}

/** Language servers answer with real paths: a file asked for by a link would not be found in what they say. */
function byRealPath<Params extends ForAgent & { readonly path: string }>(params: Params): Params {
  return { ...params, path: realPath(params.path) ?? params.path };
}
