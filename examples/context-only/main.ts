import { readFileSync } from "node:fs";
import { join, resolve } from "node:path";
import { createInterface } from "node:readline";
import { type Editor, type EditorEvent, type Selection, serve } from "@idebridge/sdk";

const vault = resolve(process.argv[2] ?? ".");
let selected: Selection | undefined;
let tell = (_event: EditorEvent) => {};

/** No `review`, no diffs: agents are never offered what is left out. */
const editor: Editor = {
  name: "Notes",
  workspaceFolders: () => [vault],
  activeSelection: () => selected,
  subscribe(listener) {
    tell = listener;
    return () => {};
  },
};

const server = await serve(editor);
for (const signal of ["SIGINT", "SIGTERM", "SIGHUP"]) {
  process.once(signal, () => server.close().then(() => process.exit()));
}
console.log(`Serving ${vault} on port ${server.port}. Commands: open <note>, select <first> <last>, mention`);

/** In a real editor these are events of the user interface; here they are lines typed in the terminal. */
for await (const line of createInterface({ input: process.stdin })) {
  const [command, ...args] = line.split(" ");
  if (command === "open") select(join(vault, args.join(" ")), 0, 0);
  if (command === "select" && selected) select(selected.path, Number(args[0]), Number(args[1]) + 1);
  if (command === "mention" && selected) console.log(server.mention({ path: selected.path }));
}
await server.close();

/** Selects whole lines, counted from 0, the second not included. */
function select(path: string, first: number, end: number): void {
  const lines = readFileSync(path, "utf8").split("\n").slice(first, end);
  const range = { start: { line: first, character: 0 }, end: { line: end, character: 0 } };
  selected = { path, range, text: lines.map((line) => `${line}\n`).join("") };
  tell({ type: "selection", selection: selected });
}
