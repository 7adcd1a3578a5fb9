import { type DialectName, defineTool, dialects, type Selection, serve } from "@idebridge/sdk";
import { FakeEditor } from "@idebridge/sdk/testing";
import * as v from "valibot";
import { onOrder, programArguments, report } from "./stdio.ts";

const { dialect, folder } = programArguments() as { dialect: DialectName; folder: string };
const path = `${folder}/poem.md`;
const editor = new FakeEditor({ name: "Interop", folders: [folder], files: { [path]: "roses\nviolets\n" } });
editor.openFile({ path, preview: false, frontmost: false });
editor.setDiagnostics(path, [
  {
    message: "not red",
    severity: "warning",
    range: { start: { line: 0, character: 0 }, end: { line: 0, character: 5 } },
    source: "poet",
  },
]);

const shout = defineTool({
  name: "shout",
  description: "Says it louder",
  input: v.object({ words: v.string() }),
  run: ({ words }) => words.toUpperCase(),
});

const wait = defineTool({
  name: "wait",
  description: "Waits until it is taken back",
  input: v.object({}),
  blocking: true,
  run: (_args, { signal }) =>
    new Promise((_, reject) => {
      signal.addEventListener("abort", () => {
        report("aborted");
        reject(signal.reason);
      });
      report("waiting");
    }),
});

const fail = defineTool({
  name: "fail",
  description: "Cannot do it",
  input: v.object({}),
  run() {
    throw new Error("the ink is dry");
  },
});

const server = await serve(editor, {
  dialect: dialects[dialect],
  configDir: folder,
  env: {},
  tools: [shout, wait, fail],
});
server.subscribe((event) => {
  if (event.type === "clientChanged" && event.client.folders.length > 0) {
    report("client", { name: event.client.name, folders: event.client.folders });
  }
});
onOrder(async ({ order, ...facts }) => {
  if (order === "select") {
    const { range, text } = facts as unknown as Selection;
    editor.select(path, range, text);
  }
  if (order === "mention") server.mention({ path, lines: { first: 0, last: 1 } });
  if (order === "accept") (await editor.nextReview()).accept(facts.contents as string);
  if (order === "disable") editor.setUnavailable("executeCode", true);
});
report("ready", { port: server.port, token: server.token });
