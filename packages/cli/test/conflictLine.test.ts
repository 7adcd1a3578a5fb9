import { expect, it } from "vitest";
import { conflictLine } from "../src/serve/conflictLine.ts";

it.each([
  ["/w", "has the folder open too: choose with /ide in Claude Code"],
  ["/w/sub", "has /w/sub open too: in there, choose with /ide in Claude Code"],
  ["/w/..sub", "has /w/..sub open too: in there, choose with /ide in Claude Code"],
  ["/", "has / open, which this is in: choose with /ide in Claude Code"],
])("another IDE that has %s open is told as that", (folder, words) => {
  const line = conflictLine({ name: "idebridge", port: 4242, folders: ["/other", folder] }, ["/w"]);
  expect(line).toBe(`idebridge (port 4242) ${words}`);
});
