import type { Diagnostic, FileDiagnostics, Severity } from "@idebridge/sdk";
import * as vscode from "vscode";
import { toRange } from "../positions.ts";

const severities: Readonly<Record<vscode.DiagnosticSeverity, Severity>> = {
  [vscode.DiagnosticSeverity.Error]: "error",
  [vscode.DiagnosticSeverity.Warning]: "warning",
  [vscode.DiagnosticSeverity.Information]: "information",
  [vscode.DiagnosticSeverity.Hint]: "hint",
};

export function toFile(uri: vscode.Uri, found: readonly vscode.Diagnostic[]): FileDiagnostics {
  return { path: uri.fsPath, diagnostics: found.map(toDiagnostic) };
}

function toDiagnostic(found: vscode.Diagnostic): Diagnostic {
  const { message, severity, range, source, code, relatedInformation } = found;
  const plainCode = typeof code === "object" ? code.value : code;
  return {
    message,
    severity: severities[severity],
    range: toRange(range),
    ...(source !== undefined && { source }),
    ...(plainCode !== undefined && { code: plainCode }),
    ...(relatedInformation && {
      related: relatedInformation.map(({ location, message: said }) => ({
        path: location.uri.fsPath,
        range: toRange(location.range),
        message: said,
      })),
    }),
  };
}
