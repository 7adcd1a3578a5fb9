import { once } from "node:events";
import { WebSocket } from "ws";

/** A client that has introduced itself, and does nothing by itself from there on. */
export async function openClient(port: number, token: string): Promise<WebSocket> {
  const socket = new WebSocket(`ws://127.0.0.1:${port}/`, ["mcp"], {
    headers: { "x-claude-code-ide-authorization": token },
    perMessageDeflate: false,
  });
  await once(socket, "open");
  const clientInfo = { name: "bench", version: "1.0.0" };
  send(socket, {
    id: "hello",
    method: "initialize",
    params: { protocolVersion: "2025-11-25", capabilities: {}, clientInfo },
  });
  await once(socket, "message");
  send(socket, { method: "notifications/initialized", params: {} });
  return socket;
}

export function send(socket: WebSocket, message: object): void {
  socket.send(JSON.stringify({ jsonrpc: "2.0", ...message }));
}
