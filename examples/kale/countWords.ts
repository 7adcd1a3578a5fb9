import { defineTool } from "@idebridge/sdk";
import * as v from "valibot";

/** A tool of Kale's own. `filePath` below is typed by the schema, which also describes it to agents. */
export const countWords = defineTool({
  name: "countWords",
  description: "Counts the words of a file, unsaved changes included",
  input: v.object({ filePath: v.pipe(v.string(), v.description("The file to count in")) }),
  async run({ filePath }, call) {
    // `call.editor` is Kale less what the user does not share: a denied file cannot be read here.
    const text = await call.editor.readText(call.paths.read(filePath), call);
    if (text === undefined) throw new Error(`There is no file ${filePath}`);
    return { words: text.split(/\s+/).filter((word) => word !== "").length };
  },
});
