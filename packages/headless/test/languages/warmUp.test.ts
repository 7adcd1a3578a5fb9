import { expect, test, vi } from "vitest";
import { ScriptedServers } from "./scriptedServers.ts";

test("however many agents come, the project is looked at once, and nothing of the later looks is kept", async () => {
  await using workspace = new ScriptedServers({ scripted: {} });
  workspace.write("a.txt", "bad1");
  const joined = vi.spyOn(AbortSignal, "any");
  try {
    for (let agent = 0; agent < 5; agent++) await workspace.servers.warmUp();
    expect(joined).toHaveBeenCalledTimes(1);
  } finally {
    joined.mockRestore();
  }
});
