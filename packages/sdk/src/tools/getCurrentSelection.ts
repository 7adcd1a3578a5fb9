import * as v from "valibot";
import { json } from "../protocol/mcp.ts";
import { readJson } from "./readAnswer.ts";
import { clientSide, defineTool } from "./tool.ts";
import { noArguments } from "./wireRange.ts";
import { readSelection, writeSelection } from "./wireSelection.ts";

export const getCurrentSelection = defineTool({
  name: "getCurrentSelection",
  description: "What the user has selected where the focus is: file, range and text",
  input: noArguments,
  needs: ["activeSelection"],
  async run(_args, call) {
    const selection = await call.editor.activeSelection!(call);
    if (selection === undefined) return json({ success: false, message: "No active editor found" });
    return json({ success: true, ...writeSelection(selection, call.paths) });
  },
  client: clientSide({
    operation: "activeSelection",
    ask: () => ({}),
    understand: (result, paths) => readSelection(readJson(result, v.unknown()), paths),
  }),
});
