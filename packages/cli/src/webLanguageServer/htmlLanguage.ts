import { Script } from "node:vm";
import { getLanguageService, TokenType } from "vscode-html-languageservice";
import { type Diagnostic, DiagnosticSeverity, SymbolKind } from "vscode-languageserver";
import { TextDocument } from "vscode-languageserver-textdocument";
import { cssProblems } from "./cssLanguage.ts";
import { jsonProblems } from "./jsonLanguage.ts";
import type { WebLanguage } from "./webLanguage.ts";

const service = getLanguageService();

/** HTML itself has no errors that a browser would not mend; what is embedded in it has. */
export const htmlLanguage: WebLanguage = {
  async problems(document) {
    const found = await Promise.all(
      embeddedIn(document).map(async (embedded) => {
        if (embedded.languageId === "javascript") return scriptProblems(embedded);
        return embedded.languageId === "css" ? cssProblems(embedded) : jsonProblems(embedded);
      }),
    );
    return found.flat();
  },
  format: (document, options) => service.format(document, undefined, options),
  symbols: (document) =>
    service.findDocumentSymbols2(document, service.parseHTMLDocument(document)).map((each) => ({
      ...each,
      kind: each.kind ?? SymbolKind.Field,
    })),
  hover: async (document, position) =>
    service.doHover(document, position, service.parseHTMLDocument(document)),
};

/** Styles and scripts, each in a document of its own in which everything else is blank: places stay the same. */
function embeddedIn(document: TextDocument): readonly TextDocument[] {
  const text = document.getText();
  const scanner = service.createScanner(text);
  const found: TextDocument[] = [];
  let attribute = "";
  let type = "";
  for (let token = scanner.scan(); token !== TokenType.EOS; token = scanner.scan()) {
    if (token === TokenType.StartTag) type = "";
    else if (token === TokenType.AttributeName) attribute = scanner.getTokenText().toLowerCase();
    else if (token === TokenType.AttributeValue && attribute === "type")
      type = scanner.getTokenText().replace(/["']/g, "").toLowerCase();
    const language =
      token === TokenType.Styles ? "css" : token === TokenType.Script ? scriptLanguage(type) : undefined;
    if (language === undefined) continue;
    const start = scanner.getTokenOffset();
    const blank = text.slice(0, start).replace(/[^\r\n]/g, " ");
    const { uri, version } = document;
    found.push(TextDocument.create(uri, language, version, blank + scanner.getTokenText()));
  }
  return found;
}

function scriptLanguage(type: string): string | undefined {
  if (/^(|text\/javascript|application\/javascript)$/.test(type)) return "javascript";
  return /json|^importmap$/.test(type) ? "json" : undefined;
}

/** Compiles the script, which finds errors of syntax, and does not run it. */
function scriptProblems(document: TextDocument): readonly Diagnostic[] {
  try {
    new Script(document.getText(), { filename: "script" });
    return [];
  } catch (error) {
    if (!(error instanceof SyntaxError)) return [];
    // V8 tells the place in the stack only: "script:3\n  const = 1;\n        ^".
    const [first = "", , marks = ""] = (error.stack ?? "").split("\n");
    const line = Math.max(0, Number(/^script:(\d+)/.exec(first)?.[1] ?? 1) - 1);
    const start = Math.max(0, marks.indexOf("^"));
    const end = Math.max(start + 1, marks.lastIndexOf("^") + 1);
    const range = { start: { line, character: start }, end: { line, character: end } };
    return [{ range, message: error.message, severity: DiagnosticSeverity.Error, source: "javascript" }];
  }
}
