import type { AddressInfo } from "node:net";
import { type WebSocket, WebSocketServer } from "ws";
import type { Address } from "./answerAsServer.ts";

/** The same for everyone who has no WebSocket server of their own. */
export function listenWithWs(connected: (socket: WebSocket) => void): Promise<Address> {
  return new Promise((resolve) => {
    const server = new WebSocketServer({ host: "127.0.0.1", port: 0, perMessageDeflate: false });
    server.on("connection", connected);
    server.on("listening", () => resolve({ port: (server.address() as AddressInfo).port }));
  });
}
