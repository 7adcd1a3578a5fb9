import * as v from "valibot";
import type { Diagnostic, FileDiagnostics, Severity } from "../editor/editor.ts";
import { lazy } from "../protocol/lazy.ts";
import type { WirePaths } from "./wirePaths.ts";
import { looseRange, nowhere } from "./wireRange.ts";

/** Maps: an object would also know the severity `constructor`. */
const severityNames: ReadonlyMap<string, Severity> = new Map([
  ["error", "error"],
  ["warning", "warning"],
  ["information", "information"],
  ["info", "information"],
  ["hint", "hint"],
  ["weak_warning", "information"],
]);

/** JetBrains' INFO is its weakest, below WEAK_WARNING: a hint on the scale of the others. */
const jetbrainsSeverities: ReadonlyMap<string, Severity> = new Map([
  ["ERROR", "error"],
  ["WARNING", "warning"],
  ["WEAK_WARNING", "information"],
  ["INFO", "hint"],
]);

export function readSeverity(name: string): Severity {
  return jetbrainsSeverities.get(name) ?? severityNames.get(name.toLowerCase()) ?? "information";
}

export function writeJetbrainsSeverity(severity: Severity): string {
  return { error: "ERROR", warning: "WARNING", information: "WEAK_WARNING", hint: "INFO" }[severity];
}

export function writeSeverity(severity: Severity): string {
  return { error: "Error", warning: "Warning", information: "Info", hint: "Hint" }[severity];
}

const wireDiagnostic = lazy(() =>
  v.object({
    message: v.string(),
    severity: v.nullish(v.string(), "Error"),
    range: v.nullish(looseRange()),
    source: v.nullish(v.string()),
    code: v.nullish(v.union([v.string(), v.number()])),
    relatedInformation: v.nullish(
      v.array(v.object({ uri: v.string(), range: looseRange(), message: v.string() })),
    ),
  }),
);

export const wireFileDiagnostics = lazy(() =>
  v.object({ uri: v.string(), diagnostics: v.array(wireDiagnostic()) }),
);

export function writeDiagnostic(
  diagnostic: Diagnostic,
  paths: WirePaths,
  severity: (severity: Severity) => string,
) {
  const { message, range, source, code, related } = diagnostic;
  return {
    message,
    severity: severity(diagnostic.severity),
    range: { start: range.start, end: range.end },
    ...(source !== undefined && { source }),
    // Claude Code 2.1.325 does not show a number.
    ...(code !== undefined && { code: String(code) }),
    ...(related !== undefined && {
      relatedInformation: related.map(({ path, range, message }) => ({
        uri: paths.uri(path),
        range,
        message,
      })),
    }),
  };
}

export function readFileDiagnostics(
  file: v.InferOutput<ReturnType<typeof wireFileDiagnostics>>,
  paths: WirePaths,
): FileDiagnostics {
  return {
    path: paths.read(file.uri),
    diagnostics: file.diagnostics.map((each) => readDiagnostic(each, paths)),
  };
}

function readDiagnostic(
  {
    message,
    severity,
    range,
    source,
    code,
    relatedInformation,
  }: v.InferOutput<ReturnType<typeof wireDiagnostic>>,
  paths: WirePaths,
): Diagnostic {
  return {
    message,
    severity: readSeverity(severity),
    range: range ?? nowhere,
    ...(typeof source === "string" && { source }),
    ...(code !== undefined && code !== null && { code }),
    ...(relatedInformation && {
      related: relatedInformation.map(({ uri, range, message }) => ({
        path: paths.read(uri),
        range,
        message,
      })),
    }),
  };
}
