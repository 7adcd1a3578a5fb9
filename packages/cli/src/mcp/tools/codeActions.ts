import * as v from "valibot";
import { defineMcpTool, linesArguments } from "../mcpTool.ts";

export const codeActions = defineMcpTool({
  name: "codeActions",
  title: "List code actions",
  description:
    "Lists the fixes and refactorings that language servers offer for a line or several, such as adding a missing import. Changes nothing: applyCodeAction applies one of them by its title.",
  input: v.object(linesArguments),
  async run({ file, line, endLine }, call) {
    const { actions } = await call.ask("code/actions", {
      path: call.path(file),
      line: line - 1,
      ...(endLine !== undefined && { endLine: endLine - 1 }),
    });
    if (actions.length === 0) return "There are none.";
    return actions
      .map(
        ({ title, kind, isPreferred }) =>
          `- ${title}${kind === "" ? "" : ` [${kind}]`}${isPreferred ? " (preferred)" : ""}`,
      )
      .join("\n");
  },
});
