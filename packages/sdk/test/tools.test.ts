import type { Diagnostic, OpenFileRequest } from "@idebridge/sdk";
import { FakeEditor, linkedPair } from "@idebridge/sdk/testing";
import { describe, expect, it } from "vitest";
import { introduced } from "./rawClient.ts";
import { answerOf, editorWithFile, invalid, path, problem, type Row, range, uri } from "./toolAnswer.ts";

describe("seed 003: what an editor with one open file answers", () => {
  it.each<Row>([
    ["to the front", "openFile", { filePath: path }, [`Opened file: ${path}`]],
    [
      "behind",
      "openFile",
      { filePath: path, makeFrontmost: false },
      [{ success: true, filePath: path, languageId: "javascript", lineCount: 4 }],
    ],
    ["a URI", "openFile", { filePath: uri }, [`Opened file: ${path}`]],
    ["a relative path", "openFile", { filePath: "a.js" }, [`Opened file: ${path}`]],
    [
      "a missing file",
      "openFile",
      { filePath: "/workspace/none" },
      { isError: true, blocks: ["File not found: /workspace/none"] },
    ],
    ["no path", "openFile", {}, invalid],
    ["null for a flag", "openFile", { filePath: path, preview: null }, invalid],
    [
      "an empty selection",
      "getCurrentSelection",
      {},
      [
        {
          success: true,
          text: "",
          filePath: path,
          fileUrl: uri,
          selection: { ...range(0, 0, 0), isEmpty: true },
        },
      ],
    ],
    [
      "the latest selection",
      "getLatestSelection",
      {},
      [
        {
          success: true,
          text: "",
          filePath: path,
          fileUrl: uri,
          selection: { ...range(0, 0, 0), isEmpty: true },
        },
      ],
    ],
    [
      "the tabs",
      "getOpenEditors",
      {},
      [{ tabs: [{ uri, isActive: true, label: "a.js", languageId: "javascript", isDirty: false }] }],
    ],
    [
      "the folders",
      "getWorkspaceFolders",
      {},
      [
        {
          success: true,
          folders: [{ name: "workspace", uri: "file:///workspace", path: "/workspace" }],
          rootPath: "/workspace",
        },
      ],
    ],
    ["no problems of all files", "getDiagnostics", {}, [[]]],
    ["no problems of a file", "getDiagnostics", { uri }, [[{ uri, diagnostics: [] }]]],
    [
      "a clean document",
      "checkDocumentDirty",
      { filePath: path },
      [{ success: true, filePath: path, isDirty: false, isUntitled: false }],
    ],
    [
      "a document that is not open",
      "checkDocumentDirty",
      { filePath: "/workspace/b.js" },
      [{ success: false, message: "Document not open: /workspace/b.js" }],
    ],
    ["no path", "checkDocumentDirty", {}, invalid],
    [
      "saved",
      "saveDocument",
      { filePath: path },
      [{ success: true, filePath: path, saved: true, message: "Document saved successfully" }],
    ],
    [
      "not open",
      "saveDocument",
      { filePath: "/workspace/b.js" },
      [{ success: false, message: "Document not open: /workspace/b.js" }],
    ],
    ["a tab", "close_tab", { tab_name: "a.js" }, ["TAB_CLOSED"]],
    ["no such tab", "close_tab", { tab_name: "none" }, ["TAB_CLOSED"]],
    ["no name", "close_tab", {}, invalid],
    ["no diffs", "closeAllDiffTabs", {}, ["CLOSED_0_DIFF_TABS"]],
    ["code", "executeCode", { code: "print(1)" }, ["print(1)"]],
    ["no code", "executeCode", {}, invalid],
    ["no contents", "openDiff", { old_file_path: path, new_file_path: path, tab_name: "x" }, invalid],
  ])("%s: %s %j", async (_what, tool, args, answer) => {
    const editor = editorWithFile();
    editor.select(path);
    expect(await answerOf(editor, "claude-code", tool, args)).toEqual(answer);
  });

  it("with nothing open, says so", async () => {
    const answers = [
      await answerOf(new FakeEditor(), "claude-code", "getCurrentSelection"),
      await answerOf(new FakeEditor(), "claude-code", "getLatestSelection"),
      await answerOf(new FakeEditor(), "claude-code", "getOpenEditors"),
    ];
    expect(answers).toEqual([
      [{ success: false, message: "No active editor found" }],
      [{ success: false, message: "No selection available" }],
      [{ tabs: [] }],
    ]);
  });

  it("remembers the latest selection after the focus has gone", async () => {
    const editor = editorWithFile();
    await using pair = await linkedPair(editor);
    editor.select(path, range(0, 0, 8), "function");
    editor.blur();
    expect([await pair.ide.activeSelection(), await pair.ide.latestSelection()]).toEqual([
      undefined,
      { path, range: range(0, 0, 8), text: "function" },
    ]);
  });

  it.each<[string, string]>([
    ["error", "Error"],
    ["warning", "Warning"],
    ["information", "Info"],
    ["hint", "Hint"],
  ])("the severity %s is %s", async (severity, name) => {
    const editor = editorWithFile();
    editor.setDiagnostics(path, [{ ...problem, severity: severity as Diagnostic["severity"] }]);
    expect(await answerOf(editor, "claude-code", "getDiagnostics")).toEqual([
      [
        {
          uri,
          diagnostics: [
            {
              message: "broken",
              severity: name,
              range: range(1, 2, 8),
              source: "lint",
              code: "E1",
              relatedInformation: [{ uri: "file:///workspace/b.js", range: range(0, 0, 1), message: "here" }],
            },
          ],
        },
      ],
    ]);
  });

  it("a document of another kind in a tab does not hide the others", async () => {
    const editor = editorWithFile();
    editor.select(path);
    const documents = editor.openDocuments();
    editor.openDocuments = () => [{ path: "untitled:Untitled-1", isUntitled: true }, ...documents];
    editor.diagnostics = () => [
      { path: "untitled:Untitled-1", diagnostics: [problem] },
      { path, diagnostics: [] },
    ];
    expect([
      await answerOf(editor, "claude-code", "getOpenEditors"),
      await answerOf(editor, "claude-code", "getDiagnostics"),
    ]).toEqual([[{ tabs: [expect.objectContaining({ uri })] }], [[{ uri, diagnostics: [] }]]]);
  });

  it("code answers text and images, and a failure as one", async () => {
    const editor = new FakeEditor();
    const image = { type: "image", data: "AA==", mimeType: "image/png" } as const;
    editor.kernel = (code) => ({ outputs: [{ type: "text", text: "x" }, image], failed: code === "bad" });
    expect([
      await answerOf(editor, "claude-code", "executeCode", { code: "good" }),
      await answerOf(editor, "claude-code", "executeCode", { code: "bad" }),
    ]).toEqual([["x", image], { isError: true, blocks: ["x", image] }]);
  });
});

describe("openFile hands to the editor", () => {
  const plain = { path, preview: false, frontmost: true };
  it.each<[args: object, request: OpenFileRequest]>([
    [{}, plain],
    [
      { preview: true, makeFrontmost: false },
      { ...plain, preview: true, frontmost: false },
    ],
    [{ startText: "a" }, { ...plain, select: { startText: "a", toEndOfLine: false } }],
    [
      { startText: "a", endText: "b", selectToEndOfLine: true },
      { ...plain, select: { startText: "a", endText: "b", toEndOfLine: true } },
    ],
    [{ startText: "", endText: "b" }, plain],
  ])("%j", async (args, request) => {
    const asked: OpenFileRequest[] = [];
    const openFile = (each: OpenFileRequest) => {
      asked.push(each);
      return {};
    };
    const editor = { name: "E", workspaceFolders: () => ["/workspace"], openFile };
    await answerOf(editor, "claude-code", "openFile", { filePath: path, ...args });
    expect(asked).toEqual([request]);
  });

  it.each<[args: object, selected: object]>([
    [{ startText: "hello" }, range(0, 9, 14)],
    [{ startText: "hello", endText: "}" }, range(0, 9, 1, 2)],
    [{ startText: "hello", selectToEndOfLine: true }, range(0, 9, 18)],
    [{ startText: "hello", endText: "return", selectToEndOfLine: true }, range(0, 9, 11, 1)],
    [{ startText: "hello", endText: "nowhere" }, range(0, 9, 14)],
    [{ startText: "nowhere" }, range(0, 0, 0)],
  ])("%j selects", async (args, selected) => {
    const editor = editorWithFile();
    await answerOf(editor, "claude-code", "openFile", { filePath: path, ...args });
    expect(editor.activeSelection()?.range).toEqual(selected);
  });
});

it.each([
  ["2025-11-25", "2025-11-25"],
  ["2025-06-18", "2025-06-18"],
  ["2025-03-26", "2025-03-26"],
  ["2024-11-05", "2024-11-05"],
  ["1999-01-01", "2025-11-25"],
  [undefined, "2025-11-25"],
])("initialize with version %s is answered with %s", async (asked, answered) => {
  await using pair = await linkedPair(new FakeEditor());
  const client = await introduced(pair);
  expect((await client.answerTo("initialize", { protocolVersion: asked })).result).toMatchObject({
    protocolVersion: answered,
    serverInfo: { name: "Fake Editor", version: "1.0.0" },
    capabilities: { tools: { listChanged: true } },
  });
});
