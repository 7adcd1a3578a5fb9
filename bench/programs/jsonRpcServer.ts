import { answerAsServer } from "./answerAsServer.ts";
import { type EchoRequest, jsonRpcOver } from "./jsonRpcSocket.ts";
import { listenWithWs } from "./listenWithWs.ts";

/** `vscode-jsonrpc`: a request of the same shape. It knows no tools, checks no arguments, introduces nobody. */
answerAsServer((echo) =>
  listenWithWs((socket) => {
    const connection = jsonRpcOver(socket);
    connection.onRequest("tools/call", (params: EchoRequest) => {
      const answer = (text: string) => ({ content: [{ type: "text", text }] });
      const echoed = echo(params.arguments.text);
      return typeof echoed === "string" ? answer(echoed) : echoed.then(answer);
    });
    connection.listen();
  }),
);
