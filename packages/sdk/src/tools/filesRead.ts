import * as v from "valibot";
import { RpcError } from "../protocol/errors.ts";
import { unexpected } from "./readAnswer.ts";
import { clientSide, defineTool } from "./tool.ts";

/** The text of a file of the vault, and of nothing outside it. */
export const filesRead = defineTool({
  name: "files/read",
  description: "The text of a file in the vault, unsaved changes included",
  input: () => v.object({ path: v.string() }),
  async run({ path }, call) {
    const contents = await call.editor.readText(call.paths.read(path), call);
    if (contents === undefined) throw new RpcError(RpcError.invalidParams, `File not found: ${path}`);
    return contents;
  },
  client: clientSide({
    operation: "readFile",
    ask: (path, paths) => ({ path: paths.write(path) }),
    understand(result: unknown) {
      const contents = typeof result === "string" ? result : (result as { content?: unknown }).content;
      if (typeof contents !== "string") throw unexpected(JSON.stringify(result));
      return contents;
    },
  }),
});
