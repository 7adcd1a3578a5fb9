import { answerAsClient } from "./answerAsClient.ts";
import { dialWithWs } from "./dialWithWs.ts";
import { type EchoAnswer, type EchoRequest, jsonRpcOver } from "./jsonRpcSocket.ts";

/** `vscode-jsonrpc`. */
answerAsClient(async (address) => {
  const socket = await dialWithWs(address);
  const connection = jsonRpcOver(socket);
  connection.listen();
  await connection.sendRequest("initialize", { capabilities: {}, clientInfo: { name: "bench" } });
  void connection.sendNotification("initialized", {});
  return {
    call(text, done) {
      const params: EchoRequest = { name: "echo", arguments: { text } };
      void connection
        .sendRequest<EchoAnswer>("tools/call", params)
        .then(({ content }) => done(content[0].text));
    },
    listTools: () => connection.sendRequest("tools/list", {}),
    close: () => socket.close(),
  };
});
