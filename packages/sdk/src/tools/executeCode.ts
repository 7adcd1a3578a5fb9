import * as v from "valibot";
import type { CodeOutput } from "../editor/editor.ts";
import { clientSide, defineTool } from "./tool.ts";

export const executeCode = defineTool({
  name: "executeCode",
  description:
    "Run Python code in the kernel of the notebook that is open. What it defines stays until the kernel is " +
    "restarted: change the state of the kernel only when the user asks for it.",
  input: () => v.object({ code: v.pipe(v.string(), v.description("Python source, run as one cell")) }),
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
