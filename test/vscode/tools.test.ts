import { writeFileSync } from "node:fs";
import type { Ide } from "@idebridge/sdk";
import { afterAll, afterEach, beforeAll, expect, it } from "vitest";
import type { CodeServer } from "./codeServer.ts";
import { startCodeServer } from "./startCodeServer.ts";
import { eventually, textOf, type VscodeWindow } from "./vscodeWindow.ts";

let codeServer: CodeServer;
let window: VscodeWindow;
let ide: Ide;

beforeAll(async () => {
  codeServer = await startCodeServer();
  window = await codeServer.open({
    "notes.txt": "one\ntwo\nthree\n",
    "a.ts": "export const a = 1;\n",
    "b.ts": "export const b = 1;\n",
    "picture.png": "\u0000no picture",
    "run.cells": "",
  });
  ide = await window.connect();
});
afterEach(({ task }) => window.keepScreen(task));
afterAll(async () => {
  ide?.close();
  await codeServer?.[Symbol.asyncDispose]();
});

const isInFront = (label: string) =>
  eventually(async () => (await textOf(window.activeTab())) === label, `${label} did not come to the front`);

const isDirty = (name: string) =>
  eventually(async () => {
    const state = await ide.documentState(window.path(name));
    return state !== "notOpen" && state.isDirty;
  }, `${name} has no unsaved changes`);

it("openFile shows a file and selects text in it", async () => {
  await ide.openFile(window.path("notes.txt"), { select: { startText: "two", endText: "three" } });
  await isInFront("notes.txt");
  await eventually(
    async () => (await textOf(window.page.locator(".statusbar"))).includes("Ln 3, Col 6 (9 selected)"),
    "nothing was selected",
  );
});

it("getCurrentSelection and getLatestSelection say so", async () => {
  const selection = {
    path: window.path("notes.txt"),
    text: "two\nthree",
    range: { start: { line: 1, character: 0 }, end: { line: 2, character: 5 } },
  };
  await eventually(async () => (await ide.activeSelection())?.text === selection.text, "it is not told");
  expect(await ide.activeSelection()).toEqual(selection);
  expect(await ide.latestSelection()).toEqual(selection);
});

it("openFile behind what the user sees, and in a preview", async () => {
  await ide.openFile(window.path("a.ts"), { frontmost: false });
  await window.tab("a.ts").waitFor();
  await isInFront("notes.txt");
  await ide.openFile(window.path("b.ts"), { preview: true });
  await isInFront("b.ts");
  expect(await window.tab("b.ts").locator(".monaco-icon-label.italic").count()).toBe(1);
});

it("openFile shows what is no text, and refuses what is not there", async () => {
  await ide.openFile(window.path("picture.png"));
  await isInFront("picture.png");
  await window.tab("picture.png").click({ button: "middle" });
  expect(await ide.openFile(window.path("gone.txt"))).toBe("notFound");
});

it("getOpenEditors and getWorkspaceFolders list what the window has", async () => {
  const documents = await ide.openDocuments();
  const names = ["notes.txt", "a.ts", "b.ts"];
  expect(documents.map(({ path }) => path).sort()).toEqual(names.map((name) => window.path(name)).sort());
  expect(documents.find(({ path }) => path === window.path("a.ts"))).toMatchObject({
    languageId: "typescript",
    isDirty: false,
  });
  expect(await ide.workspaceFolders()).toEqual([window.workspace]);
});

it("checkDocumentDirty and saveDocument see what was typed", async () => {
  await window.openFile("a.ts");
  await window.page.keyboard.press("Control+Home");
  await window.page.keyboard.type("export const typed = 0;\n");
  await isDirty("a.ts");
  await ide.saveDocument(window.path("a.ts"));
  expect(window.read("a.ts")).toBe("export const typed = 0;\nexport const a = 1;\n");
  expect(await ide.documentState(window.path("a.ts"))).toMatchObject({ isDirty: false });
});

it("an untitled document is nobody's business: it has no path yet", async () => {
  await window.command("File: New Untitled Text File");
  await window.page.keyboard.type("draft");
  await window.tab("Untitled-1").waitFor();
  expect((await ide.openDocuments()).filter(({ path }) => path.includes("Untitled"))).toEqual([]);
  // VS Code would ask the user for a name.
  expect(await ide.saveDocument("Untitled-1")).toBe("notOpen");
  await window.command("View: Revert and Close Editor");
  await window.tab("Untitled-1").waitFor({ state: "detached" });
});

it("a new document that has a path is listed, unsaved, and saved there", async () => {
  const path = window.path("draft.md");
  await window.command("Conformance: Open draft.md, Which Is Not There Yet");
  await isInFront("draft.md");
  await isDirty("draft.md");
  expect((await ide.openDocuments()).find((each) => each.path === path)).toMatchObject({
    languageId: "markdown",
    isDirty: true,
  });
  expect(await ide.documentState(path)).toEqual({ isDirty: true, isUntitled: true });
  expect(await ide.saveDocument(path)).toBe("saved");
  expect(window.read("draft.md")).toBe("# Draft\n");
  await eventually(async () => {
    const state = await ide.documentState(path);
    return state !== "notOpen" && !state.isDirty && !state.isUntitled;
  }, "it is still new");
});

it("close_tab closes the tab of a file, and not one with unsaved changes", async () => {
  await ide.closeTab("a.ts");
  await window.tab("a.ts").waitFor({ state: "detached" });
  await window.openFile("notes.txt");
  await window.page.keyboard.type("x");
  await isDirty("notes.txt");
  await expect(ide.closeTab("notes.txt")).rejects.toThrow(/unsaved changes/);
  expect(await window.tab("notes.txt").count()).toBe(1);
  await ide.saveDocument(window.path("notes.txt"));
});

it("openDiff and closeAllDiffTabs show a change, and take it away", async () => {
  const decision = ide.openDiff({ path: window.path("b.ts"), contents: "new\n", title: "b.ts ⧉" });
  await window.tab("b.ts ⧉").waitFor();
  await ide.closeAllDiffs();
  expect(await decision).toEqual({ outcome: "rejected" });
  await window.tab("b.ts ⧉").waitFor({ state: "detached" });
});

/** Those that an agent is told when it asks for all. */
const problemsOf = async (name: string) =>
  (await ide.diagnostics()).flatMap(({ path, diagnostics }) =>
    path === window.path(name) ? diagnostics : [],
  );

it("getDiagnostics tells VS Code's own problems of a file that is in no tab, at once after each write", async () => {
  const path = window.path("b.ts");
  await eventually(async () => {
    // TypeScript itself needs a while to start.
    writeFileSync(path, "export const b: number = 1;\n");
    await ide.diagnostics(path);
    writeFileSync(path, 'export const b: number = "text";\n');
    return (await problemsOf("b.ts")).length === 1;
  }, "no problem was told");
  const problem = {
    message: "Type 'string' is not assignable to type 'number'.",
    severity: "error",
    source: "ts",
    code: "2322",
  };
  expect(await ide.diagnostics(path)).toMatchObject([{ path, diagnostics: [problem] }]);
  writeFileSync(path, "export const b: number = 2;\n");
  expect(await problemsOf("b.ts")).toEqual([]);

  await ide.diagnostics(window.path("made.ts"));
  writeFileSync(window.path("made.ts"), "made(;\n");
  expect(await problemsOf("made.ts")).not.toEqual([]);
});

it("getDiagnostics tells the problems of a file in a tab, as the user sees them", async () => {
  await window.openFile("b.ts");
  await window.page.keyboard.press("Control+End");
  await window.page.keyboard.type("b.nothing();");
  await window.page.locator(".squiggly-error").first().waitFor();
  const message = "Property 'nothing' does not exist on type 'number'.";
  await eventually(
    async () => (await problemsOf("b.ts")).some((problem) => problem.message === message),
    "the problem is not told",
  );
});

it("executeCode runs in the kernel of the notebook that is open, where the user sees it", async () => {
  expect(ide.supports("executeCode")).toBe(false);
  await window.page.locator(".explorer-folders-view .monaco-list-row", { hasText: "run.cells" }).dblclick();
  await window.page.locator(".notebookOverlay .cell-list-container").first().waitFor();
  await eventually(() => ide.supports("executeCode"), "the tool is not offered");
  expect(await ide.executeCode("6 * 7")).toEqual({ outputs: [{ type: "text", text: "42" }] });
  await window.page.locator(".notebookOverlay .view-lines", { hasText: "6 * 7" }).waitFor();
  const image = { type: "image", data: "iVBORw==", mimeType: "image/png" };
  expect(await ide.executeCode("new Uint8Array([137, 80, 78, 71])")).toEqual({ outputs: [image] });
  const { outputs, failed } = await ide.executeCode("missing()");
  expect([failed, outputs[0]]).toMatchObject([true, { type: "text", text: /missing is not defined/ }]);
});

it("reformat_file formats what the user sees, with the formatter that VS Code has", async () => {
  await using other = await codeServer.open({
    ".vscode/settings.json": JSON.stringify({ "idebridge.dialect": "jetbrains" }),
    "ugly.json": '{"a":[1,2],\n"b":true}\n',
    "none.txt": "text\n",
  });
  await using agent = await other.connect();
  expect([agent.dialect, agent.supports("format")]).toEqual(["jetbrains", true]);
  await other.openFile("ugly.json");
  expect(await agent.format(other.path("ugly.json"))).toBe("formatted");
  await eventually(
    async () => (await textOf(other.text())).includes('    "b": true'),
    "it is not on the screen",
  );
  expect(other.read("ugly.json")).toContain('\n    "b": true\n');
  await expect(agent.format(other.path("none.txt"))).rejects.toThrow(/no formatter for plaintext/);
});
