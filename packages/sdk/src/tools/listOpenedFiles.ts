import * as v from "valibot";
import { json } from "../protocol/mcp.ts";
import { readJson } from "./readAnswer.ts";
import { clientSide, defineTool } from "./tool.ts";
import { noArguments } from "./wireRange.ts";

export const listOpenedFiles = defineTool({
  name: "list_opened_files",
  description: "The paths of all open documents",
  input: noArguments,
  needs: ["openDocuments"],
  async run(_args, call) {
    const documents = await call.editor.openDocuments!(call);
    return json({ files: documents.map(({ path }) => call.paths.write(path)) });
  },
  client: clientSide({
    operation: "openDocuments",
    ask: () => ({}),
    understand: (result, paths) =>
      readJson(result, v.object({ files: v.array(v.string()) })).files.map((file) => ({
        path: paths.read(file),
      })),
  }),
});
