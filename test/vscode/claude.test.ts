import { readFileSync } from "node:fs";
import { afterAll, afterEach, beforeAll, expect, it } from "vitest";
import { claudeEnvironment } from "../real-client/claudeConfig.ts";
import { type ClaudeTerminal, promptBox } from "../real-client/claudeTerminal.ts";
import { edit, someSelection } from "../real-client/ideHost.ts";
import { claudeVersions, installClaude } from "../real-client/installClaude.ts";
import { text } from "../real-client/modelApi.ts";
import { type RealClient, realClient } from "../real-client/realClient.ts";
import type { CodeServer } from "./codeServer.ts";
import { startCodeServer } from "./startCodeServer.ts";
import { eventually, type VscodeWindow } from "./vscodeWindow.ts";

const [version] = claudeVersions;
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

let client: RealClient;
let codeServer: CodeServer;
let window: VscodeWindow;
let claude: ClaudeTerminal;

beforeAll(async () => {
  const program = await installClaude(version);
  client = await realClient({ version, files: { "cart.ts": original, "other.ts": original } });
  const variables = Object.entries(claudeEnvironment(client.home, client.api)).map((each) => each.join("="));
  const words = ["env", ...variables, program.file, ...program.args].map((word) => `'${word}'`);
  codeServer = await startCodeServer({
    home: client.home,
    settings: { "breadcrumbs.enabled": false, "idebridge.claudeCommand": words.join(" ") },
  });
  window = await codeServer.openFolder(client.workspace);
  await window.announcement();
  await join();
});
afterEach(({ task }) => window.keepScreen(task));
afterAll(async () => {
  await codeServer?.[Symbol.asyncDispose]();
  await client?.[Symbol.asyncDispose]();
});

async function join(): Promise<void> {
  claude = await client.start({ args: ["--ide", "--permission-mode", "default"] });
  await window.says(/idebridge 1$/);
}

it("sees what is selected in VS Code", async () => {
  await window.openFile("cart.ts");
  await window.page.keyboard.press("Control+Home");
  // Told too early, it would not listen yet: what changes is told again.
  await eventually(async () => {
    await window.page.keyboard.press("Shift+ArrowDown");
    return claude.waitForScreen(someSelection, 2_000).then(
      () => true,
      () => false,
    );
  }, "the selection is not on its screen");
  await window.page.keyboard.press("Control+Home");
  await window.page.keyboard.press("Shift+ArrowDown");
  await window.page.keyboard.press("Shift+ArrowDown");
  await claude.waitForScreen("⧉ 2 lines selected");
});

it("gets a mention into its prompt", async () => {
  await window.page.keyboard.press("Alt+k");
  await claude.waitForScreen((screen) => (promptBox(screen) ?? "").includes("@cart.ts#L1-2"));
  client.api.play([text("end of the mention.")]);
  await claude.send();
  const request = await client.api.waitForRequest(({ newText }) => newText.includes("export interface Item"));
  expect(request.newText).toContain("price: number;");
  await claude.waitForScreen("end of the mention.");
});

it("writes exactly what was made of its change in VS Code, and hears of the problem in it", async () => {
  const path = client.path("cart.ts");
  const first = original.replace("item.price;", "item.price * item.amount;");
  const change = first.replace('"EUR"', '"USD"');
  client.api.play(...edit(path, original, change), [text("end of the change.")]);
  await claude.submit("change it");
  await window.tab("cart.ts (").waitFor();
  await window.lens("Reject").nth(1).waitFor();
  await window.picture("review");
  // A walkthrough has little room: the proposed side alone, with what can be clicked.
  await window.picture("parts", { x: 920, y: 36, width: 598, height: 318 });
  await window.lens("Reject").nth(1).click();
  await window.partState(/2 of 2: rejected/).waitFor();
  await window.page.locator('.activitybar li[aria-label^="idebridge"]').click();
  await window.inboxRow("claude-code").waitFor();
  await window.picture("view");
  await window.titleButton("Accept the Change").click();
  await claude.waitForScreen("end of the change.");
  expect(readFileSync(path, "utf8")).toBe(first);
  const request = await client.api.waitForRequest(({ newText }) => newText.includes("has been updated"));
  expect(request.newText).toContain("The user modified your proposed changes");
  expect(request.newText).toContain("Property 'amount' does not exist on type 'Item'");
  expect(await window.tab("cart.ts (").count()).toBe(0);
});

it("is still joined after the window was reloaded, and its change can be rejected", async () => {
  const { port, token } = await window.announcement();
  const reloadedAt = Date.now();
  await window.page.reload();
  await window.ready();
  expect(await window.announcement()).toMatchObject({ port, token });
  // It dials again for 15 s. A slow machine may need longer for the reload: then it is started once more.
  const isJoined = window.says(/idebridge 1$/, 20_000);
  if (Date.now() - reloadedAt < 14_000) await isJoined;
  else {
    await isJoined.catch(async () => {
      await claude.exit();
      await join();
    });
  }
  const path = client.path("other.ts");
  client.api.play(...edit(path, original, "gone\n"), [text("end of the second change.")]);
  await claude.submit("change the other");
  await window.tab("other.ts (").waitFor();
  await window.titleButton("Reject the Change").click();
  await claude.waitForScreen("User rejected update to other.ts");
  expect(readFileSync(path, "utf8")).toBe(original);
});

it("is started in a terminal of the window, and joined to it without being told to", async () => {
  await window.showInbox();
  await window.command("idebridge: Open Claude Code");
  await window.inboxRow(`claude-code ${version}`).nth(1).waitFor({ timeout: 60_000 });
  await window.says(/idebridge 2$/);
  await window.keepScreen({ name: "Claude Code in a terminal of the window" });
  await window.command("Terminal: Kill All Terminals");
  await window.says(/idebridge 1$/);
});
