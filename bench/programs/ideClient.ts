import { connect, type Ide } from "@idebridge/sdk";
import { answerCommands } from "./answerCommands.ts";
import { echoText } from "./echoCall.ts";
import { type Load, measureCalls } from "./measureCalls.ts";

let ide: Ide;

/** Our client. */
answerCommands({
  async connect({ port, token }: { port: number; token?: string }) {
    ide = await connect({ port, ...(token && { token }) });
    const { content } = await ide.callTool("echo", { text: echoText });
    if (content[0]?.type !== "text" || content[0].text !== echoText)
      throw new Error("The echo is not the call");
  },
  measure: (load: Load) =>
    measureCalls(load, (done) => void ide.callTool("echo", { text: echoText }).then(done)),
  measureFolders: (load: Load) =>
    measureCalls(load, (done) => void ide.callTool("getWorkspaceFolders").then(done)),
});
