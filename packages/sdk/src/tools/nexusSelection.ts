import * as v from "valibot";
import { lazy } from "../protocol/lazy.ts";
import { failure, json, text } from "../protocol/mcp.ts";
import { readJson, readText, unexpected } from "./readAnswer.ts";
import { clientSide, defineTool } from "./tool.ts";
import { noArguments, wireRange } from "./wireRange.ts";

export const getSelection = defineTool({
  name: "get_selection",
  description: "What the user has selected: file, range and text",
  input: noArguments,
  needs: ["activeSelection"],
  async run(_args, call) {
    const selection = await call.editor.activeSelection!(call);
    if (selection === undefined) return failure("No active editor");
    const { path, text, range } = selection;
    return json({ file_path: call.paths.write(path), text, range });
  },
  client: clientSide({
    operation: "activeSelection",
    ask: () => ({}),
    understand(result, paths) {
      // Not in JSON: the selected text may say so too.
      const said = readText(result);
      if (!said.startsWith("{") && /no active editor/i.test(said)) return undefined;
      const { file_path, text, range } = readJson(result, answer());
      return { path: paths.read(file_path), text, range };
    },
  }),
});

const answer = lazy(() =>
  v.object({ file_path: v.string(), text: v.optional(v.string(), ""), range: wireRange() }),
);

export const setSelection = defineTool({
  name: "set_selection",
  description: "Select a range, in a file that is open or in the active one",
  input: () => v.object({ file_path: v.nullish(v.string()), range: wireRange() }),
  needs: ["setSelection"],
  async run({ file_path, range }, call) {
    const where = file_path ? { path: call.paths.read(file_path) } : {};
    const outcome = await call.editor.setSelection!({ ...where, range }, call);
    return outcome === "selected" ? text("OK") : failure("File not open");
  },
  client: clientSide({
    operation: "setSelection",
    ask: ({ path, range }, paths) => ({ ...(path && { file_path: paths.write(path) }), range }),
    understand(result) {
      const answer = readText(result);
      if (answer === "OK") return "selected";
      if (/not open/i.test(answer)) return "notOpen";
      throw unexpected(answer);
    },
  }),
});
