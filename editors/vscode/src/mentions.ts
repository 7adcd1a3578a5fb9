import { type Uri, window } from "vscode";
import type { Bridge } from "./bridge.ts";

/** Puts the selected lines into the agent's prompt, or the whole file when nothing is selected. */
export function mentionSelection(bridge: Bridge): void {
  const editor = window.activeTextEditor;
  if (editor === undefined || editor.document.uri.scheme !== "file") return;
  const { start, end, isEmpty } = editor.selection;
  // A selection that ends at the start of a line does not have that line.
  const last = end.character === 0 && end.line > start.line ? end.line - 1 : end.line;
  const lines = isEmpty ? undefined : { first: start.line, last };
  mention(bridge, [{ path: editor.document.uri.fsPath, ...(lines && { lines }) }]);
}

/** From the explorer: the file that was clicked, or all that are selected. */
export function mentionFiles(
  bridge: Bridge,
  clicked: Uri | undefined,
  selected: readonly Uri[] | undefined,
): void {
  const uris = selected && selected.length > 0 ? selected : clicked ? [clicked] : [];
  mention(
    bridge,
    uris.filter(({ scheme }) => scheme === "file").map(({ fsPath }) => ({ path: fsPath })),
  );
}

function mention(bridge: Bridge, mentions: readonly Parameters<typeof one>[1][]): void {
  const outcomes = mentions.map((each) => one(bridge, each));
  if (outcomes.includes("queued")) {
    window.setStatusBarMessage("$(clock) Claude Code is not connected: it is told when it comes.", 5_000);
  }
}

function one(
  { server }: Bridge,
  what: { readonly path: string; readonly lines?: { readonly first: number; readonly last: number } },
): "sent" | "queued" | undefined {
  return server?.mention(what);
}
