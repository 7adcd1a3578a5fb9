import { defineTool } from "@idebridge/sdk";
import * as v from "valibot";

/** Answers with what it is given: as little as a tool can do, its arguments checked like any other's. */
export const echoTool = defineTool({
  name: "echo",
  description: "Answers with the text it is given",
  input: v.object({ text: v.string() }),
  run: ({ text }) => text,
});
