import * as v from "valibot";
import { json } from "../protocol/mcp.ts";
import { readJson } from "./readAnswer.ts";
import { clientSide, defineTool } from "./tool.ts";
import { noArguments } from "./wireRange.ts";
import { readSelection, writeSelection } from "./wireSelection.ts";

export const getLatestSelection = defineTool({
  name: "getLatestSelection",
  description: "The last selection that was made, wherever the focus is now",
  input: noArguments,
  needs: ["latestSelection"],
  async run(_args, call) {
    const selection = await call.editor.latestSelection!(call);
    if (selection === undefined) return json({ success: false, message: "No selection available" });
    return json({ success: true, ...writeSelection(selection, call.paths) });
  },
  client: clientSide({
    operation: "latestSelection",
    ask: () => ({}),
    understand: (result, paths) => readSelection(readJson(result, v.unknown()), paths),
  }),
});
