import { Client, type JSONRPCMessage } from "@modelcontextprotocol/client";
import { answerAsClient } from "./answerAsClient.ts";
import { dialWithWs } from "./dialWithWs.ts";
import { OfficialTransport } from "./officialTransport.ts";

/** The official MCP SDK 2.x. */
answerAsClient(async (address) => {
  const client = new Client({ name: "bench", version: "2" });
  await client.connect(new OfficialTransport<JSONRPCMessage>(await dialWithWs(address)));
  return {
    call: (text, done) =>
      void client
        .callTool({ name: "echo", arguments: { text } })
        .then(({ content }) => done((content[0] as { text: string }).text)),
    listTools: () => client.listTools(),
    close: () => void client.close(),
  };
});
