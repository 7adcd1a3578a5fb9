import * as v from "valibot";
import { RpcError } from "../protocol/errors.ts";
import { json } from "../protocol/mcp.ts";
import { defineTool } from "./tool.ts";

/** Nobody wants more tabs, and until the last is open nothing else might get its turn. */
const most = 1000;

export const openFiles = defineTool({
  name: "open_files",
  description: "Show several files to the user; the answer names those that exist",
  input: () => v.object({ file_paths: v.array(v.string()) }),
  needs: ["openFile"],
  async run({ file_paths }, call) {
    if (file_paths.length > most) {
      throw new RpcError(RpcError.invalidParams, `Invalid params: more than ${most} files at once`);
    }
    const opened: string[] = [];
    for (const file of file_paths) {
      call.signal.throwIfAborted();
      const path = call.paths.read(file);
      const outcome = await call.editor.openFile!({ path, preview: false, frontmost: true }, call);
      if (outcome !== "notFound") opened.push(call.paths.write(path));
    }
    return json({ opened_files: opened });
  },
});
