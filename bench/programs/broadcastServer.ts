import { serve } from "@idebridge/sdk";
import { FakeEditor } from "@idebridge/sdk/testing";
import { answerCommands } from "./answerCommands.ts";
import { echoTool } from "./echoTool.ts";

const path = "/workspace/a.ts";
const editor = new FakeEditor({ folders: [process.cwd()], files: { [path]: "" } });

/** Our server with one small tool and an editor in which the user selects. */
answerCommands({
  async listen() {
    const { port, token } = await serve(editor, { tools: [echoTool], selectionMilliseconds: 0 });
    return { port, token };
  },

  /** Tells all clients so many selections of a kilobyte; microseconds of processor time for each. */
  async broadcast({ count }: { count: number }) {
    const before = process.cpuUsage();
    for (let line = 0; line < count; line++) {
      const position = { line, character: 0 };
      const text = `${line} `.padEnd(1_000, "x");
      editor.emit({
        type: "selection",
        selection: { path, range: { start: position, end: position }, text },
      });
      await new Promise((resolve) => setTimeout(resolve, 2));
    }
    const { user, system } = process.cpuUsage(before);
    return (user + system) / count;
  },
});
