import type { Diagnostic, RelatedInformation, Severity } from "@idebridge/sdk";
import { isObject } from "@idebridge/sdk/core";
import type * as lsp from "vscode-languageserver-protocol";
import { toPath } from "./fileUri.ts";
import { isRange, listOf } from "./soundAnswer.ts";

const severities: readonly Severity[] = ["error", "warning", "information", "hint"];
/** More in one file are noise to an agent, and a burden to everybody else. */
const mostInOneFile = 1_000;

/** Problems as a server tells them, as the port has them. What is no problem is left out. */
export function toDiagnostics(items: readonly lsp.Diagnostic[]): readonly Diagnostic[] {
  return listOf(items).slice(0, mostInOneFile).filter(isProblem).map(toDiagnostic);
}

export function isProblem(value: unknown): value is lsp.Diagnostic {
  return isObject(value) && isRange(value.range) && textOf(value.message) !== undefined;
}

function toDiagnostic(each: lsp.Diagnostic): Diagnostic {
  const { message, severity, range, source, code, relatedInformation, tags } = each;
  const related = listOf(relatedInformation).flatMap(toRelated);
  return {
    message: textOf(message) ?? "",
    // A server may leave it to us; what it only greys out is no error.
    severity: severities[(severity ?? (tags?.length ? 4 : 1)) - 1] ?? "error",
    range,
    ...(typeof source === "string" && { source }),
    ...((typeof code === "string" || typeof code === "number") && { code }),
    ...(related.length > 0 && { related }),
  };
}

/** A text, or one that is marked up. */
function textOf(message: unknown): string | undefined {
  const text = isObject(message) ? message.value : message;
  return typeof text === "string" ? text : undefined;
}

function toRelated(each: lsp.DiagnosticRelatedInformation): RelatedInformation[] {
  const path = toPath(each?.location?.uri);
  if (path === undefined || !isRange(each.location.range) || typeof each.message !== "string") return [];
  return [{ path, range: each.location.range, message: each.message }];
}
