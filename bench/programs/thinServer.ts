import { answerAsServer } from "./answerAsServer.ts";
import { listenWithWs } from "./listenWithWs.ts";

const answers: Readonly<Record<string, object>> = {
  initialize: { protocolVersion: "2025-11-25", capabilities: {}, serverInfo: { name: "thin", version: "1" } },
  "tools/list": { tools: [{ name: "echo", description: "", inputSchema: { type: "object" } }] },
};

/** Knows one tool by heart: what our client costs shows against this. */
answerAsServer(() =>
  listenWithWs((socket) => {
    socket.on("message", (data) => {
      const text = data.toString();
      const call = /^\{"jsonrpc":"2.0","id":(\d+),"method":"tools\/call".*"text":"([^"]*)"/.exec(text);
      if (call)
        return socket.send(
          `{"jsonrpc":"2.0","id":${call[1]},"result":{"content":[{"type":"text","text":"${call[2]}"}]}}`,
        );
      const { id, method } = JSON.parse(text);
      if (id !== undefined) socket.send(JSON.stringify({ jsonrpc: "2.0", id, result: answers[method] }));
    });
  }),
);
