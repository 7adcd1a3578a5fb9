import * as v from "valibot";
import { defineMcpTool, placeArguments } from "../mcpTool.ts";
import { presentRefactoring } from "../present.ts";

export const rename = defineMcpTool({
  name: "rename",
  title: "Rename a symbol",
  description:
    "Renames a symbol in all files of the project at once. The change is shown to the user, who accepts, edits or rejects it file by file; idebridge writes what was accepted, and the answer says what that is. Do not edit the files yourself as well. It waits for the user, which may take long.",
  input: v.object({
    ...placeArguments,
    newName: v.pipe(v.string(), v.minLength(1), v.description("The new name")),
  }),
  proposes: true,
  async run({ newName, ...place }, call) {
    const result = await call.ask("code/rename", { ...call.position(place), newName });
    return presentRefactoring(result, call.folder);
  },
});
