import * as v from "valibot";
import { defineMcpTool, placeArguments } from "../mcpTool.ts";
import { presentPlaces } from "../present.ts";

export const findReferences = defineMcpTool({
  name: "findReferences",
  title: "Find references",
  description:
    "Finds every use of a symbol in the project, its definition included, and nothing that only has the same name. Use it before changing or removing something.",
  input: v.object(placeArguments),
  async run(place, call) {
    const found = await call.ask("code/references", call.position(place));
    return presentPlaces(found, call.folder, "No references are known.");
  },
});
