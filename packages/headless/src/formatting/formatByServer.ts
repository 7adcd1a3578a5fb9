import { DocumentFormattingRequest } from "vscode-languageserver-protocol";
import { applyEdits } from "../code/workspaceEdits.ts";
import { toUri } from "../languages/fileUri.ts";
import type { LanguageService } from "../languages/languageService.ts";
import type { FormattingOptions } from "./formattingOptions.ts";

/** The text as the language server for the file formats it; `undefined` when none does. */
export async function formatByServer(
  languages: LanguageService,
  path: string,
  text: string,
  options: FormattingOptions,
  signal: AbortSignal,
): Promise<string | undefined> {
  const question = { textDocument: { uri: toUri(path) }, options: { ...options } };
  const edits = await languages.request(path, DocumentFormattingRequest.type, question, signal);
  return edits === undefined ? undefined : applyEdits(text, edits ?? []);
}
