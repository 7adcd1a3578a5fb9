import * as v from "valibot";
import { lazy } from "../protocol/lazy.ts";
import { json } from "../protocol/mcp.ts";
import { readJson } from "./readAnswer.ts";
import { clientSide, defineTool } from "./tool.ts";

export const checkDocumentDirty = defineTool({
  name: "checkDocumentDirty",
  description: "Tell whether an open document differs from its file on disk",
  input: () => v.object({ filePath: v.pipe(v.string(), v.description("The file of the document")) }),
  needs: ["openDocuments"],
  async run({ filePath }, call) {
    const path = call.paths.read(filePath);
    const documents = await call.editor.openDocuments!(call);
    const document = documents.find((each) => each.path === path);
    if (document === undefined) {
      return json({ success: false, message: `Document not open: ${call.paths.write(path)}` });
    }
    const { isDirty = false, isUntitled = false } = document;
    return json({ success: true, filePath: call.paths.write(path), isDirty, isUntitled });
  },
  client: clientSide({
    operation: "documentState",
    ask: (path, paths) => ({ filePath: paths.write(path) }),
    understand(result) {
      const { success, isDirty, isUntitled } = readJson(result, answer());
      return success ? { isDirty, isUntitled } : "notOpen";
    },
  }),
});

const answer = lazy(() =>
  v.object({
    success: v.boolean(),
    isDirty: v.optional(v.boolean(), false),
    isUntitled: v.optional(v.boolean(), false),
  }),
);
