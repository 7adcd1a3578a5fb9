import { clientSide, defineTool } from "./tool.ts";
import { noArguments } from "./wireRange.ts";
import { readSelection, writeSelection } from "./wireSelection.ts";

export const workspaceSelection = defineTool({
  name: "workspace/selection",
  description: "What the user has selected, and where the cursor is",
  input: noArguments,
  needs: ["activeSelection"],
  async run(_args, call) {
    const selection = await call.editor.activeSelection!(call);
    if (selection === undefined) return { text: "", filePath: null, selection: null, cursor: null };
    return { ...writeSelection(selection, call.paths), cursor: selection.range.end };
  },
  client: clientSide({
    operation: "activeSelection",
    ask: () => ({}),
    understand: (result, paths) => readSelection(result, paths),
  }),
});
