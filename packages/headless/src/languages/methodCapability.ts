import { isObject } from "@idebridge/sdk/core";
import type { ServerCapabilities } from "vscode-languageserver-protocol";

/** Whether a server has said from the start that it answers this request. */
export function offers(capabilities: ServerCapabilities, method: string): boolean {
  const find = finders[method];
  return find === undefined ? false : Boolean(find(capabilities));
}

const finders: Readonly<Record<string, (capabilities: ServerCapabilities) => unknown>> = {
  "textDocument/hover": (each) => each.hoverProvider,
  "textDocument/declaration": (each) => each.declarationProvider,
  "textDocument/definition": (each) => each.definitionProvider,
  "textDocument/typeDefinition": (each) => each.typeDefinitionProvider,
  "textDocument/implementation": (each) => each.implementationProvider,
  "textDocument/references": (each) => each.referencesProvider,
  "textDocument/documentHighlight": (each) => each.documentHighlightProvider,
  "textDocument/documentSymbol": (each) => each.documentSymbolProvider,
  "textDocument/codeAction": (each) => each.codeActionProvider,
  "codeAction/resolve": ({ codeActionProvider: each }) => isObject(each) && each.resolveProvider,
  "textDocument/completion": (each) => each.completionProvider,
  "textDocument/signatureHelp": (each) => each.signatureHelpProvider,
  "textDocument/formatting": (each) => each.documentFormattingProvider,
  "textDocument/rangeFormatting": (each) => each.documentRangeFormattingProvider,
  "textDocument/rename": (each) => each.renameProvider,
  "textDocument/prepareRename": ({ renameProvider: each }) => isObject(each) && each.prepareProvider,
  "textDocument/prepareCallHierarchy": (each) => each.callHierarchyProvider,
  "callHierarchy/incomingCalls": (each) => each.callHierarchyProvider,
  "callHierarchy/outgoingCalls": (each) => each.callHierarchyProvider,
  "textDocument/prepareTypeHierarchy": (each) => each.typeHierarchyProvider,
  "textDocument/diagnostic": (each) => each.diagnosticProvider,
  "workspace/symbol": (each) => each.workspaceSymbolProvider,
  "workspace/executeCommand": (each) => each.executeCommandProvider,
  "workspace/willRenameFiles": (each) => each.workspace?.fileOperations?.willRename,
};
