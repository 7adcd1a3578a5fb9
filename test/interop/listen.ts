import { createServer } from "node:http";
import type { AddressInfo } from "node:net";
import { type WebSocket, WebSocketServer } from "ws";
import { report } from "./stdio.ts";

/** A WebSocket server with a token, as the IDE protocol wants it. */
export function listen(port: number, token: string, accept: (socket: WebSocket) => void): void {
  const http = createServer();
  const sockets = new WebSocketServer({ noServer: true });
  http.on("upgrade", (request, socket, head) => {
    if (request.headers["x-claude-code-ide-authorization"] !== token) {
      return socket.end("HTTP/1.1 401 Unauthorized\r\nContent-Length: 0\r\nConnection: close\r\n\r\n");
    }
    sockets.handleUpgrade(request, socket, head, accept);
  });
  http.listen(port, "127.0.0.1", () => report("ready", { port: (http.address() as AddressInfo).port }));
}
