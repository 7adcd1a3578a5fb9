import { text } from "../protocol/mcp.ts";
import { readText, unexpected } from "./readAnswer.ts";
import { clientSide, defineTool } from "./tool.ts";
import { noArguments } from "./wireRange.ts";

/** Closes the caller's diffs only: two agents in one editor never disturb each other. */
export const closeAllDiffTabs = defineTool({
  name: "closeAllDiffTabs",
  description: "End every review of this client that is still undecided, as rejected",
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
