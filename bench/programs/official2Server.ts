import { type JSONRPCMessage, McpServer } from "@modelcontextprotocol/server";
import { z } from "zod";
import { answerAsServer } from "./answerAsServer.ts";
import { listenWithWs } from "./listenWithWs.ts";
import { OfficialTransport } from "./officialTransport.ts";

/** The official MCP SDK 2.x, as its documentation uses it: a server for each connection. */
answerAsServer((echo) =>
  listenWithWs((socket) => {
    const mcp = new McpServer({ name: "official", version: "2" });
    const config = {
      description: "Answers with the text it is given",
      inputSchema: z.object({ text: z.string() }),
    };
    mcp.registerTool("echo", config, async ({ text }) => ({
      content: [{ type: "text", text: await echo(text) }],
    }));
    void mcp.connect(new OfficialTransport<JSONRPCMessage>(socket));
  }),
);
