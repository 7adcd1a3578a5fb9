import * as v from "valibot";
import { lazy } from "../protocol/lazy.ts";
import { failure, json, text } from "../protocol/mcp.ts";
import { readJson, readText } from "./readAnswer.ts";
import { clientSide, defineTool } from "./tool.ts";
import { noArguments, wirePosition } from "./wireRange.ts";

export const getCursorPosition = defineTool({
  name: "get_cursor_position",
  description: "Where the cursor is, and in which file",
  input: noArguments,
  needs: ["activeSelection"],
  async run(_args, call) {
    const selection = await call.editor.activeSelection!(call);
    if (selection === undefined) return failure("No active editor");
    const { line, character } = selection.range.end;
    return json({ file_path: call.paths.write(selection.path), line, character });
  },
  client: clientSide({
    operation: "cursor",
    ask: () => ({}),
    understand(result, paths) {
      // Not in JSON: the name of the file may say so too.
      const said = readText(result);
      if (!said.startsWith("{") && /no active editor/i.test(said)) return undefined;
      const { file_path, line, character } = readJson(result, answer());
      return { ...(file_path && { path: paths.read(file_path) }), position: { line, character } };
    },
  }),
});

const answer = lazy(() => v.object({ file_path: v.nullish(v.string()), ...wirePosition().entries }));

export const setCursorPosition = defineTool({
  name: "set_cursor_position",
  description: "Move the cursor, in a file that is open or in the active one",
  input: () => v.object({ file_path: v.nullish(v.string()), ...wirePosition().entries }),
  needs: ["setSelection"],
  async run({ file_path, line, character }, call) {
    const position = { line, character };
    const where = file_path ? { path: call.paths.read(file_path) } : {};
    const outcome = await call.editor.setSelection!(
      { ...where, range: { start: position, end: position } },
      call,
    );
    return outcome === "selected" ? text("OK") : failure("File not open");
  },
});
