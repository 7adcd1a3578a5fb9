import { answerAsServer } from "./answerAsServer.ts";
import { type EchoRequest, jsonRpcOver } from "./jsonRpcSocket.ts";
import { listenWithWs } from "./listenWithWs.ts";

const echoDescription = {
  name: "echo",
  description: "Answers with the text it is given",
  inputSchema: { type: "object", properties: { text: { type: "string" } }, required: ["text"] },
};

/** `vscode-jsonrpc`: requests of the same shape, introduced as a language server is. It knows no tools and checks no arguments. */
answerAsServer((echo) =>
  listenWithWs((socket) => {
    const connection = jsonRpcOver(socket);
    connection.onRequest("initialize", () => ({ capabilities: {}, serverInfo: { name: "bench" } }));
    connection.onNotification("initialized", () => {});
    connection.onRequest("tools/list", () => ({ tools: [echoDescription] }));
    connection.onRequest("tools/call", (params: EchoRequest) => {
      const answer = (text: string) => ({ content: [{ type: "text", text }] });
      const echoed = echo(params.arguments.text);
      return typeof echoed === "string" ? answer(echoed) : echoed.then(answer);
    });
    connection.listen();
  }),
);
