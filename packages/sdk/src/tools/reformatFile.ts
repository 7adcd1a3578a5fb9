import * as v from "valibot";
import { text } from "../protocol/mcp.ts";
import { readText, unexpected } from "./readAnswer.ts";
import { clientSide, defineTool } from "./tool.ts";

export const reformatFile = defineTool({
  name: "reformat_file",
  description: "Format a file as the editor is set up to",
  input: () => v.object({ file_path: v.string() }),
  needs: ["format"],
  async run({ file_path }, call) {
    const outcome = await call.editor.format!(call.paths.read(file_path), call);
    return text(outcome === "notFound" ? "File not found" : "OK");
  },
  client: clientSide({
    operation: "format",
    ask: (path, paths) => ({ file_path: paths.write(path) }),
    understand(result) {
      const answer = readText(result);
      if (answer === "OK") return "formatted";
      if (/not found/i.test(answer)) return "notFound";
      throw unexpected(answer);
    },
  }),
});
