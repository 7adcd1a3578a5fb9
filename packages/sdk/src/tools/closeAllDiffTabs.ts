import { text } from "../protocol/mcp.ts";
import { readText, unexpected } from "./readAnswer.ts";
import { clientSide, defineTool } from "./tool.ts";
import { noArguments } from "./wireRange.ts";

/** Closes the caller's diffs only: two agents in one editor never disturb each other. */
export const closeAllDiffTabs = defineTool({
  name: "closeAllDiffTabs",
  description: "Close all diff tabs in the editor",
  input: noArguments,
  needs: ["review"],
  run: (_args, call) => text(`CLOSED_${call.reviews.closeAll()}_DIFF_TABS`),
  client: clientSide({
    operation: "closeAllDiffs",
    ask: () => ({}),
    understand(result) {
      const count = /^CLOSED_(\d+)_DIFF_TABS$/.exec(readText(result))?.[1];
      if (count === undefined) throw unexpected(readText(result));
      return Number(count);
    },
  }),
});
