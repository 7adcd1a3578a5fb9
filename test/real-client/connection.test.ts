import { readFileSync, writeFileSync } from "node:fs";
import { serve } from "@idebridge/sdk";
import { FakeEditor } from "@idebridge/sdk/testing";
import { beforeAll, describe, expect, test } from "vitest";
import type { ClaudeTerminal } from "./claudeTerminal.ts";
import { library, runCommand, serveCommand } from "./hosts.ts";
import { edit, type IdeHost, someSelection } from "./ideHost.ts";
import { installClaude } from "./installClaude.ts";
import { text } from "./modelApi.ts";
import { ServedEditor } from "./servedEditor.ts";

const kinds = [...library, serveCommand, runCommand];

describe.each(kinds)("Claude Code $version and $host", ({ version, open, startsClient }) => {
  beforeAll(() => installClaude(version));
  /** Of an IDE that is there without its client. */
  const testAlone = startsClient ? () => {} : test;

  testAlone("one that starts again is found again, and reviews as before", async () => {
    await using host = await open({ files: { "a.ts": "one\n" } });
    const { client } = host;
    const claude = await host.start();
    const lock = host.lockFile;
    await host.blur();
    await claude.waitForScreen((screen) => !someSelection.test(screen));
    await host.restart();
    expect(host.lockFile).toBe(lock);
    await host.select("a.ts");
    await claude.waitForScreen("⧉ In a.ts");
    const self = { name: "claude-code", version, pid: host.pidOf(claude), folders: [client.workspace] };
    expect(await host.clients()).toEqual([self]);

    client.api.play(...edit(client.path("a.ts"), "one", "two"), [text("end of a.")]);
    await claude.submit("change a");
    await (await host.review("a.ts")).accept("three\n");
    await client.api.waitForRequest(({ newText }) => newText.includes("The user modified"));
    expect(readFileSync(client.path("a.ts"), "utf8")).toBe("three\n");
  });

  test("two clients do not disturb each other", async () => {
    await using host = await open({ files: { "a.ts": "one\n", "sub/b.ts": "one\n" } });
    const { api, path, workspace } = host.client;
    const first = await host.start();
    const second = await host.start({ workspace: path("sub") });
    const pids = [first, second].map((claude) => host.pidOf(claude));
    expect(await host.clients()).toEqual([
      { name: "claude-code", version, pid: pids[0], folders: [workspace] },
      { name: "claude-code", version, pid: pids[1], folders: [path("sub")] },
    ]);

    api.play(...edit(path("a.ts"), "one", "two"));
    await first.submit("change a");
    const a = await host.review("a.ts");
    // A prompt begins with closeAllDiffTabs: the other client's review must survive it.
    api.play(...edit(path("sub/b.ts"), "one", "two"));
    await second.submit("change b");
    const b = await host.review("sub/b.ts");
    expect([a.isClosed, a.pid, b.pid]).toEqual([false, ...pids]);

    await b.reject();
    await second.waitForScreen("User rejected update to b.ts");
    expect(a.isClosed).toBe(false);
    await a.accept();
    await first.waitForScreen("done.");
    expect(["a.ts", "sub/b.ts"].map((name) => readFileSync(path(name), "utf8"))).toEqual(["two\n", "one\n"]);
  });

  testAlone("a wrong token is refused", async () => {
    await using host = await open({});
    const lock = JSON.parse(readFileSync(host.lockFile, "utf8"));
    writeFileSync(host.lockFile, JSON.stringify({ ...lock, authToken: "not the token" }));
    const claude = await host.client.start({ args: ["--ide", "--permission-mode", "default"] });
    expect(await host.refused()).toBe("Invalid or missing authentication token");
    await claude.submit("go on");
    await claude.waitForScreen("done.");
    expect(await host.clients()).toEqual([]);
  });

  testAlone("two IDEs for one folder: the client connects to neither", async () => {
    await using host = await open({});
    const { workspace, configDir } = host.client;
    const editor = new FakeEditor({ name: "Rival", folders: [workspace] });
    await using rival = await serve(editor, { configDir, env: {} });
    const [other] = await rival.conflicts();
    expect(other).toMatchObject({ lockFile: host.lockFile });

    const claude = await host.client.start({ args: ["--ide", "--permission-mode", "default"] });
    await claude.submit("go on");
    await claude.waitForScreen("done.");
    await claude.submit("/ide");
    const screen = await claude.waitForScreen(
      (shown) => shown.includes("Rival") && shown.includes(other!.name),
    );
    expect(screen).toContain("None");
    expect([...(await host.clients()), ...rival.clients]).toEqual([]);
  });

  test.each(["jetbrains", "kale"] as const)("reviews and problems in the dialect %s", async (dialect) => {
    await using host = await open({ files: { "a.ts": "one\n" }, dialect });
    const file = host.client.path("a.ts");
    const hasProblems = findsProblems(host, file);
    const claude = await host.start();
    // Asked for all problems, JetBrains tells those of the file that has the focus.
    await host.select("a.ts", threeCharacters);
    await claude.waitForScreen("⧉ 1 line selected");
    host.client.api.play(...edit(file, "one", "two"), [text("end of a.")]);
    await claude.submit("change a");
    await (await host.review("a.ts")).accept("three\n");
    const { newText } = await host.client.api.waitForRequest((request) =>
      request.newText.includes("The user modified"),
    );
    await claude.waitForScreen("end of a.");
    expect(readFileSync(file, "utf8")).toBe("three\n");
    expect(newText.includes("[Line 1:1] too many")).toBe(hasProblems);
    await rejectsInTerminal(host, claude);
  });

  test("nothing but the selection in the dialect obsidian, and nothing hangs", async () => {
    await using host = await open({ files: { "a.ts": "one\n" }, dialect: "obsidian" });
    const { api, path } = host.client;
    const claude = await host.start();
    api.play(...edit(path("a.ts"), "one", "two"), [text("end of a.")]);
    await claude.submit("change a");
    await claude.answer("Do you want to make this edit to a.ts?", "enter");
    await claude.waitForScreen("end of a.");
    expect(readFileSync(path("a.ts"), "utf8")).toBe("two\n");
    expect(await host.clients()).toMatchObject([{ version, pid: host.pidOf(claude) }]);
  });
});

const threeCharacters = { start: { line: 0, character: 0 }, end: { line: 0, character: 3 } };

/** An editor that finds something wrong with the file once it has changed. The command checks nothing by itself. */
function findsProblems(host: IdeHost, file: string): boolean {
  if (!(host instanceof ServedEditor)) return false;
  const problem = { message: "too many", severity: "error", range: threeCharacters } as const;
  host.check = () => {
    const isNew = readFileSync(file, "utf8") !== "one\n";
    return isNew ? [{ path: file, diagnostics: [problem] }] : [];
  };
  return true;
}

/** The next change, refused in the terminal: the review goes away with it. */
async function rejectsInTerminal(host: IdeHost, claude: ClaudeTerminal): Promise<void> {
  host.client.api.play(...edit(host.client.path("a.ts"), "three", "four"));
  await claude.submit("change it again");
  const review = await host.review("a.ts");
  await claude.answer("Do you want to make this edit to a.ts?", "escape");
  await claude.waitForScreen("User rejected update to a.ts");
  await review.closed();
  expect(readFileSync(host.client.path("a.ts"), "utf8")).toBe("three\n");
}
