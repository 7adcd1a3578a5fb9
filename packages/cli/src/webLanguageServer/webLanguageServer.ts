/** The language server for JSON, CSS and HTML that comes with idebridge: a program of its own, on VS Code's language services. */
import {
  createConnection,
  DocumentDiagnosticReportKind,
  ProposedFeatures,
  TextDocumentSyncKind,
  TextDocuments,
} from "vscode-languageserver/node";
import { TextDocument } from "vscode-languageserver-textdocument";
import { cssLanguage } from "./cssLanguage.ts";
import { htmlLanguage } from "./htmlLanguage.ts";
import { jsonLanguage } from "./jsonLanguage.ts";
import type { WebLanguage } from "./webLanguage.ts";

const languages: ReadonlyMap<string, WebLanguage> = new Map([
  ["json", jsonLanguage],
  ["jsonc", jsonLanguage],
  ["css", cssLanguage],
  ["scss", cssLanguage],
  ["less", cssLanguage],
  ["html", htmlLanguage],
]);

const connection = createConnection(ProposedFeatures.all, process.stdin, process.stdout);
const documents = new TextDocuments(TextDocument);

/** A document that is open, with what is known of its language. */
function find(uri: string) {
  const document = documents.get(uri);
  const language = document && languages.get(document.languageId);
  return document && language && { document, language };
}

connection.onInitialize(() => ({
  serverInfo: { name: "idebridge web" },
  capabilities: {
    textDocumentSync: TextDocumentSyncKind.Incremental,
    diagnosticProvider: { interFileDependencies: false, workspaceDiagnostics: false },
    documentFormattingProvider: true,
    documentSymbolProvider: true,
    hoverProvider: true,
  },
}));
connection.languages.diagnostics.on(async ({ textDocument }) => {
  const found = find(textDocument.uri);
  const items = found ? [...(await found.language.problems(found.document))] : [];
  return { kind: DocumentDiagnosticReportKind.Full, items };
});
connection.onDocumentFormatting(({ textDocument, options }) => {
  const found = find(textDocument.uri);
  return found ? [...found.language.format(found.document, options)] : [];
});
connection.onDocumentSymbol(({ textDocument }) => {
  const found = find(textDocument.uri);
  return found ? [...found.language.symbols(found.document)] : [];
});
connection.onHover(({ textDocument, position }) => {
  const found = find(textDocument.uri);
  return found ? found.language.hover(found.document, position) : null;
});

documents.listen(connection);
connection.listen();
