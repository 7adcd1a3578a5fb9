import * as v from "valibot";
import { defineMcpTool, placeArguments } from "../mcpTool.ts";
import { cut } from "../present.ts";

export const hover = defineMcpTool({
  name: "hover",
  title: "Type and documentation",
  description:
    "Tells the type, the signature and the documentation of a symbol, as an editor shows them on hover.",
  input: v.object(placeArguments),
  async run(place, call) {
    const { text } = await call.ask("code/hover", call.position(place));
    return text === "" ? "Nothing is known about it." : cut(text, 6_000);
  },
});
