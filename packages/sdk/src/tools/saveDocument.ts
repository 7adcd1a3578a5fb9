import * as v from "valibot";
import { json } from "../protocol/mcp.ts";
import { readJson } from "./readAnswer.ts";
import { clientSide, defineTool } from "./tool.ts";

export const saveDocument = defineTool({
  name: "saveDocument",
  description: "Write the unsaved changes of an open document to disk",
  input: () => v.object({ filePath: v.pipe(v.string(), v.description("The file of the document")) }),
  needs: ["saveDocument"],
  async run({ filePath }, call) {
    const path = call.paths.read(filePath);
    const outcome = await call.editor.saveDocument!(path, call);
    if (outcome === "notOpen") {
      return json({ success: false, message: `Document not open: ${call.paths.write(path)}` });
    }
    return json({
      success: true,
      filePath: call.paths.write(path),
      saved: true,
      message: "Document saved successfully",
    });
  },
  client: clientSide({
    operation: "saveDocument",
    ask: (path, paths) => ({ filePath: paths.write(path) }),
    understand: (result) =>
      readJson(result, v.object({ success: v.boolean() })).success ? "saved" : "notOpen",
  }),
});
