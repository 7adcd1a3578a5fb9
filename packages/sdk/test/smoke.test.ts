import { mkdtemp, rm } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { connect, discover, serve } from "@idebridge/sdk";
import { FakeEditor, linkedPair } from "@idebridge/sdk/testing";
import { expect, it } from "vitest";

it("linked pair reviews", async () => {
  const editor = new FakeEditor({ files: { "/workspace/a.ts": "old" } });
  await using pair = await linkedPair(editor);
  const asked = pair.ide.openDiff({ path: "/workspace/a.ts", contents: "new" });
  const review = await editor.nextReview();
  review.accept("newer");
  expect(await asked).toEqual({ outcome: "accepted", contents: "newer", edited: true });
});

it.each(["claude-code", "jetbrains", "nexus", "obsidian", "kale"] as const)(
  "real sockets in %s",
  async (dialect) => {
    const configDir = await mkdtemp(join(tmpdir(), "idebridge-"));
    const editor = new FakeEditor({ folders: [configDir], files: { [`${configDir}/a.ts`]: "old" } });
    await using server = await serve(editor, { dialect, configDir, env: {} });
    expect(await discover({ configDir, env: {}, cwd: configDir })).toMatchObject([
      { port: server.port, problems: [] },
    ]);
    await using ide = await connect({ configDir, env: {}, cwd: configDir });
    expect(ide.dialect).toBe(dialect);
    await rm(configDir, { recursive: true });
  },
);
