import { execFileSync } from "node:child_process";
import { existsSync, readFileSync, statSync } from "node:fs";
import { mkdir, rm, writeFile } from "node:fs/promises";
import path from "node:path";
import { connect, type IdeEvent } from "@idebridge/sdk";
import { afterAll, afterEach, beforeAll, expect, it } from "vitest";
import type { CodeServer } from "./codeServer.ts";
import { startCodeServer } from "./startCodeServer.ts";
import { announcements, eventually, textOf, type VscodeWindow } from "./vscodeWindow.ts";

let codeServer: CodeServer;
let window: VscodeWindow;

beforeAll(async () => {
  codeServer = await startCodeServer({
    settings: { "idebridge.claudeCommand": "echo $CLAUDE_CODE_SSE_PORT > joined.txt" },
  });
  window = await codeServer.open({ "a.txt": "a\n" });
});
afterEach(({ task }) => window.keepScreen(task));
afterAll(() => codeServer?.[Symbol.asyncDispose]());

it("announces each window with its folders, in a file that nobody else can read", async () => {
  await using other = await codeServer.open({ "b.txt": "b\n" });
  const [one, two] = [await window.announcement(), await other.announcement()];
  expect([one.folders, two.folders]).toEqual([[window.workspace], [other.workspace]]);
  expect([one.port === two.port, one.token === two.token, one.name]).toEqual([false, false, "code-server"]);
  const lockFile = path.join(codeServer.configDir, "ide", `${two.port}.lock`);
  expect(statSync(lockFile).mode & 0o777).toBe(0o600);

  await using ide = await other.connect();
  expect(await ide.workspaceFolders()).toEqual([other.workspace]);
  await other.says(/idebridge 1$/);
  await window.says(/idebridge$/);

  // The window is closed: nothing of it stays.
  await other.page.close({ runBeforeUnload: true });
  await eventually(() => !existsSync(lockFile), "the lock file stayed");
});

it("keeps port, token and what is not shared over a reload, and an agent comes back", async () => {
  const before = await window.announcement();
  await using ide = await window.connect();
  await window.openFile("a.txt");
  await eventually(async () => (await ide.openDocuments()).length === 1, "the file is not told");
  await window.status().click();
  await eventually(async () => (await ide.openDocuments()).length === 0, "the file is still told");

  const events: IdeEvent["type"][] = [];
  ide.subscribe(({ type }) => events.push(type));
  const review = ide.openDiff({ path: window.path("a.txt"), contents: "b\n", title: "a.txt ⧉" });
  const undecided = expect(review).rejects.toThrow();
  await window.tab("a.txt ⧉").waitFor();
  await window.page.reload();
  await window.ready();
  await undecided;
  await eventually(() => events.includes("connected"), `it did not come back: ${events}`);
  const { port, token } = await window.announcement();
  expect({ port, token }).toEqual({ port: before.port, token: before.token });
  // Nobody waits for the answer to that diff any more.
  await window.tab("a.txt ⧉").waitFor({ state: "detached" });

  await window.openFile("a.txt");
  expect(await ide.openDocuments()).toEqual([]);
  await window.status().click();
  await eventually(async () => (await ide.openDocuments()).length === 1, "the file is not told again");
});

it("is stopped and started by commands", async () => {
  const { port } = await window.announcement();
  await window.command("idebridge: Stop Serving This Window");
  await eventually(
    () => announcements(codeServer.configDir).every((each) => each.port !== port),
    "the lock file stayed",
  );
  await window.command("idebridge: Serve This Window");
  expect((await window.announcement()).port).toBe(port);
});

it("is served by the window that was opened last, when a folder is open in two", async () => {
  const { workspace } = window;
  await using second = await codeServer.openFolder(workspace);
  await window.status().and(window.page.locator('[aria-label*="not served"]')).waitFor();
  await second.says(/idebridge$/);
  await using ide = await second.connect();
  await ide.openFile(window.path("a.txt"));
  await second.tab("a.txt").waitFor();
  // A click takes it back.
  ide.close();
  await window.status().click();
  await second.status().and(second.page.locator('[aria-label*="not served"]')).waitFor();
});

it("is served by one of two editors that open it at the same moment", async () => {
  await using other = await startCodeServer({ home: codeServer.home });
  const folder = await codeServer.makeFolder();
  const both = await Promise.all([codeServer.openFolder(folder), other.openFolder(folder)]);
  await eventually(async () => {
    const states = await Promise.all(both.map((each) => textOf(each.status())));
    const waiting = states.filter((text) => text.includes("waits"));
    return waiting.length === 1 && both[0].announcements().length === 1;
  }, "it is not one that serves and one that waits");
  await both[0][Symbol.asyncDispose]();
});

it("opens Claude Code in a terminal that is joined to the window", async () => {
  const { port } = await window.announcement();
  await window.command("idebridge: Open Claude Code");
  const joined = window.path("joined.txt");
  await eventually(
    () => existsSync(joined) && readFileSync(joined, "utf8") === `${port}\n`,
    "the terminal does not know the port",
  );
});

it("leads new users through four steps, and each step's button does what it says", async () => {
  await rm(window.path("joined.txt"));
  const size = window.page.viewportSize()!;
  // In a narrower window, VS Code leaves the pictures out.
  await window.page.setViewportSize({ width: 1700, height: 900 });
  await window.command("Welcome: Open Walkthrough...");
  const choice = window.page.locator(".quick-input-list .monaco-list-row", {
    hasText: "Claude Code in this window",
  });
  await choice.click();
  const steps = window.page.locator(".getting-started-step");
  const media = window.page.locator(".getting-started-media");
  const text = media.frameLocator("iframe.webview").frameLocator("iframe").locator("body");
  // Each with what is shown beside it.
  const shown = {
    "Start Claude Code": text.getByText("The terminal gets what Claude Code needs"),
    "Point it to some lines": text.getByText("mentions the selected lines"),
    "Review its changes": media.getByRole("img", { name: "A change as a diff" }),
    "Decide what is shared": text.getByText("While sharing is paused"),
  };
  const titles = Object.keys(shown);
  await eventually(async () => (await steps.count()) === titles.length, "the steps are not there");
  expect(await steps.locator(".step-title").allTextContents()).toEqual(titles);
  for (const [title, beside] of Object.entries(shown)) {
    await steps.filter({ hasText: title }).locator(".step-title").click();
    await beside.waitFor();
    await window.keepScreen({ name: `walkthrough ${title}` });
  }
  await steps.getByRole("button", { name: "Pause or Resume Sharing" }).click();
  await window.status().and(window.page.locator('[aria-label*="paused"]')).waitFor();
  await window.status().click();
  await steps.filter({ hasText: titles[0]! }).locator(".step-title").click();
  await steps.getByRole("button", { name: "Open Claude Code" }).click();
  await eventually(() => existsSync(window.path("joined.txt")), "no terminal was opened");
  await window.page.setViewportSize(size);
});

it("serves a git worktree as a folder of its own, beside the window of its repository", async () => {
  const repository = await codeServer.makeFolder({ "a.txt": "a\n" });
  const worktree = `${repository}-worktree`;
  const git = (...args: string[]) =>
    execFileSync("git", ["-c", "user.name=a", "-c", "user.email=a@b", ...args], {
      cwd: repository,
      env: { PATH: process.env.PATH, HOME: codeServer.home },
    });
  git("init", "-q");
  git("add", ".");
  git("commit", "-qm", "first");
  git("worktree", "add", "-q", worktree);
  await using main = await codeServer.openFolder(repository);
  await using second = await codeServer.openFolder(worktree);
  const [one, two] = [await main.announcement(), await second.announcement()];
  expect([one.folders, two.folders]).toEqual([[repository], [worktree]]);
  // Found by where the agent works, as Claude Code does.
  await using ide = await connect({ cwd: worktree, configDir: codeServer.configDir, env: {} });
  await second.says(/idebridge 1$/);
  expect(await ide.workspaceFolders()).toEqual([worktree]);
});

it("serves all folders of a workspace, and follows when one is added", async () => {
  const parent = await codeServer.makeFolder();
  const [one, two] = [path.join(parent, "one"), path.join(parent, "two")];
  await mkdir(one);
  await mkdir(two);
  const file = path.join(parent, "both.code-workspace");
  const list = (...folders: string[]) => JSON.stringify({ folders: folders.map((each) => ({ path: each })) });
  await writeFile(file, list(one));
  await using _several = await codeServer.openFolder(file);
  const folders = () =>
    announcements(codeServer.configDir).find((each) => each.folders.includes(one))?.folders;
  let looks = 0;
  await eventually(async () => {
    // Now and then VS Code opens a workspace without its folders, until the file changes again.
    if (looks++ % 40 === 0) await writeFile(file, list(one, two) + "\n".repeat(looks));
    return folders()?.length === 2;
  }, "the second folder is not announced");
  expect(folders()).toEqual([one, two]);
});

it("serves a second folder that is added to a window with one, at the same place", async () => {
  const [one, two] = [await codeServer.makeFolder(), await codeServer.makeFolder()];
  await mkdir(path.join(two, "inside"));
  await using several = await codeServer.openFolder(one);
  const before = await several.announcement();
  await several.command("Workspaces: Add Folder to Workspace...");
  const input = several.page.locator(".quick-input-widget input").first();
  const inside = several.page.locator(".quick-input-list .monaco-list-row", { hasText: "inside" });
  // Once it is ready, it proposes a folder of its own, whatever was typed before; and it takes none that it has not looked at.
  await eventually(async () => {
    if ((await input.inputValue()) !== `${two}/`) await input.fill(`${two}/`);
    return inside.isVisible();
  }, "VS Code does not look at the folder");
  await several.page.keyboard.press("Enter");
  // VS Code opens a new workspace with both.
  const after = { ...before, pid: expect.any(Number), folders: [one, two] };
  await eventually(
    () => several.announcements()[0]?.folders[1] === two,
    "the second folder is not announced",
    120_000,
  );
  expect(await several.announcement()).toEqual(after);
  await using ide = await several.connect();
  expect(await ide.workspaceFolders()).toEqual([one, two]);
});

it("goes on when the folder is deleted under it", async () => {
  await using left = await codeServer.open({ "a.txt": "a\n" });
  await using ide = await left.connect();
  await left.openFile("a.txt");
  await rm(left.workspace, { recursive: true });
  expect(await ide.openFile(left.path("a.txt"))).toBe("notFound");
  expect(await ide.diagnostics(left.path("a.txt"))).toMatchObject([{ diagnostics: [] }]);
  const change = { path: left.path("b.txt"), contents: "b\n", title: "b.txt ⧉" };
  const decision = ide.openDiff(change);
  await left.titleButton("Accept the Change").click();
  expect(await decision).toMatchObject({ outcome: "accepted", contents: "b\n" });
  expect((await left.announcement()).folders).toEqual([left.workspace]);
});
