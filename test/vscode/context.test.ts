import type { Ide, Mention } from "@idebridge/sdk";
import { afterAll, afterEach, beforeAll, expect, it } from "vitest";
import type { CodeServer } from "./codeServer.ts";
import { startCodeServer } from "./startCodeServer.ts";
import { eventually, textOf, type VscodeWindow } from "./vscodeWindow.ts";

let codeServer: CodeServer;
let window: VscodeWindow;
let ide: Ide;
let selections: (string | undefined)[] = [];
let mentions: Mention[] = [];

beforeAll(async () => {
  codeServer = await startCodeServer();
  window = await codeServer.open({
    "one.txt": "first\nsecond\nthird\n",
    "two.txt": "other\n",
    "src/deep.txt": "deep\n",
    ".env": "SECRET=1\n",
  });
  ide = await listen();
});
afterEach(({ task }) => window.keepScreen(task));
afterAll(async () => {
  ide?.close();
  await codeServer?.[Symbol.asyncDispose]();
});

async function listen(): Promise<Ide> {
  const agent = await window.connect();
  selections = [];
  mentions = [];
  agent.subscribe((event) => {
    if (event.type === "selection") selections.push(event.selection?.text);
    if (event.type === "mention") mentions.push(event.mention);
  });
  return agent;
}

const isSelected = (text: string | undefined) =>
  eventually(
    () => selections.length > 0 && selections.at(-1) === text,
    `not told: ${text}, but ${selections}`,
  );

/** Selects whole lines, from the first. */
async function selectLines(count: number): Promise<void> {
  await window.page.keyboard.press("Control+Home");
  for (let line = 0; line < count; line++) await window.page.keyboard.press("Shift+ArrowDown");
}

const mentioned = (expected: readonly Mention[]) =>
  eventually(
    () => JSON.stringify(mentions) === JSON.stringify(expected),
    `not mentioned: ${JSON.stringify(expected)}, but ${JSON.stringify(mentions)}`,
  );

const explorerRow = (name: string) =>
  window.page.locator(".explorer-folders-view .monaco-list-row", { hasText: name });

it("tells what is selected, and not what is in a secret file, an output panel or a diff", async () => {
  await window.openFile("one.txt");
  await selectLines(2);
  await isSelected("first\nsecond\n");

  await window.command("idebridge: Show the Log");
  await window.page.locator(".pane-body.output-view, .output-view").first().click();
  await window.page.keyboard.press("Control+a");
  const review = ide.openDiff({ path: window.path("two.txt"), contents: "new\n", title: "two ⧉" });
  await window.proposal().click();
  await window.page.keyboard.press("Control+a");
  expect(selections.at(-1)).toBe("first\nsecond\n");
  await window.titleButton("Reject the Change").click();
  await review;
  await window.page.keyboard.press("Control+j");

  await window.openFile(".env");
  await window.page.keyboard.press("Control+a");
  await eventually(() => selections.at(-1) === undefined, "the selection of before is still told");
  // Neither of the log, nor of either side of the diff, whenever it may have come.
  expect(selections.join()).not.toMatch(/SECRET|listening|new|other/);
});

it("mentions the selected lines with Alt+K, the whole file when nothing is selected", async () => {
  await window.openFile("one.txt");
  await selectLines(2);
  await window.page.keyboard.press("Alt+k");
  const lines = { path: window.path("one.txt"), lines: { first: 0, last: 1 } };
  await mentioned([lines]);
  await window.page.keyboard.press("Control+Home");
  await window.page.keyboard.press("Alt+k");
  await mentioned([lines, { path: window.path("one.txt") }]);
});

it("mentions from the editor's context menu", async () => {
  mentions = [];
  await window.openFile("two.txt");
  await window.text().click({ button: "right" });
  await window.choose("Mention in Claude Code");
  await mentioned([{ path: window.path("two.txt") }]);
});

it("mentions several files and folders from the explorer", async () => {
  mentions = [];
  await explorerRow("src").click();
  await explorerRow("one.txt").click({ modifiers: ["Control"] });
  await explorerRow("one.txt").click({ button: "right" });
  await window.choose("Mention in Claude Code");
  await eventually(() => mentions.length === 2, `only ${JSON.stringify(mentions)}`);
  expect(mentions.map(({ path }) => path).sort()).toEqual(
    [window.path("one.txt"), window.path("src")].sort(),
  );
});

it("mentions the others when one of several is secret, and says which one is not", async () => {
  mentions = [];
  await explorerRow(".env").click();
  await explorerRow("two.txt").click({ modifiers: ["Control"] });
  await explorerRow("two.txt").click({ button: "right" });
  await window.choose("Mention in Claude Code");
  await window.message(".env is not shared").waitFor();
  await mentioned([{ path: window.path("two.txt") }]);
  await window.command("Notifications: Clear All Notifications");
});

it("says why a secret file is not mentioned", async () => {
  mentions = [];
  await window.openFile(".env");
  await window.page.keyboard.press("Alt+k");
  await window.message(".env is not shared").waitFor();
  expect(mentions).toEqual([]);
});

it("keeps a mention for the agent that comes next", async () => {
  ide.close();
  await eventually(async () => !/\d/.test(await textOf(window.status())), "it is still connected");
  await window.openFile("two.txt");
  await window.page.keyboard.press("Alt+k");
  await window.page.locator(".statusbar", { hasText: "No agent is connected" }).waitFor();
  ide = await listen();
  await mentioned([{ path: window.path("two.txt") }]);
});
