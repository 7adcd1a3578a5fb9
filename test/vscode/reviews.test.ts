import { writeFileSync } from "node:fs";
import type { Ide } from "@idebridge/sdk";
import { afterAll, afterEach, beforeAll, describe, expect, it } from "vitest";
import type { CodeServer } from "./codeServer.ts";
import { startCodeServer } from "./startCodeServer.ts";
import { eventually, textOf, type VscodeWindow } from "./vscodeWindow.ts";

const original = `export interface Item {
  price: number;
  count: number;
}

export function total(items: Item[]): number {
  let sum = 0;
  for (const item of items) sum += item.price;
  return sum;
}

export const currency = "EUR";
`;
const proposed = original
  .replace("sum += item.price;", "sum += item.price * item.count;")
  .replace('"EUR"', '"USD"');

const mixed = "\ufeffone\r\ntwo\nthrée\r\nfour";

let codeServer: CodeServer;
let window: VscodeWindow;
let ide: Ide;
let count = 0;

beforeAll(async () => {
  codeServer = await startCodeServer({
    // A delay below a second would be too short for VS Code to mark what is not saved.
    settings: {
      "files.autoSave": "afterDelay",
      "files.autoSaveDelay": 1_200,
      "files.encoding": "windows1252",
    },
  });
  window = await codeServer.open({
    "cart.ts": original,
    "crlf.ts": original.replaceAll("\n", "\r\n"),
    "mixed.txt": mixed,
  });
  ide = await window.connect();
});
afterAll(async () => {
  ide?.close();
  await codeServer?.[Symbol.asyncDispose]();
});

afterEach(async ({ task }) => {
  await window.keepScreen(task);
  await ide.closeAllDiffs();
  // Nothing is left of a review that is over, and VS Code has nothing to complain about.
  await eventually(async () => (await window.tab("cart.ts").count()) === 0, "a tab was left");
  expect(await window.message("").count()).toBe(0);
});

/** Opens a change of the file, and returns its decision with what is on the screen. */
async function propose(contents = proposed, file = "cart.ts") {
  const title = `✻ [Claude Code] ${file} (${++count})`;
  const decision = ide.openDiff({ path: window.path(file), contents, title });
  decision.catch(() => undefined);
  await window.tab(title).waitFor();
  await window.lens("Reject").first().waitFor();
  return { decision, title, tab: window.tab(title) };
}

const accepted = (contents: string) => ({ outcome: "accepted", contents, edited: contents !== proposed });

describe("a proposed change in VS Code", () => {
  it("is a diff, with the present text on the left and the proposed one on the right", async () => {
    const { decision, tab } = await propose();
    expect(await textOf(window.proposal())).toMatch(/item\.price \* item\.count/);
    expect(await textOf(window.original())).toMatch(/sum \+= item\.price;/);
    expect(await textOf(window.status())).toContain("1 to review");
    await window.titleButton("Accept the Change").click();
    expect(await decision).toEqual(accepted(proposed));
    await tab.waitFor({ state: "detached" });
    await eventually(
      async () => !(await textOf(window.status())).includes("to review"),
      "the status still tells of it",
    );
    expect(window.read("cart.ts")).toBe(original);
  });

  it("keeps what was written into the file meanwhile, and asks where the two meet", async () => {
    const written = `// mine\n${original}`;
    try {
      const apart = await propose();
      writeFileSync(window.path("cart.ts"), written);
      await window.titleButton("Accept the Change").click();
      expect(await apart.decision).toMatchObject({ outcome: "accepted", contents: `// mine\n${proposed}` });
      await apart.tab.waitFor({ state: "detached" });

      const meeting = await propose(`// mine\n${proposed}`);
      writeFileSync(window.path("cart.ts"), written.replace('"EUR"', '"CHF"'));
      await window.titleButton("Accept the Change").click();
      const question = window.message("cart.ts has changed in the meantime");
      await question.getByText("Accept All the Same").click();
      expect(await meeting.decision).toMatchObject({ outcome: "accepted", contents: `// mine\n${proposed}` });
      await meeting.tab.waitFor({ state: "detached" });
    } finally {
      writeFileSync(window.path("cart.ts"), original);
    }
  });

  it("is rejected with the title's button", async () => {
    const { decision, tab } = await propose();
    await window.titleButton("Reject the Change").click();
    expect(await decision).toEqual({ outcome: "rejected" });
    await tab.waitFor({ state: "detached" });
  });

  it("is rejected when its tab is closed", async () => {
    const { decision, tab } = await propose();
    await tab.click({ button: "middle" });
    expect(await decision).toEqual({ outcome: "rejected" });
  });

  it("is accepted in part: the rejected part stays as it was, to the last byte", async () => {
    const crlf = (text: string) => text.replaceAll("\n", "\r\n");
    const { decision, tab } = await propose(crlf(proposed), "crlf.ts");
    await window.lens("Reject").first().click();
    await window.partState(/1 of 2: rejected/).waitFor();
    expect(await textOf(window.proposal())).toMatch(/sum \+= item\.price;.*"USD"/);
    await window.lens("Accept").last().click();
    await window.partState(/2 of 2: accepted/).waitFor();
    await window.titleButton("Accept the Change").click();
    expect(await decision).toMatchObject({
      outcome: "accepted",
      contents: crlf(original.replace('"EUR"', '"USD"')),
    });
    await tab.waitFor({ state: "detached" });
  });

  it("keeps each byte that nobody touched: a byte order mark, mixed line endings, and UTF-8 whatever is set", async () => {
    const { decision, tab } = await propose(mixed.replace("two", "2"), "mixed.txt");
    expect(await textOf(window.proposal())).toContain("thrée");
    await window.proposal().click();
    await window.page.keyboard.press("Control+End");
    await window.page.keyboard.type("!");
    await window.titleButton("Accept the Change").click();
    const contents = `${mixed.replace("two", "2")}!`;
    expect(await decision).toEqual({ outcome: "accepted", contents, edited: true });
    await tab.waitFor({ state: "detached" });
  });

  it("takes a rejected part back again", async () => {
    const { decision } = await propose();
    await window.lens("Reject").first().click();
    await window.partState(/1 of 2: rejected/).waitFor();
    await window.lens("Accept").first().click();
    await window.partState(/1 of 2: accepted/).waitFor();
    await window.titleButton("Accept the Change").click();
    expect(await decision).toEqual(accepted(proposed));
  });

  it("is accepted with what the user typed, and not by autosave but by saving", async () => {
    const { decision, tab } = await propose();
    let isDecided = false;
    void decision.then(() => {
      isDecided = true;
    });
    await window.proposal().click();
    await window.page.keyboard.press("Control+Home");
    await window.page.keyboard.type("export const mine = 0;\n");
    const unsaved = tab.and(window.page.locator(".dirty"));
    await unsaved.waitFor();
    await unsaved.waitFor({ state: "detached" });
    // VS Code has saved by itself. Had that decided anything, the answer would have come before this one.
    await ide.workspaceFolders();
    expect(isDecided).toBe(false);
    await window.page.keyboard.press("Control+s");
    expect(await decision).toEqual(accepted(`export const mine = 0;\n${proposed}`));
    await tab.waitFor({ state: "detached" });
  });

  it("is accepted by saving when nothing was typed", async () => {
    const { decision } = await propose();
    await window.proposal().click();
    await window.page.keyboard.press("Control+s");
    expect(await decision).toEqual(accepted(proposed));
  });

  it("is decided with keys", async () => {
    const first = await propose();
    await window.proposal().click();
    await window.page.keyboard.press("Control+Alt+Enter");
    expect(await first.decision).toEqual(accepted(proposed));
    await first.tab.waitFor({ state: "detached" });
    const second = await propose();
    await window.proposal().click();
    await window.page.keyboard.press("Control+Alt+Backspace");
    expect(await second.decision).toEqual({ outcome: "rejected" });
  });

  it("is decided by command", async () => {
    const first = await propose();
    await window.command("idebridge: Accept the Change");
    expect(await first.decision).toEqual(accepted(proposed));
    await first.tab.waitFor({ state: "detached" });
    const second = await propose();
    await window.command("idebridge: Reject the Change");
    expect(await second.decision).toEqual({ outcome: "rejected" });
  });

  it("creates a file, with an empty left side", async () => {
    const { decision } = await propose("new\n", "made/here.txt");
    await window.titleButton("Accept the Change").click();
    expect(await decision).toMatchObject({ outcome: "accepted", contents: "new\n" });
  });

  it("goes when the agent takes it back, and only the agent's own do", async () => {
    await using other = await window.connect({ clientInfo: { name: "other-agent", version: "1.0" } });
    const mine = await propose();
    const theirTitle = "theirs";
    const theirs = other.openDiff({ path: window.path("cart.ts"), contents: proposed, title: theirTitle });
    theirs.catch(() => undefined);
    await window.tab(theirTitle).waitFor();
    await window.showInbox();
    await window.inboxRow("by other-agent").getByText("cart.ts").waitFor();
    await window.inboxRow("other-agent 1.0").waitFor();
    await window.keepScreen({ name: "the inbox of two agents" });
    await other.closeAllDiffs();
    expect(await theirs).toEqual({ outcome: "rejected" });
    await window.tab(theirTitle).waitFor({ state: "detached" });
    expect(await mine.tab.count()).toBe(1);
    await ide.closeTab(mine.title);
    expect(await mine.decision).toEqual({ outcome: "rejected" });
    await mine.tab.waitFor({ state: "detached" });
  });

  it("is in the view, and comes back to the front from there", async () => {
    const { decision, title } = await propose();
    await window.openFile("crlf.ts");
    await window.showInbox();
    await window.inboxRow("cart.ts").click();
    await eventually(
      async () => (await textOf(window.activeTab())) === title,
      "the review did not come to the front",
    );
    await window.titleButton("Reject the Change").click();
    expect(await decision).toEqual({ outcome: "rejected" });
  });
});
