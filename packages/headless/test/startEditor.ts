import { writeFileSync } from "node:fs";
import { join } from "node:path";
import type { Call, EditorEvent, Selection } from "@idebridge/sdk";
import { HeadlessEditor, type HeadlessEditorOptions } from "../src/headlessEditor.ts";
import { temporaryFolder } from "./documentsFolder.ts";

export const call: Call = {
  signal: new AbortController().signal,
  client: { id: 1, name: "test", version: "1", pid: 42, folders: [], connectedAt: new Date() },
};

/** An editor in a folder of its own, with these files. */
export function startEditor(
  files: Readonly<Record<string, string>>,
  options: Omit<HeadlessEditorOptions, "folders"> = {},
) {
  const folder = temporaryFolder();
  const at = (name: string) => join(folder.path, name);
  for (const [name, text] of Object.entries(files)) writeFileSync(at(name), text);
  const editor = new HeadlessEditor({ folders: [folder.path], ...options });
  const events: EditorEvent[] = [];
  editor.subscribe((event) => events.push(event));
  return {
    editor,
    at,
    folder: folder.path,
    events,
    open: (name: string, more: Partial<Parameters<HeadlessEditor["openFile"]>[0]> = {}) =>
      editor.openFile({ path: at(name), preview: false, frontmost: true, ...more }, call),
    selections: () =>
      events.flatMap((event) =>
        event.type === "selection" ? [event.selection && short(event.selection)] : [],
      ),
    [Symbol.dispose]() {
      editor[Symbol.dispose]();
      folder[Symbol.dispose]();
    },
  };
}

export function short({ path, range: { start, end }, text }: Selection): string {
  return `${path.split("/").at(-1)} ${start.line}:${start.character}-${end.line}:${end.character} ${text}`;
}

export function range(startLine: number, start: number, endLine: number, end: number) {
  return { start: { line: startLine, character: start }, end: { line: endLine, character: end } };
}
