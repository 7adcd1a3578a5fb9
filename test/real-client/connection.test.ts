import { readFileSync, writeFileSync } from "node:fs";
import { dialects, serve } from "@idebridge/sdk";
import { FakeEditor } from "@idebridge/sdk/testing";
import { beforeAll, describe, expect, test } from "vitest";
import { claudeVersions, installClaude } from "./installClaude.ts";
import { text } from "./modelApi.ts";
import { edit, type ServedEditor, servedEditor, someSelection } from "./servedEditor.ts";

describe.each(claudeVersions)("Claude Code %s and our server", (version) => {
  beforeAll(() => installClaude(version));

  test("a server that starts again on its port, with its token, is found again", async () => {
    await using served = await servedEditor({ version, files: { "a.ts": "one\n" } });
    const claude = await served.start();
    const { client } = served;
    const { port, token } = served.server;
    served.editor.blur();
    await claude.waitForScreen((screen) => !someSelection.test(screen));
    await served.server.close();

    const editor = new FakeEditor({ name: "Fake again", folders: [client.workspace] });
    editor.select(client.path("a.ts"));
    await using server = await serve(editor, { port, token, configDir: client.configDir, env: {} });
    await claude.waitForScreen("⧉ In a.ts");
    expect(server.clients).toMatchObject([{ name: "claude-code", version, pid: claude.pid }]);

    client.api.play(...edit(client.path("a.ts"), "one", "two"), [text("end of a.")]);
    await claude.submit("change a");
    (await editor.nextReview()).accept("three\n");
    await client.api.waitForRequest(({ newText }) => newText.includes("The user modified"));
    expect(readFileSync(client.path("a.ts"), "utf8")).toBe("three\n");
  });

  test("two clients do not disturb each other", async () => {
    await using served = await servedEditor({ version, files: { "a.ts": "one\n", "sub/b.ts": "one\n" } });
    const { api, path, workspace } = served.client;
    const first = await served.start();
    const second = await served.start({ workspace: path("sub") });
    for (const { pid } of [first, second]) {
      await served.waitForEvent("clientChanged", (event) => {
        return event.client.pid === pid && event.client.folders.length > 0;
      });
    }
    expect(served.server.clients.map(({ connectedAt: _, id: _id, ...client }) => client)).toEqual([
      { name: "claude-code", version, pid: first.pid, folders: [workspace] },
      { name: "claude-code", version, pid: second.pid, folders: [path("sub")] },
    ]);

    api.play(...edit(path("a.ts"), "one", "two"));
    await first.submit("change a");
    const a = await served.review("a.ts");
    // A prompt begins with closeAllDiffTabs: the other client's review must survive it.
    api.play(...edit(path("sub/b.ts"), "one", "two"));
    await second.submit("change b");
    const b = await served.review("sub/b.ts");
    await served.waitForEvent(
      "toolAnswered",
      ({ tool, client }) => tool === "closeAllDiffTabs" && client.pid === second.pid,
    );
    expect([a.isClosed, a.client.pid, b.client.pid]).toEqual([false, first.pid, second.pid]);

    b.reject();
    await second.waitForScreen("User rejected update to b.ts");
    expect(a.isClosed).toBe(false);
    a.accept();
    await first.waitForScreen("done.");
    expect(["a.ts", "sub/b.ts"].map((name) => readFileSync(path(name), "utf8"))).toEqual(["two\n", "one\n"]);
  });

  test("a wrong token is refused", async () => {
    await using served = await servedEditor({ version });
    const lock = JSON.parse(readFileSync(served.server.lockFile, "utf8"));
    writeFileSync(served.server.lockFile, JSON.stringify({ ...lock, authToken: "not the token" }));
    const claude = await served.client.start({ args: ["--ide", "--permission-mode", "default"] });
    expect(await served.waitForEvent("refused")).toEqual({
      type: "refused",
      reason: "Invalid or missing authentication token",
    });
    await claude.submit("go on");
    await claude.waitForScreen("done.");
    expect(served.events.map(({ type }) => type)).toEqual(["refused"]);
  });

  test("two IDEs for one folder: each learns of the other, and the client connects to neither", async () => {
    await using served = await servedEditor({ version });
    const { workspace, configDir } = served.client;
    const editor = new FakeEditor({ name: "Rival", folders: [workspace] });
    await using rival = await serve(editor, { configDir, env: {} });
    expect(await rival.conflicts()).toMatchObject([{ name: "Fake", port: served.server.port }]);
    expect(await served.server.conflicts()).toMatchObject([{ name: "Rival", port: rival.port }]);

    const claude = await served.client.start({ args: ["--ide", "--permission-mode", "default"] });
    await claude.submit("go on");
    await claude.waitForScreen("done.");
    await claude.submit("/ide");
    const screen = await claude.waitForScreen(/Fake[\s\S]*Rival|Rival[\s\S]*Fake/);
    expect(screen).toContain("None");
    expect([...served.server.clients, ...rival.clients]).toEqual([]);
  });

  test.each(["jetbrains", "kale"] as const)("reviews and problems in the dialect %s", async (dialect) => {
    await using served = await servedEditor({
      version,
      files: { "a.ts": "one\n" },
      serve: { dialect: dialects[dialect] },
    });
    const range = { start: { line: 0, character: 0 }, end: { line: 0, character: 3 } };
    const file = served.client.path("a.ts");
    served.check = () => {
      const isNew = readFileSync(file, "utf8") !== "one\n";
      return isNew ? [{ path: file, diagnostics: [{ message: "too many", severity: "error", range }] }] : [];
    };
    const claude = await served.start();
    // Asked for all problems, JetBrains tells those of the file that has the focus.
    served.editor.select(file, range, "one");
    await claude.waitForScreen("⧉ 1 line selected");
    served.client.api.play(...edit(file, "one", "two"), [text("end of a.")]);
    await claude.submit("change a");
    (await served.review("a.ts")).accept("three\n");
    const { newText } = await served.client.api.waitForRequest((request) =>
      request.newText.includes("The user modified"),
    );
    await claude.waitForScreen("end of a.");
    expect(readFileSync(file, "utf8")).toBe("three\n");
    expect(newText).toContain("[Line 1:1] too many");
    await rejectsInTerminal(served, claude);
  });

  test("nothing but the selection in the dialect obsidian, and nothing hangs", async () => {
    const served = { version, files: { "a.ts": "one\n" }, serve: { dialect: dialects.obsidian } } as const;
    await using vault = await servedEditor(served);
    const claude = await vault.start();
    vault.client.api.play(...edit(vault.client.path("a.ts"), "one", "two"), [text("end of a.")]);
    await claude.submit("change a");
    await claude.answer("Do you want to make this edit to a.ts?", "enter");
    await claude.waitForScreen("end of a.");
    expect(readFileSync(vault.client.path("a.ts"), "utf8")).toBe("two\n");
    expect(vault.server.clients).toMatchObject([{ version, pid: claude.pid }]);
  });
});

/** The next change, refused in the terminal: the review goes away with it. */
async function rejectsInTerminal(
  served: ServedEditor,
  claude: Awaited<ReturnType<ServedEditor["start"]>>,
): Promise<void> {
  served.client.api.play(...edit(served.client.path("a.ts"), "three", "four"));
  await claude.submit("change it again");
  const review = await served.review("a.ts");
  await claude.answer("Do you want to make this edit to a.ts?", "escape");
  await claude.waitForScreen("User rejected update to a.ts");
  await served.waitForEvent("toolAnswered", ({ tool }) => tool === "close_tab" && review.isClosed);
  expect(readFileSync(served.client.path("a.ts"), "utf8")).toBe("three\n");
}
