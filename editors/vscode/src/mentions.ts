import { basename } from "node:path";
import { IdeBridgeError, type Mention, type Server } from "@idebridge/sdk";
import { type Uri, window } from "vscode";
import type { Bridge } from "./bridge.ts";
import { plainText } from "./plainText.ts";

const shownFor = 6_000;

/** Puts the selected lines into the agent's prompt, or the whole file when nothing is selected. */
export function mentionSelection(bridge: Bridge): void {
  const editor = window.activeTextEditor;
  if (editor === undefined || editor.document.uri.scheme !== "file") {
    void window.showInformationMessage("Nothing to mention: open a file, and select some lines of it.");
    return;
  }
  const { start, end, isEmpty } = editor.selection;
  // A selection that ends at the start of a line does not have that line.
  const last = end.character === 0 && end.line > start.line ? end.line - 1 : end.line;
  const lines = isEmpty ? undefined : { first: start.line, last };
  mention(bridge, [{ path: editor.document.uri.fsPath, ...(lines && { lines }) }]);
}

/** From the explorer: the file that was clicked, or all that are selected. */
export function mentionFiles(bridge: Bridge, clicked?: Uri, selected: readonly Uri[] = []): void {
  const uris = selected.length > 0 ? selected : clicked ? [clicked] : [];
  mention(
    bridge,
    uris.filter(({ scheme }) => scheme === "file").map(({ fsPath }) => ({ path: fsPath })),
  );
}

export function mentionExpired({ path }: Mention): void {
  window.setStatusBarMessage(
    `$(warning) No agent came: ${plainText(basename(path))} was not mentioned.`,
    shownFor,
  );
}

function mention({ server }: Bridge, mentions: readonly Mention[]): void {
  if (server === undefined) {
    void window.showWarningMessage(
      "This window is not served to agents: run “idebridge: Serve This Window” first.",
    );
    return;
  }
  const outcomes = mentions.map((each) => mentionOne(server, each));
  if (outcomes.includes("queued")) {
    window.setStatusBarMessage("$(clock) No agent is connected: it is told when one comes.", shownFor);
  }
}

/** One that is not shared keeps none of the others back. */
function mentionOne(server: Server, mention: Mention): ReturnType<Server["mention"]> | undefined {
  try {
    return server.mention(mention);
  } catch (error) {
    if (!(error instanceof IdeBridgeError)) throw error;
    void window.showWarningMessage(`${plainText(error.message)}. See the setting idebridge.sharing.deny.`);
    return undefined;
  }
}
