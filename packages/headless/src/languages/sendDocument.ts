import {
  DidChangeTextDocumentNotification,
  DidCloseTextDocumentNotification,
  DidOpenTextDocumentNotification,
  DidSaveTextDocumentNotification,
} from "vscode-languageserver-protocol/node";
import type { ServerConnection } from "./serverConnection.ts";
import type { ServerDocument } from "./serverDocument.ts";

/** Tells a server what it does not know yet of a document: that it is there, what it holds, or that it is gone. */
export function sendDocument(
  state: ServerDocument,
  connection: ServerConnection,
  languageId: string = state.document.languageId,
): "nothing" | "sent" | "closed" {
  const { document, sentVersion } = state;
  const { uri, text, version } = document;
  if (sentVersion === version) return "nothing";
  if (text === undefined) {
    if (sentVersion === undefined) return "nothing";
    connection.notify(DidCloseTextDocumentNotification.type, { textDocument: { uri } });
    return "closed";
  }
  if (sentVersion === undefined) {
    const textDocument = { uri, languageId, version, text };
    connection.notify(DidOpenTextDocumentNotification.type, { textDocument });
  } else {
    const textDocument = { uri, version };
    // All of it: nothing that could be told of the difference is worth a mistake in it.
    connection.notify(DidChangeTextDocumentNotification.type, { textDocument, contentChanges: [{ text }] });
    if (document.isSaved && connection.wantsSaves)
      connection.notify(DidSaveTextDocumentNotification.type, { textDocument: { uri }, text });
  }
  state.sent(performance.now());
  return "sent";
}
