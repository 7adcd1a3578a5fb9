import type { AddressInfo } from "node:net";
import { WebSocketServer } from "ws";
import { answerCommands } from "./answerCommands.ts";
import { echoAnswer } from "./echoCall.ts";

const answers: Readonly<Record<string, object>> = {
  initialize: { protocolVersion: "2025-11-25", capabilities: {}, serverInfo: { name: "thin", version: "1" } },
  "tools/list": { tools: [{ name: "echo", description: "", inputSchema: { type: "object" } }] },
};

/** Knows one tool by heart: what our client costs shows against this. */
answerCommands({
  listen: () =>
    new Promise((resolve) => {
      const server = new WebSocketServer({ host: "127.0.0.1", port: 0, perMessageDeflate: false });
      server.on("connection", (socket) => {
        socket.on("message", (data) => {
          const text = data.toString();
          const call = /^\{"jsonrpc":"2.0","id":(\d+),"method":"tools\/call"/.exec(text);
          if (call) return socket.send(echoAnswer(call[1]!));
          const { id, method } = JSON.parse(text);
          if (id !== undefined) socket.send(JSON.stringify({ jsonrpc: "2.0", id, result: answers[method] }));
        });
      });
      server.on("listening", () => resolve({ port: (server.address() as AddressInfo).port }));
    }),
});
