import type { ClientCapabilities } from "vscode-languageserver-protocol";

/** What servers may count on. Nothing that only matters while somebody types. */
export const clientCapabilities: ClientCapabilities = {
  general: {
    positionEncodings: ["utf-16"],
    staleRequestSupport: { cancel: true, retryOnContentModified: [] },
  },
  window: { workDoneProgress: true, showMessage: {}, showDocument: { support: false } },
  workspace: {
    applyEdit: true,
    configuration: true,
    workspaceFolders: true,
    didChangeConfiguration: { dynamicRegistration: true },
    didChangeWatchedFiles: { dynamicRegistration: true, relativePatternSupport: true },
    diagnostics: { refreshSupport: true },
    executeCommand: { dynamicRegistration: true },
    symbol: { dynamicRegistration: true },
    workspaceEdit: {
      documentChanges: true,
      resourceOperations: ["create", "rename", "delete"],
      failureHandling: "abort",
    },
  },
  textDocument: {
    synchronization: { dynamicRegistration: true, didSave: true },
    publishDiagnostics: {
      versionSupport: true,
      relatedInformation: true,
      codeDescriptionSupport: true,
      dataSupport: true,
      tagSupport: { valueSet: [1, 2] },
    },
    diagnostic: { dynamicRegistration: true, relatedDocumentSupport: false, relatedInformation: true },
    hover: { dynamicRegistration: true, contentFormat: ["markdown", "plaintext"] },
    definition: { dynamicRegistration: true, linkSupport: false },
    typeDefinition: { dynamicRegistration: true, linkSupport: false },
    implementation: { dynamicRegistration: true, linkSupport: false },
    references: { dynamicRegistration: true },
    documentSymbol: { dynamicRegistration: true, hierarchicalDocumentSymbolSupport: true },
    formatting: { dynamicRegistration: true },
    rangeFormatting: { dynamicRegistration: true },
    rename: { dynamicRegistration: true, prepareSupport: true },
    codeAction: {
      dynamicRegistration: true,
      dataSupport: true,
      isPreferredSupport: true,
      disabledSupport: true,
      resolveSupport: { properties: ["edit", "command"] },
      codeActionLiteralSupport: {
        codeActionKind: {
          valueSet: ["", "quickfix", "refactor", "source", "source.fixAll", "source.organizeImports"],
        },
      },
    },
  },
};
