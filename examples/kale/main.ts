import { spawn } from "node:child_process";
import { join, resolve } from "node:path";
import { createInterface } from "node:readline";
import { kale, serve } from "@idebridge/sdk";
import { countWords } from "./countWords.ts";
import { kaleEditor } from "./kaleEditor.ts";
import { KaleWindow } from "./window.ts";

const folder = resolve(process.argv[2] ?? ".");
const window = new KaleWindow(console.log);
const server = await serve(kaleEditor(window, folder), { dialect: kale, tools: [countWords] });
for (const signal of ["SIGINT", "SIGTERM", "SIGHUP"]) {
  process.once(signal, () => server.close().then(() => process.exit()));
}

console.log(`Kale has ${folder} open and listens on port ${server.port}`);
for (const other of await server.conflicts()) {
  console.log(`${other.name} has this folder open too: Claude Code will connect to neither by itself`);
}
server.subscribe((event) => {
  if (event.type === "clientReady") console.log(`connected: ${event.client.name} ${event.client.version}`);
  if (event.type === "clientDisconnected") console.log(`disconnected: ${event.client.name}`);
});

/** What the user does. In Electron these would be messages of the renderer process. */
const commands: Record<string, (argument: string) => unknown> = {
  open: (file) => window.open(join(folder, file)),
  type: (text) => window.active && window.type(window.active, text),
  select(numbers) {
    const [line = 0, character = 0, endLine = line, endCharacter = character] = numbers
      .split(" ")
      .map(Number);
    const range = { start: { line, character }, end: { line: endLine, character: endCharacter } };
    if (window.active) window.select(window.active, range);
  },
  mention: () => window.active && server.mention({ path: window.active.path }),

  // The buttons of the diff pane, and its right side.
  edit(text) {
    for (const pane of window.diffs.slice(0, 1)) pane.text = text;
  },
  accept: () => window.diffs[0]?.finish(window.diffs[0].text),
  reject: () => window.diffs[0]?.finish(undefined),

  /** Whatever is started here, `claude` for instance, connects to this window and to no other. */
  terminal(command) {
    const env = { ...process.env, ...server.terminalEnvironment() };
    spawn(command, { shell: true, cwd: folder, env, stdio: ["ignore", "inherit", "inherit"] });
  },
};

console.log(`Commands: ${Object.keys(commands).join(", ")}`);
for await (const line of createInterface({ input: process.stdin })) {
  const [name = "", ...rest] = line.split(" ");
  try {
    await commands[name]?.(rest.join(" "));
  } catch (error) {
    console.log(String(error));
  }
}
await server.close();
