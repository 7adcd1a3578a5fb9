import { Client } from "@modelcontextprotocol/sdk/client/index.js";
import { WebSocketClientTransport } from "@modelcontextprotocol/sdk/client/websocket.js";
import { WebSocket } from "ws";
import { answerAsClient } from "./answerAsClient.ts";

/** Node 20 has no WebSocket of its own, and that of `ws` would offer to compress. */
class PlainWebSocket extends WebSocket {
  constructor(url: URL, protocol: string) {
    super(url, protocol, { perMessageDeflate: false });
  }
}
Object.assign(globalThis, { WebSocket: PlainWebSocket });

/** The official MCP SDK 1.x with the WebSocket transport that it comes with. */
answerAsClient(async ({ port }) => {
  const client = new Client({ name: "bench", version: "1" });
  await client.connect(new WebSocketClientTransport(new URL(`ws://127.0.0.1:${port}/`)));
  return {
    call: (text, done) =>
      void client
        .callTool({ name: "echo", arguments: { text } })
        .then(({ content }) => done((content as [{ text: string }])[0].text)),
    listTools: () => client.listTools(),
    close: () => void client.close(),
  };
});
