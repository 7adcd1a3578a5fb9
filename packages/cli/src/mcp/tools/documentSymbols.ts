import * as v from "valibot";
import { defineMcpTool, fileArgument } from "../mcpTool.ts";
import { cut } from "../present.ts";

export const documentSymbols = defineMcpTool({
  name: "documentSymbols",
  title: "Outline of a file",
  description:
    "Lists the classes, functions, methods and variables of a file with their lines: an outline, much shorter than the file.",
  input: v.object({ file: fileArgument }),
  async run({ file }, call) {
    const { symbols, total } = await call.ask("code/documentSymbols", { path: call.path(file) });
    if (symbols.length === 0) return "The file has no symbols.";
    const lines = symbols.map(({ name, kind, start, endLine, depth }) => {
      const first = start.line + 1;
      const where = endLine + 1 > first ? `${first}-${endLine + 1}` : `${first}`;
      return `${"  ".repeat(depth)}${kind} ${name}: ${where}`;
    });
    if (total > symbols.length) lines.push(`… and ${total - symbols.length} more`);
    return cut(lines.join("\n"));
  },
});
