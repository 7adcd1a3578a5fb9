import { readFileSync } from "node:fs";
import { afterAll, afterEach, beforeAll, expect, it } from "vitest";
import { type ClaudeTerminal, promptBox } from "../real-client/claudeTerminal.ts";
import { edit, someSelection } from "../real-client/ideHost.ts";
import { claudeVersions, installClaude } from "../real-client/installClaude.ts";
import { text } from "../real-client/modelApi.ts";
import { type RealClient, realClient } from "../real-client/realClient.ts";
import { CodeServer } from "./codeServer.ts";
import { eventually, textOf, type VscodeWindow } from "./vscodeWindow.ts";

const [version] = claudeVersions;
const original = "const a: number = 1;\nconst b = 2;\nconst c = 3;\n\nexport const sum = a + b + c;\n";

let client: RealClient;
let codeServer: CodeServer;
let window: VscodeWindow;
let claude: ClaudeTerminal;

beforeAll(async () => {
  await installClaude(version);
  client = await realClient({ version, files: { "a.ts": original, "b.ts": original } });
  codeServer = await CodeServer.start({ home: client.home });
  window = await codeServer.openFolder(client.workspace);
  await window.announcement();
  claude = await client.start({ args: ["--ide", "--permission-mode", "default"] });
  await eventually(async () => (await textOf(window.status())).includes("idebridge 1"), "it did not connect");
});
afterEach(({ task }) => window.keepFailure(task));
afterAll(async () => {
  await codeServer?.[Symbol.asyncDispose]();
  await client?.[Symbol.asyncDispose]();
});

it("sees what is selected in VS Code", async () => {
  await window.openFile("a.ts");
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
  await claude.waitForScreen((screen) => (promptBox(screen) ?? "").includes("@a.ts#L1-2"));
  client.api.play([text("end of the mention.")]);
  await claude.send();
  const request = await client.api.waitForRequest(({ newText }) => newText.includes("const a: number = 1;"));
  expect(request.newText).toContain("const b = 2;");
  await claude.waitForScreen("end of the mention.");
});

it("writes exactly what was made of its change in VS Code, and hears of the problem in it", async () => {
  const path = client.path("a.ts");
  const change = original.replace("= 1;", '= "one";').replace("c = 3", "c = 30");
  client.api.play(...edit(path, original, change), [text("end of the change.")]);
  await claude.submit("change it");
  await window.tab("a.ts (").waitFor();
  await window.lens("Reject").nth(1).click();
  await window.partState(/2 of 2: rejected/).waitFor();
  await window.titleButton("Accept the Change").click();
  await claude.waitForScreen("end of the change.");
  expect(readFileSync(path, "utf8")).toBe(original.replace("= 1;", '= "one";'));
  const request = await client.api.waitForRequest(({ newText }) => newText.includes("has been updated"));
  expect(request.newText).toContain("The user modified your proposed changes");
  expect(request.newText).toContain("Type 'string' is not assignable to type 'number'");
  expect(await window.tab("a.ts (").count()).toBe(0);
});

it("is still joined after the window was reloaded, and its change can be rejected", async () => {
  await window.page.reload();
  await window.ready();
  await eventually(
    async () => (await textOf(window.status())).includes("idebridge 1"),
    "it did not come back",
    60_000,
  );
  const path = client.path("b.ts");
  client.api.play(...edit(path, original, "gone\n"), [text("end of the second change.")]);
  await claude.submit("change the other");
  await window.tab("b.ts (").waitFor();
  await window.titleButton("Reject the Change").click();
  await claude.waitForScreen("User rejected update to b.ts");
  expect(readFileSync(path, "utf8")).toBe(original);
});
