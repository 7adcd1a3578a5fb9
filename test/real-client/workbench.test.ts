import { readFileSync } from "node:fs";
import type { Page } from "playwright-core";
import { afterAll, beforeAll, describe, expect, test } from "vitest";
import { BesideClaude } from "../idebridge/besideClaude.ts";
import type { TerminalProgram } from "../idebridge/terminalProgram.ts";
import { type Chromium, launchChromium } from "../workbench/chromium.ts";
import type { ClaudeTerminal } from "./claudeTerminal.ts";
import { edit } from "./ideHost.ts";
import { claudeVersions, installClaude } from "./installClaude.ts";
import { text } from "./modelApi.ts";

const [newest] = claudeVersions;
const lines = Array.from({ length: 60 }, (_, line) => `const line${line} = ${line};\n`);
const proposed = lines.with(4, "const line4 = 44;\n").with(30, 'const line30 = "thirty";\n').toSpliced(50, 2);
const files = {
  "selected.txt": "one\ntwo\nthree\n",
  "poem.ts": lines.join(""),
  "killed.ts": lines.join(""),
  "again.ts": lines.join(""),
};

describe(`Claude Code ${newest} and the workbench`, () => {
  let beside: BesideClaude;
  let idebridge: TerminalProgram;
  let claude: ClaudeTerminal;
  let chromium: Chromium;
  let page: Page;

  beforeAll(async () => {
    await installClaude(newest);
    beside = await BesideClaude.create({ version: newest, files });
    idebridge = await beside.serve();
    claude = await beside.claude("default");
    chromium = await launchChromium();
    page = await chromium.context.newPage();
    const { url } = JSON.parse(await beside.run("workbench", "--json"));
    await page.goto(url);
    await page.getByRole("navigation", { name: "Panels" }).waitFor();
  });
  afterAll(async () => {
    await chromium?.[Symbol.asyncDispose]();
    await beside?.[Symbol.asyncDispose]();
  });

  const onDisk = (name: string) => readFileSync(beside.client.path(name), "utf8");
  /** Three hunks in one edit. */
  const propose = async (name: string) => {
    const [before, after] = [lines.slice(2, 55).join(""), proposed.slice(2, 53).join("")];
    beside.client.api.play(...edit(beside.client.path(name), before, after), [text(`end of ${name}.`)]);
    await claude.submit(`change ${name}`);
  };
  const hunk = (number: number) => page.getByRole("group", { name: `Hunk ${number} of 3` });

  test("two of three hunks accepted by clicking: exactly those are on disk", async () => {
    await propose("poem.ts");
    await page.getByText("3 hunks", { exact: true }).waitFor();
    await hunk(1).getByRole("button", { name: "Accept" }).click();
    await hunk(2).getByRole("button", { name: "Reject" }).click();
    await hunk(3).getByRole("button", { name: "Accept" }).click();
    await page.getByRole("button", { name: "Send: accept 2 of 3" }).click();
    await claude.waitForScreen("end of poem.ts.");
    expect(onDisk("poem.ts")).toBe(lines.with(4, "const line4 = 44;\n").toSpliced(50, 2).join(""));
    await beside.client.api.waitForRequest(({ newText }) =>
      newText.includes("The user modified your proposed"),
    );
  });

  test("what is selected in the page is what the prompt shows, and what the model is told", async () => {
    await page.getByRole("navigation", { name: "Panels" }).getByText("Editor").click();
    await page.getByRole("treeitem", { name: "selected.txt" }).click();
    const editor = page.getByRole("textbox", { name: "selected.txt" });
    await editor.getByText("two").click();
    await editor.press("Control+Home");
    await editor.press("Shift+End");
    await editor.press("Shift+ArrowDown");
    await claude.waitForScreen("⧉ 2 lines selected");
    await page.getByText("Claude sees: 2 lines of selected.txt").waitFor();
    await claude.submit("what is selected?");
    const { newText } = await beside.client.api.waitForRequest((request) =>
      request.newText.includes("what is selected?"),
    );
    expect(newText).toContain("one\ntwo");
    expect(newText).not.toContain("three");
    await claude.waitForScreen("done.");
    await page.getByRole("navigation", { name: "Panels" }).getByText("Reviews").click();
  });

  test("kill -9 during a review: both come back, nothing is written, and the next one is reviewed", async () => {
    await propose("killed.ts");
    await page.getByText("3 hunks", { exact: true }).waitFor();
    idebridge.kill("SIGKILL");
    await idebridge.ended;
    await page.getByText("idebridge is not there").waitFor();
    expect(onDisk("killed.ts")).toBe(lines.join(""));
    idebridge = await beside.serve();
    await idebridge.shows(`● claude-code ${newest}`);
    await page.getByText("Nothing to review").waitFor();
    // Its own terminal has gone on asking.
    await claude.answer("Do you want to make this edit to killed.ts?", "escape");
    await claude.submit("go on");
    await claude.waitForScreen("end of killed.ts.");
    expect(onDisk("killed.ts")).toBe(lines.join(""));

    await beside.listens(claude);
    await propose("again.ts");
    await page.getByText("3 hunks", { exact: true }).waitFor();
    await page.getByRole("button", { name: "Accept file" }).click();
    await claude.waitForScreen("end of again.ts.");
    expect(onDisk("again.ts")).toBe(proposed.join(""));
  });
});
