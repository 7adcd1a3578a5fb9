import type { Capability, DialectName, Editor } from "@idebridge/sdk";
import { FakeEditor, linkedPair, settle } from "@idebridge/sdk/testing";
import { describe, expect, it } from "vitest";
import { introduced } from "./rawClient.ts";

const smallest: Editor = { name: "Smallest", workspaceFolders: () => ["/workspace"] };
const full = new FakeEditor();
const notImplemented = () => {
  throw new Error("not asked in this test");
};

async function offered(editor: Editor, dialect: DialectName = "claude-code"): Promise<string[]> {
  await using pair = await linkedPair(editor, { dialect });
  return pair.ide.tools.map(({ name }) => name);
}

describe("an editor offers what it can serve, and nothing else", () => {
  it.each<[Capability, string[]]>([
    ["openDocuments", ["getOpenEditors", "checkDocumentDirty"]],
    ["activeSelection", ["getCurrentSelection", "getLatestSelection"]],
    ["latestSelection", ["getLatestSelection"]],
    ["readText", []],
    ["openFile", ["openFile"]],
    ["saveDocument", ["saveDocument"]],
    ["closeTab", ["close_tab"]],
    ["review", ["openDiff", "close_tab", "closeAllDiffTabs"]],
    ["diagnostics", ["getDiagnostics"]],
    ["format", []],
    ["setSelection", []],
    ["executeCode", ["executeCode"]],
  ])("with %s alone", async (capability, tools) => {
    const names = await offered({ ...smallest, [capability]: notImplemented });
    expect(names.sort()).toEqual([...tools, "getWorkspaceFolders"].sort());
  });

  it.each<[DialectName, string[]]>([
    ["claude-code", ["getWorkspaceFolders"]],
    ["kale", ["getWorkspaceFolders"]],
    ["jetbrains", []],
    ["nexus", []],
    ["obsidian", []],
  ])("in %s, the smallest editor", async (dialect, tools) => {
    expect(await offered(smallest, dialect)).toEqual(tools);
  });

  it.each<[DialectName, string[]]>([
    [
      "claude-code",
      [
        "openFile",
        "openDiff",
        "getCurrentSelection",
        "getLatestSelection",
        "getOpenEditors",
        "getWorkspaceFolders",
        "getDiagnostics",
        "checkDocumentDirty",
        "saveDocument",
        "close_tab",
        "closeAllDiffTabs",
        "executeCode",
      ],
    ],
    [
      "jetbrains",
      [
        "openDiff",
        "openFile",
        "open_files",
        "close_tab",
        "get_all_opened_file_paths",
        "reformat_file",
        "getDiagnostics",
      ],
    ],
    [
      "nexus",
      [
        "openDiff",
        "open_file",
        "close_tab",
        "list_opened_files",
        "reformat_file",
        "get_cursor_position",
        "set_cursor_position",
        "get_selection",
        "set_selection",
        "get_diagnostics",
      ],
    ],
    ["obsidian", []],
  ])("in %s, a complete editor", async (dialect, tools) => {
    expect((await offered(full, dialect)).sort()).toEqual([...tools].sort());
  });

  it("an editor that only emits events can tell the latest selection", async () => {
    const names = await offered({ ...smallest, subscribe: () => () => {} });
    expect(names).toEqual(["getLatestSelection", "getWorkspaceFolders"]);
  });
});

describe("the list follows what the editor can do now", () => {
  it("and clients are told once per change", async () => {
    const editor = new FakeEditor();
    editor.unavailable.add("executeCode");
    await using pair = await linkedPair(editor);
    const client = await introduced(pair);
    const has = async () => {
      const { tools } = (await client.answerTo("tools/list")).result;
      return tools.some(({ name }: { name: string }) => name === "executeCode");
    };
    const changes = () => client.notifications("notifications/tools/list_changed").length;
    const before = [await has(), changes()];
    editor.setUnavailable("executeCode", false);
    const after = [await has(), changes()];
    editor.emit({ type: "capabilities" });
    editor.emit({ type: "documents" });
    await client.fence();
    const unchanged = [await has(), changes()];
    editor.setUnavailable("executeCode", true);
    expect([before, after, unchanged, [await has(), changes()]]).toEqual([
      [false, 0],
      [true, 1],
      [true, 1],
      [false, 2],
    ]);
  });

  it("and so do the typed methods", async () => {
    const editor = new FakeEditor();
    await using pair = await linkedPair(editor);
    const changed = new Promise<void>((resolve) => {
      pair.ide.subscribe((event) => event.type === "toolsChanged" && resolve());
    });
    editor.setUnavailable("diagnostics", true);
    await changed;
    expect(pair.ide.supports("diagnostics")).toBe(false);
    await expect(pair.ide.diagnostics()).rejects.toMatchObject({ code: "UNSUPPORTED" });
  });

  it("and a call of what it cannot do is refused", async () => {
    const editor = new FakeEditor();
    await using pair = await linkedPair(editor);
    const client = await introduced(pair);
    editor.setUnavailable("executeCode", true);
    expect(await client.toolResult("executeCode", { code: "" })).toEqual({
      error: { code: -32602, message: "Fake Editor cannot serve executeCode now" },
    });
  });

  it("a request of obsidian that it cannot do is an unknown method", async () => {
    await using pair = await linkedPair(smallest, { dialect: "obsidian" });
    const client = await introduced(pair);
    expect(await client.answerTo("workspace/selection")).toMatchObject({ error: { code: -32601 } });
  });

  it("close_tab is there for the sake of reviews, and leaves the tabs alone when those cannot be closed", async () => {
    const editor = new FakeEditor({ files: { "/workspace/a.ts": "" } });
    editor.unavailable.add("closeTab");
    editor.openFile({ path: "/workspace/a.ts", preview: false, frontmost: true });
    await using pair = await linkedPair(editor);
    await pair.ide.closeTab("a.ts");
    await settle();
    expect(editor.openDocuments()).toHaveLength(1);
  });
});
