import * as v from "valibot";
import { shownPath } from "../../serve/shortPath.ts";
import { defineMcpTool, fileArgument } from "../mcpTool.ts";
import { cut } from "../present.ts";

const most = 200;

export const diagnostics = defineMcpTool({
  name: "diagnostics",
  title: "Problems",
  description:
    "Lists the errors and warnings that language servers find: of one file as it is now, or, without a file, of all files that were opened or changed lately. Use it after editing.",
  input: v.object({ file: v.optional(fileArgument) }),
  async run({ file }, call) {
    const { files } = await call.ask("code/diagnostics", file === undefined ? {} : { path: call.path(file) });
    const lines = files.flatMap(({ path, diagnostics }) =>
      diagnostics.map(({ range, severity, message, code, source }) => {
        const place = `${shownPath(path, call.folder)}:${range.start.line + 1}:${range.start.character + 1}`;
        const from = [code, source].filter((each) => each !== undefined).join(", ");
        return `${place}: ${severity}: ${message}${from === "" ? "" : ` (${from})`}`;
      }),
    );
    if (lines.length === 0) return "There are no problems.";
    const shown = lines.slice(0, most);
    if (lines.length > most) shown.push(`… and ${lines.length - most} more`);
    return cut(shown.join("\n"));
  },
});
