import type { Server, ServerEvent } from "@idebridge/sdk";
import { isObject } from "@idebridge/sdk/core";
import type { HeadlessEditor } from "../headlessEditor.ts";
import type { ControlEvent } from "./controlProtocol.ts";
import { DocumentsNews } from "./documentsNews.ts";
import { toClientInfo } from "./toClientInfo.ts";

/** Tells front ends what agents do, and what becomes of documents, selection and reviews. */
export function tellFrontEnds(
  server: Server,
  editor: HeadlessEditor,
  tell: (event: ControlEvent) => void,
): void {
  server.subscribe((event) => tellOfAgents(event, server, tell));
  const documents = new DocumentsNews(() =>
    tell({ type: "documentsChanged", documents: editor.lastDocumentInfos() }),
  );
  editor.subscribe((event) => {
    if (event.type === "selection") tell({ type: "selectionChanged", selection: event.selection });
    if (event.type === "documents") documents.changed();
  });
  editor.inbox.subscribe(tell);
}

function tellOfAgents(event: ServerEvent, server: Server, tell: (event: ControlEvent) => void): void {
  switch (event.type) {
    case "clientReady":
    case "clientChanged":
    case "clientDisconnected":
      return tell({ type: "clientsChanged", clients: server.clients.map(toClientInfo) });
    case "toolCalled":
      return tell({
        type: "toolCalled",
        client: toClientInfo(event.client),
        tool: event.tool,
        arguments: shortened(event.arguments),
      });
    case "refused":
      return tell({ type: "refused", reason: event.reason });
    case "sharingChanged":
      return tell({ type: "sharingChanged", paused: event.paused });
  }
}

/** Longer than any path. Front ends show a call in one line, and get what is proposed as a review: not all of it twice. */
const longestArgument = 5_000;

function shortened(args: unknown): unknown {
  if (!isObject(args)) return args;
  const short = (value: unknown) =>
    typeof value === "string" && value.length > longestArgument
      ? `${value.slice(0, longestArgument)}…`
      : value;
  return Object.fromEntries(Object.entries(args).map(([name, value]) => [name, short(value)]));
}
