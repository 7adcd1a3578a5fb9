import { commands, Diagnostic, DiagnosticSeverity, type TextDocument } from "vscode";
import { toVscodeRange } from "../positions.ts";

const languages: ReadonlySet<string> = new Set([
  "typescript",
  "typescriptreact",
  "javascript",
  "javascriptreact",
]);

/** How VS Code's own extension names itself in its problems. */
const sources: ReadonlySet<string | undefined> = new Set(["ts", "js"]);

export function isTypescript({ languageId }: TextDocument): boolean {
  return languages.has(languageId);
}

/**
 * The problems of one file as VS Code's TypeScript has them this moment, and those that others found in it.
 * `undefined` when another extension is at work instead.
 *
 * By itself that extension looks only at files in tabs, some time after they have changed; an agent changes files that
 * are in none, and asks at once.
 */
export async function typescriptProblems(
  document: TextDocument,
  reported: readonly Diagnostic[],
): Promise<readonly Diagnostic[] | undefined> {
  try {
    const [syntax, semantics] = await Promise.all(
      ["syntacticDiagnosticsSync", "semanticDiagnosticsSync"].map((request) =>
        commands.executeCommand<Answer>("typescript.tsserverRequest", request, { file: document.uri }),
      ),
    );
    if (!Array.isArray(syntax?.body) || !Array.isArray(semantics?.body)) return undefined;
    const source = document.languageId.startsWith("java") ? "js" : "ts";
    const found = [...syntax.body, ...semantics.body].map((each) => toVscode(each, source));
    // Hints such as unused variables are reported, but are not in the answers.
    const others = reported.filter(
      (each) => !sources.has(each.source) || each.severity === DiagnosticSeverity.Hint,
    );
    return [...found, ...others];
  } catch {
    return undefined;
  }
}

interface Answer {
  readonly body?: readonly Problem[];
}

interface Problem {
  readonly start: Place;
  readonly end: Place;
  readonly text: string;
  readonly code?: number;
  readonly category: string;
}

/** Both count from 1. */
interface Place {
  readonly line: number;
  readonly offset: number;
}

function toVscode({ start, end, text, code, category }: Problem, source: string): Diagnostic {
  const range = toVscodeRange({ start: toPosition(start), end: toPosition(end) });
  const severity = category === "error" ? DiagnosticSeverity.Error : DiagnosticSeverity.Warning;
  const problem = new Diagnostic(range, text, severity);
  problem.source = source;
  if (code !== undefined) problem.code = code;
  return problem;
}

function toPosition({ line, offset }: Place) {
  return { line: line - 1, character: offset - 1 };
}
