import * as v from "valibot";
import { defineMcpTool, placeArguments } from "../mcpTool.ts";
import { presentPlaces } from "../present.ts";

export const goToDefinition = defineMcpTool({
  name: "goToDefinition",
  title: "Go to definition",
  description:
    "Finds where a symbol is defined: the language server knows imports, overloads and types, which searching for text does not. Answers with file:line:column and the text of the line.",
  input: v.object({
    ...placeArguments,
    kind: v.optional(
      v.pipe(
        v.picklist(["definition", "typeDefinition", "implementation"]),
        v.description("The definition (default), that of its type, or the implementations of an interface"),
      ),
    ),
  }),
  async run({ kind, ...place }, call) {
    const found = await call.ask("code/definition", { ...call.position(place), ...(kind && { kind }) });
    return presentPlaces(found, call.folder, "No definition is known.");
  },
});
