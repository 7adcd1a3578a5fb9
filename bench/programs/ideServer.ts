import { serve } from "@idebridge/sdk";
import { answerAsServer } from "./answerAsServer.ts";
import { echoTool } from "./echoTool.ts";

/** Our server with one small tool. */
answerAsServer(async (echo) => {
  const editor = { name: "Bench", workspaceFolders: () => [process.cwd()] };
  const tool = { ...echoTool, run: ({ text }: { text: string }) => echo(text) };
  const { port, token } = await serve(editor, { tools: [tool], limits: { connections: 100 } });
  return { port, token };
});
