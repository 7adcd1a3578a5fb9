import { DocumentDiagnosticRequest, LSPErrorCodes, ResponseError } from "vscode-languageserver-protocol/node";
import type { ServerConnection } from "./serverConnection.ts";
import type { ServerDocument } from "./serverDocument.ts";

const longestMilliseconds = 30_000;
const mostAttempts = 10;
const retryMilliseconds = 50;

/** Asks a server for the problems of a document, in every way that it offers. `hanging`: it has said nothing at all for long. */
export async function pullDiagnostics(
  state: ServerDocument,
  connection: ServerConnection,
  epoch: number,
): Promise<"answered" | "failed" | "hanging"> {
  const { uri } = state.document;
  const version = state.sentVersion;
  if (version === undefined) return "failed";
  const startedAt = performance.now();
  const signal = AbortSignal.timeout(longestMilliseconds);
  for (const { identifier } of connection.pulls) {
    const previousResultId = state.resultIds.get(identifier ?? "");
    const params = {
      textDocument: { uri },
      ...(identifier !== undefined && { identifier }),
      ...(previousResultId !== undefined && { previousResultId }),
    };
    for (let attempt = 1; ; attempt++) {
      try {
        const report = await connection.request(DocumentDiagnosticRequest.type, params, signal);
        // The text has changed meanwhile: whoever changed it asks again.
        if (state.sentVersion !== version) return "failed";
        state.pulled(identifier ?? "", report);
        break;
      } catch (error) {
        if (signal.aborted) return connection.heardAt < startedAt ? "hanging" : "failed";
        if (!isTransient(error) || attempt === mostAttempts || state.sentVersion !== version) return "failed";
        await new Promise((resolve) => setTimeout(resolve, retryMilliseconds));
      }
    }
  }
  state.pulledAll(version, epoch);
  return "answered";
}

/** The server was disturbed, and asks to be asked again. */
function isTransient(error: unknown): boolean {
  if (!(error instanceof ResponseError)) return false;
  return (
    error.code === LSPErrorCodes.ServerCancelled ||
    error.code === LSPErrorCodes.ContentModified ||
    error.code === LSPErrorCodes.RequestCancelled
  );
}
