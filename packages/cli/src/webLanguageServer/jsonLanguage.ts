import { readFile } from "node:fs/promises";
import { fileURLToPath } from "node:url";
import { getLanguageService, type LanguageService } from "vscode-json-languageservice";
import type { Diagnostic } from "vscode-languageserver";
import type { TextDocument } from "vscode-languageserver-textdocument";
import type { WebLanguage } from "./webLanguage.ts";

const service = getLanguageService({ schemaRequestService: readSchema });
service.configure({ allowComments: true, validate: true, schemas: [] });

export const jsonLanguage: WebLanguage = {
  problems: (document) => jsonProblems(document, service),
  format: (document, options) =>
    service.format(document, { start: document.positionAt(0), end: endOf(document) }, options),
  symbols: (document) => service.findDocumentSymbols2(document, service.parseJSONDocument(document)),
  hover: async (document, position) =>
    service.doHover(document, position, service.parseJSONDocument(document)),
};

export async function jsonProblems(
  document: TextDocument,
  from: LanguageService = service,
): Promise<readonly Diagnostic[]> {
  if (document.getText().trim() === "") return [];
  const isPlain = document.languageId === "json";
  const items = await from.doValidation(document, from.parseJSONDocument(document), {
    comments: isPlain ? "error" : "ignore",
    trailingCommas: isPlain ? "error" : "ignore",
    schemaValidation: "warning",
    // A schema that cannot be read is no problem of the file.
    schemaRequest: "ignore",
  });
  return items.map((each) => ({ ...each, source: each.source ?? "json" }));
}

/** Schemas beside the file, which `$schema` names. Nothing is fetched: what a file names is not for us to call. */
async function readSchema(uri: string): Promise<string> {
  if (!uri.startsWith("file:")) throw new Error(`${uri} is not fetched`);
  return readFile(fileURLToPath(uri), "utf8");
}

function endOf(document: TextDocument) {
  return document.positionAt(document.getText().length);
}
