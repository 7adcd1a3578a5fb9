import { subscribe } from "node:diagnostics_channel";
import type { Socket } from "node:net";
import { type Server, serve } from "@idebridge/sdk";
import { FakeEditor } from "@idebridge/sdk/testing";
import { answerCommands } from "./answerCommands.ts";
import { echoTool } from "./echoTool.ts";

const editor = new FakeEditor({ folders: [process.cwd()], files: { "/workspace/a.ts": "" } });
const sockets: Socket[] = [];
subscribe("net.server.socket", (message) => void sockets.push((message as { socket: Socket }).socket));

let server: Server;
/** The most bytes that ever waited in one socket, and that the process held, garbage left out. */
let waitingAtMost = 0;
let heldAtMost = 0;
setInterval(look, 1).unref();
setInterval(weigh, 250).unref();

/** Our server with an editor that can be made busy, and a look at what waits in its sockets. */
answerCommands({
  async listen({ bufferedBytes }: { bufferedBytes?: number }) {
    const big = { ...echoTool, name: "big", run: () => "r".repeat(1_000_000) };
    server = await serve(editor, {
      tools: [echoTool, big],
      ...(bufferedBytes && { limits: { bufferedBytes } }),
    });
    return { port: server.port, token: server.token };
  },

  /** Selections spread evenly over a second, each different; the last one is at line `count`. */
  select: ({ count }: { count: number }) =>
    new Promise<void>((resolve) => {
      const started = performance.now();
      let told = 0;
      const timer = setInterval(() => {
        const due = Math.min(count, Math.floor(((performance.now() - started) / 1000) * count));
        while (told < due) selectLine(++told, "");
        if (told < count) return;
        clearInterval(timer);
        resolve();
      }, 1);
    }),

  /** So many events, each of so many bytes, a few at a time so that the server can breathe. */
  async push({ kind, count, bytes }: { kind: "selections" | "diagnostics"; count: number; bytes: number }) {
    for (let i = 1; i <= count; i++) {
      if (kind === "selections") selectLine(i, text(i, bytes));
      else complain(i, text(i, bytes));
      await new Promise((resolve) => setTimeout(resolve, 2));
    }
  },

  clients: () => server.clients.length,

  memory() {
    weigh();
    return { heldAtMost, waitingAtMost };
  },
});

/** Different each time, and flat: a string made of pieces would be counted several times. */
function text(seed: number, bytes: number): string {
  return Buffer.alloc(bytes, `${seed} `).toString("latin1");
}

function selectLine(line: number, text: string): void {
  const position = { line, character: 0 };
  editor.emit({
    type: "selection",
    selection: { path: "/workspace/a.ts", range: { start: position, end: position }, text },
  });
}

function complain(file: number, message: string): void {
  const start = { line: 0, character: 0 };
  const diagnostics = [{ message, severity: "error", range: { start, end: start } }] as const;
  editor.emit({ type: "diagnostics", files: [{ path: `/workspace/${file}.ts`, diagnostics }] });
}

function look(): void {
  for (const { writableLength } of sockets) waitingAtMost = Math.max(waitingAtMost, writableLength);
}

function weigh(): void {
  global.gc?.();
  const { heapUsed, external } = process.memoryUsage();
  heldAtMost = Math.max(heldAtMost, heapUsed + external);
}
