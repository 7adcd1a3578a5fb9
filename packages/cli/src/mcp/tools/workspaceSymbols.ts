import * as v from "valibot";
import { shownPath } from "../../serve/shortPath.ts";
import { defineMcpTool } from "../mcpTool.ts";
import { cut } from "../present.ts";

const most = 100;

export const workspaceSymbols = defineMcpTool({
  name: "workspaceSymbols",
  title: "Find symbols",
  description:
    "Finds classes, functions, types and variables anywhere in the project by a name or a part of it. Use it when you know what something is called, but not where it is.",
  input: v.object({ query: v.pipe(v.string(), v.minLength(1), v.description("The name, or a part of it")) }),
  async run({ query }, call) {
    const { symbols, total } = await call.ask("code/workspaceSymbols", { query });
    if (symbols.length === 0) return `There is nothing called ${query}.`;
    const shown = symbols.slice(0, most).map(({ name, kind, path, start, container }) => {
      const inside = container === undefined ? "" : ` in ${container}`;
      return `${shownPath(path, call.folder)}:${start.line + 1}:${start.character + 1}: ${kind} ${name}${inside}`;
    });
    if (total > shown.length) shown.push(`… and ${total - shown.length} more`);
    return cut(shown.join("\n"));
  },
});
