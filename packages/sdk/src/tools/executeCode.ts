import * as v from "valibot";
import type { CodeOutput } from "../editor/editor.ts";
import { clientSide, defineTool } from "./tool.ts";

export const executeCode = defineTool({
  name: "executeCode",
  description:
    "Execute Python code in the Jupyter kernel for the current notebook file. " +
    "All code executed persists across calls unless the kernel is restarted. " +
    "Avoid declaring variables or modifying the state of the kernel unless explicitly requested by the user.",
  input: v.object({ code: v.pipe(v.string(), v.description("The code to be executed on the kernel.")) }),
  needs: ["executeCode"],
  blocking: true,
  async run({ code }, call) {
    const { outputs, failed } = await call.editor.executeCode!(code, call);
    return { content: outputs, ...(failed && { isError: true }) };
  },
  client: clientSide({
    operation: "executeCode",
    ask: (code) => ({ code }),
    understand: ({ content, isError }) => ({
      outputs: content.filter(
        (block): block is CodeOutput => block.type === "text" || block.type === "image",
      ),
      ...(isError && { failed: true }),
    }),
  }),
});
