import * as v from "valibot";
import { json } from "../protocol/mcp.ts";
import { defineTool } from "./tool.ts";

export const openFiles = defineTool({
  name: "open_files",
  description: "Opens multiple files in the IDE",
  input: v.object({ file_paths: v.array(v.string()) }),
  needs: ["openFile"],
  async run({ file_paths }, call) {
    const opened: string[] = [];
    for (const file of file_paths) {
      const path = call.paths.read(file);
      const outcome = await call.editor.openFile!({ path, preview: false, frontmost: true }, call);
      if (outcome !== "notFound") opened.push(call.paths.write(path));
    }
    return json({ opened_files: opened });
  },
});
