import { startHeadless } from "@idebridge/headless";
import { connect, type IdeEvent } from "@idebridge/sdk";
import { afterAll, afterEach, beforeAll, expect, it } from "vitest";
import { claudeVersions, installClaude } from "../real-client/installClaude.ts";
import { type RealClient, realClient } from "../real-client/realClient.ts";
import type { CodeServer } from "./codeServer.ts";
import { startCodeServer } from "./startCodeServer.ts";
import { eventually, type VscodeWindow } from "./vscodeWindow.ts";

/** Which of the two an agent finds, and that it finds one only. */
type Server = "idebridge" | "theirs";

const [version] = claudeVersions;
const question = "Claude Code's own extension serves this folder, too";

let client: RealClient;
let codeServer: CodeServer;
let window: VscodeWindow;

beforeAll(async () => {
  await installClaude(version);
  client = await realClient({ version, files: { "a.txt": "a\n" } });
  codeServer = await startCodeServer({ home: client.home, env: { IDEBRIDGE_THEIRS: "at start" } });
  window = await codeServer.openFolder(client.workspace);
});
afterEach(({ task }) => window.keepScreen(task));
afterAll(async () => {
  await codeServer?.[Symbol.asyncDispose]();
  await client?.[Symbol.asyncDispose]();
});

const join = () => connect({ cwd: window.workspace, configDir: client.configDir, env: {} });

async function found(): Promise<Server | "none" | "both"> {
  const [one, ...others] = window.announcements();
  if (one === undefined) return "none";
  if (others.length > 0) return "both";
  await using ide = await join();
  return ide.serverInfo.name === "theirs" ? "theirs" : "idebridge";
}

const isFound = (server: Server) =>
  eventually(
    async () => (await found().catch(() => undefined)) === server,
    `not ${server} alone: ${JSON.stringify(window.announcements())}`,
  );

const answer = (label: string) =>
  window.message(question).locator(".monaco-button", { hasText: label }).click();

async function reload(): Promise<void> {
  await window.page.reload();
  await window.ready();
  await window.page.locator(".statusbar-item", { hasText: "theirs is here" }).waitFor();
}

it("leaves the folder to Claude Code's own extension, and asks who is to serve it", async () => {
  await window.message(question).waitFor();
  await window.says(/idebridge waits/);
  await isFound("theirs");
});

it("serves it instead when the user says so, and cuts nobody off", async () => {
  await using theirs = await join();
  const events: IdeEvent["type"][] = [];
  theirs.subscribe(({ type }) => events.push(type));
  await answer("Use idebridge");
  await window.says(/idebridge$/);
  await isFound("idebridge");
  expect(events).toEqual([]);
});

it("is the one that the real Claude Code finds by itself", async () => {
  const claude = await client.start({ args: ["--ide"] });
  await window.says(/idebridge 1$/, 60_000);
  await claude.exit();
  await window.says(/idebridge$/);
});

it("does not fight with one that announces itself again, but asks once more", async () => {
  await window.command("Theirs: Announce Again");
  await window.says(/idebridge waits/);
  await isFound("theirs");
  await answer("Use idebridge");
  await window.says(/idebridge$/);
  await isFound("idebridge");
});

it("remembers that when the window is reloaded", async () => {
  await reload();
  await window.says(/idebridge$/);
  await isFound("idebridge");
  expect(await window.message(question).count()).toBe(0);
});

it("gives it back when the user changes their mind, and remembers that, too", async () => {
  await window.command("idebridge: Choose Who Serves This Folder");
  await answer("Use the Other One");
  await window.says(/idebridge waits/);
  await isFound("theirs");
  await reload();
  await window.says(/idebridge waits/);
  await isFound("theirs");
});

it("serves the folder as soon as the other one has gone", async () => {
  await window.command("Theirs: Stop");
  await window.says(/idebridge$/);
  await isFound("idebridge");
});

it("makes way for one that comes while an agent is connected, and the agent stays", async () => {
  const own = await window.announcement();
  await using ide = await join();
  await window.says(/idebridge 1$/);
  {
    await using other = await startHeadless({
      folders: [window.workspace],
      version: "0.0.0",
      env: { HOME: client.home },
      recordChanges: false,
    });
    await window.says(/idebridge waits/);
    expect(window.announcements().map(({ port }) => port)).toEqual([other.server.port]);
    await window.message("this window waits until the other one is stopped").waitFor();
    const decision = ide.openDiff({ path: window.path("a.txt"), contents: "b\n", title: "a.txt ⧉" });
    await window.titleButton("Accept the Change").click();
    expect(await decision).toMatchObject({ outcome: "accepted" });
  }
  await window.says(/idebridge 1$/);
  expect(await window.announcement()).toEqual(own);
});

it("is clicked in the status bar to choose", async () => {
  await window.command("Theirs: Start");
  await window.says(/idebridge waits/);
  await window.status().click();
  await answer("Use idebridge");
  await window.says(/idebridge$/);
  await isFound("idebridge");
  await window.command("idebridge: Stop Serving This Window");
  await isFound("theirs");
});
