/**
 * Stands in for Claude Code's own extension, which cannot be had without the marketplace: a second server in the same
 * window, with a lock file of the form that seed 003 describes, and the handshake that the real client was observed to make.
 */
import { randomUUID } from "node:crypto";
import { once } from "node:events";
import { mkdirSync, rmSync, writeFileSync } from "node:fs";
import type { IncomingMessage } from "node:http";
import type { AddressInfo } from "node:net";
import { homedir } from "node:os";
import { join } from "node:path";
import * as vscode from "vscode";
import { type WebSocket, WebSocketServer } from "ws";

interface Served {
  announce(): void;
  stop(): void;
}

let served: Served | undefined;

export async function activate(context: vscode.ExtensionContext): Promise<void> {
  const start = async () => {
    served ??= await serve();
  };
  context.subscriptions.push(
    vscode.commands.registerCommand("theirs.start", start),
    vscode.commands.registerCommand("theirs.announce", () => served?.announce()),
    vscode.commands.registerCommand("theirs.stop", deactivate),
  );
  if (process.env.IDEBRIDGE_THEIRS === "at start") await start();
}

export function deactivate(): void {
  served?.stop();
  served = undefined;
}

async function serve(): Promise<Served> {
  const authToken = randomUUID();
  const server = new WebSocketServer({
    host: "127.0.0.1",
    port: 0,
    verifyClient: ({ req }: { readonly req: IncomingMessage }) =>
      req.headers["x-claude-code-ide-authorization"] === authToken,
    handleProtocols: (offered) => offered.has("mcp") && "mcp",
  });
  server.on("connection", (socket) =>
    socket.on("message", (data) => answer(socket, JSON.parse(String(data)))),
  );
  await once(server, "listening");
  const folder = join(homedir(), ".claude", "ide");
  const lockFile = join(folder, `${(server.address() as AddressInfo).port}.lock`);
  mkdirSync(folder, { recursive: true });
  const lock = {
    pid: process.pid,
    workspaceFolders: (vscode.workspace.workspaceFolders ?? []).map(({ uri }) => uri.fsPath),
    ideName: vscode.env.appName,
    transport: "ws",
    runningInWindows: false,
    authToken,
  };
  const announce = () => writeFileSync(lockFile, JSON.stringify(lock), { mode: 0o600 });
  announce();
  const status = vscode.window.createStatusBarItem();
  status.text = "theirs is here";
  status.show();
  return {
    announce,
    stop() {
      status.dispose();
      rmSync(lockFile, { force: true });
      for (const client of server.clients) client.terminate();
      server.close();
    },
  };
}

function answer(socket: WebSocket, { id, method }: { id?: number | string; method: string }): void {
  if (id === undefined) return;
  const results: Readonly<Record<string, object>> = {
    initialize: {
      protocolVersion: "2025-11-25",
      capabilities: { tools: {} },
      serverInfo: { name: "theirs", version: "0.0.0" },
    },
    "tools/list": { tools: [] },
    ping: {},
  };
  const result = results[method];
  const error = { code: -32601, message: "Method not found" };
  socket.send(JSON.stringify({ jsonrpc: "2.0", id, ...(result ? { result } : { error }) }));
}
