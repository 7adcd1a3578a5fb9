import { text } from "../protocol/mcp.ts";
import { readText } from "./readAnswer.ts";
import { clientSide, defineTool } from "./tool.ts";
import { noArguments } from "./wireRange.ts";

export const getAllOpenedFilePaths = defineTool({
  name: "get_all_opened_file_paths",
  description: "The paths of all open documents, one a line",
  input: noArguments,
  needs: ["openDocuments"],
  async run(_args, call) {
    const documents = await call.editor.openDocuments!(call);
    return text(documents.map(({ path }) => call.paths.write(path)).join("\n"));
  },
  client: clientSide({
    operation: "openDocuments",
    ask: () => ({}),
    understand: (result, paths) =>
      readText(result)
        .split("\n")
        .filter((line) => line !== "")
        .map((line) => ({ path: paths.read(line) })),
  }),
});
