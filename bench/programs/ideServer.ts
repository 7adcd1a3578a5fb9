import { serve } from "@idebridge/sdk";
import { answerCommands } from "./answerCommands.ts";
import { echoTool } from "./echoTool.ts";

/** Our server with one small tool. */
answerCommands({
  async listen() {
    const editor = { name: "Bench", workspaceFolders: () => [process.cwd()] };
    const { port, token } = await serve(editor, { tools: [echoTool] });
    return { port, token };
  },
});
