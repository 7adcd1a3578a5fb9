import * as v from "valibot";
import { defineMcpTool, linesArguments } from "../mcpTool.ts";
import { presentRefactoring } from "../present.ts";

export const applyCodeAction = defineMcpTool({
  name: "applyCodeAction",
  title: "Apply a code action",
  description:
    "Applies one of the code actions that codeActions lists for the same lines. The change is shown to the user, who accepts, edits or rejects it; idebridge writes what was accepted, and the answer says what that is. It waits for the user, which may take long.",
  input: v.object({
    ...linesArguments,
    title: v.pipe(v.string(), v.minLength(1), v.description("The title, exactly as codeActions lists it")),
  }),
  proposes: true,
  async run({ file, line, endLine, title }, call) {
    const result = await call.ask("code/applyAction", {
      path: call.path(file),
      line: line - 1,
      ...(endLine !== undefined && { endLine: endLine - 1 }),
      title,
    });
    return presentRefactoring(result, call.folder);
  },
});
