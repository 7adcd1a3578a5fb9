import * as v from "valibot";
import { lazy } from "../protocol/lazy.ts";
import { text } from "../protocol/mcp.ts";
import { readText, unexpected } from "./readAnswer.ts";
import { clientSide, defineTool, type ToolCall } from "./tool.ts";

const input = lazy(() =>
  v.object({
    tab_name: v.pipe(v.string(), v.description("What the tab says, or the path of its file")),
  }),
);

async function close(label: string, call: ToolCall): Promise<"closed" | "notFound"> {
  if (call.reviews.close(label)) return "closed";
  if (call.reviews.isForeign(label)) return "notFound";
  if (call.editor.can?.("closeTab") === false) return "notFound";
  return (await call.editor.closeTab?.(label, call)) ?? "notFound";
}

const client = clientSide({
  operation: "closeTab",
  ask: (label) => ({ tab_name: label }),
  understand(result) {
    const answer = readText(result);
    if (answer === "TAB_CLOSED" || answer === "OK") return "closed";
    if (/not found/i.test(answer)) return "notFound";
    throw unexpected(answer);
  },
});

/** Ends the caller's own review of that name as rejected; any other tab is the editor's to close. */
export const closeTab = defineTool({
  name: "close_tab",
  description: "Close a tab; an undecided review of that name ends as rejected",
  input,
  needs: ["review", "closeTab"],
  async run({ tab_name }, call) {
    await close(tab_name, call);
    return text("TAB_CLOSED");
  },
  client,
});

export const jetbrainsCloseTab = defineTool({
  name: "close_tab",
  description: "Close a tab; an undecided review of that name ends as rejected",
  input,
  needs: ["review", "closeTab"],
  run: async ({ tab_name }, call) =>
    text((await close(tab_name, call)) === "closed" ? "OK" : "Tab not found"),
  client,
});
