import { existsSync, rmSync } from "node:fs";
import { connect, type Decision, type Editor, serve } from "@idebridge/sdk";
import { FakeEditor, linkedPair } from "@idebridge/sdk/testing";
import { describe, expect, it, vi } from "vitest";
import { temporaryFolder } from "./temporaryFolder.ts";

describe("serve refuses", () => {
  it.each<[string, Partial<Editor>, string | undefined]>([
    ["an editor without a name", { name: "" }, undefined],
    ["a relative folder", { workspaceFolders: () => ["src"] }, undefined],
    ["an empty token", {}, ""],
    ["a short token", {}, "0123456789"],
  ])("%s", async (_what, part, token) => {
    using config = temporaryFolder();
    const editor = { name: "Test", workspaceFolders: () => [config.path], ...part };
    const options = { configDir: config.path, env: {}, ...(token !== undefined && { token }) };
    await expect(serve(editor, options)).rejects.toMatchObject({ code: "INVALID_ARGUMENT" });
  });

  it.runIf(process.platform === "linux")(
    "a folder that cannot be made, and does not try for ever",
    async () => {
      const editor = new FakeEditor();
      await expect(serve(editor, { configDir: "/proc/nope", env: {} })).rejects.toMatchObject({
        code: "LOCK_NOT_WRITABLE",
      });
    },
  );
});

describe("an editor that answers nonsense", () => {
  it.each([
    42,
    undefined,
    null,
    { outcome: "yes" },
    { outcome: "accepted" },
    { outcome: "accepted", contents: 7 },
  ])("%j is no decision: neither a yes nor the user's no", async (nonsense) => {
    const editor = new FakeEditor();
    editor.review = () => Promise.resolve(nonsense as unknown as Decision);
    await using pair = await linkedPair(editor);
    await expect(pair.ide.openDiff({ path: "/workspace/a", contents: "x" })).rejects.toMatchObject({
      code: "TOOL_FAILED",
      message: expect.stringContaining("Fake Editor gave no decision"),
    });
  });

  it("is named with the method that is wrong", async () => {
    const editor = new FakeEditor();
    editor.diagnostics = () => "none" as never;
    editor.openDocuments = () => undefined as never;
    await using pair = await linkedPair(editor);
    await expect(pair.ide.diagnostics()).rejects.toThrow("diagnostics must return one");
    await expect(pair.ide.openDocuments()).rejects.toThrow("openDocuments must return one");
  });
});

it("a lock file that somebody removed comes back", async () => {
  using config = temporaryFolder();
  const options = { configDir: config.path, env: {} };
  await using server = await serve(new FakeEditor({ folders: [config.path] }), options);
  rmSync(server.lockFile);
  await vi.waitFor(() => expect(existsSync(server.lockFile)).toBe(true), { timeout: 20_000, interval: 100 });
  await using ide = await connect({ ...options, cwd: config.path });
  expect(ide.serverInfo.name).toBe("Fake Editor");
}, 30_000);

it("a call that is too large fails alone", async () => {
  using config = temporaryFolder();
  const options = { configDir: config.path, env: {} };
  await using _server = await serve(new FakeEditor({ folders: [config.path] }), options);
  await using ide = await connect({ ...options, cwd: config.path });
  const contents = "x".repeat(11 * 1024 * 1024);
  await expect(ide.openDiff({ path: "/a", contents })).rejects.toMatchObject({ code: "TOO_LARGE" });
  expect(await ide.workspaceFolders()).toEqual([config.path]);
});
