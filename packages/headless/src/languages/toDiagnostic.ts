import type { Diagnostic, RelatedInformation, Severity } from "@idebridge/sdk";
import type * as lsp from "vscode-languageserver-protocol";
import { toPath } from "./fileUri.ts";

const severities: readonly Severity[] = ["error", "warning", "information", "hint"];
/** More in one file are noise to an agent, and a burden to everybody else. */
export const mostInOneFile = 1_000;

/** Problems as a server tells them, as the port has them. What is no problem is left out. */
export function toDiagnostics(items: readonly lsp.Diagnostic[]): readonly Diagnostic[] {
  return items.slice(0, mostInOneFile).filter(isProblem).map(toDiagnostic);
}

function isProblem({ message, range }: lsp.Diagnostic): boolean {
  return (
    message !== undefined && typeof range?.start?.line === "number" && typeof range.end?.line === "number"
  );
}

function toDiagnostic(each: lsp.Diagnostic): Diagnostic {
  const { message, severity, range, source, code, relatedInformation, tags } = each;
  const related = relatedInformation?.flatMap(toRelated) ?? [];
  return {
    message: textOf(message),
    // A server may leave it to us; what it only greys out is no error.
    severity: severities[(severity ?? (tags?.length ? 4 : 1)) - 1] ?? "error",
    range,
    ...(typeof source === "string" && { source }),
    ...(code !== undefined && code !== null && { code }),
    ...(related.length > 0 && { related }),
  };
}

function textOf(message: lsp.Diagnostic["message"]): string {
  return typeof message === "string" ? message : message.value;
}

function toRelated({ location, message }: lsp.DiagnosticRelatedInformation): RelatedInformation[] {
  const path = toPath(location.uri);
  return path === undefined ? [] : [{ path, range: location.range, message }];
}
