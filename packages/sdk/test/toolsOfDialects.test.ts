import { FakeEditor, linkedPair } from "@idebridge/sdk/testing";
import { describe, expect, it } from "vitest";
import { introduced } from "./rawClient.ts";
import { answerOf, editorWithFile, invalid, path, problem, type Row, range, uri } from "./toolAnswer.ts";

describe("seed 000, jetbrains", () => {
  it.each<Row>([
    ["to the front", "openFile", { filePath: path, makeFrontmost: true }, ["OK"]],
    ["without a flag", "openFile", { filePath: path }, ["OK"]],
    ["missing", "openFile", { filePath: "/none" }, ["Project is closed or directory not found"]],
    [
      "some",
      "open_files",
      { file_paths: [path, "/none", "/workspace/b.js"] },
      [{ opened_files: [path, "/workspace/b.js"] }],
    ],
    ["none", "open_files", { file_paths: [] }, [{ opened_files: [] }]],
    ["by its name", "close_tab", { tab_name: "a.js" }, ["OK"]],
    ["by its path", "close_tab", { tab_name: path }, ["OK"]],
    ["unknown", "close_tab", { tab_name: "none" }, ["Tab not found"]],
    ["the paths", "get_all_opened_file_paths", {}, [path]],
    ["a file", "reformat_file", { file_path: path }, ["OK"]],
    ["missing", "reformat_file", { file_path: "/none" }, ["File not found"]],
    [
      "of a file",
      "getDiagnostics",
      { uri },
      [[{ uri, diagnostics: [{ message: "broken", severity: "ERROR", range: range(1, 2, 8) }] }]],
    ],
    [
      "null: of the current file",
      "getDiagnostics",
      { uri: null },
      [[{ uri, diagnostics: [{ message: "broken", severity: "ERROR", range: range(1, 2, 8) }] }]],
    ],
  ])("%s: %s %j", async (_what, tool, args, answer) => {
    const editor = editorWithFile();
    editor.setDiagnostics(path, [{ message: "broken", severity: "error", range: range(1, 2, 8) }]);
    editor.setDiagnostics("/workspace/b.js", [problem]);
    editor.select(path);
    expect(await answerOf(editor, "jetbrains", tool, args)).toEqual(answer);
  });
});

describe("seed 004, nexus", () => {
  it.each<Row>([
    ["a file", "open_file", { file_path: "a.js" }, ["OK"]],
    ["missing", "open_file", { file_path: "none" }, { isError: true, blocks: ["File not found"] }],
    ["the files, relative", "list_opened_files", {}, [{ files: ["a.js"] }]],
    ["a file", "reformat_file", { file_path: "a.js" }, ["OK"]],
    ["the cursor", "get_cursor_position", {}, [{ file_path: "a.js", line: 0, character: 8 }]],
    ["a position", "set_cursor_position", { line: 1, character: 2 }, ["OK"]],
    ["a position in a file", "set_cursor_position", { file_path: "a.js", line: 1, character: 2 }, ["OK"]],
    [
      "not open",
      "set_cursor_position",
      { file_path: "b.js", line: 1, character: 2 },
      { isError: true, blocks: ["File not open"] },
    ],
    ["negative", "set_cursor_position", { line: -1, character: 0 }, invalid],
    ["the selection", "get_selection", {}, [{ file_path: "a.js", text: "function", range: range(0, 0, 8) }]],
    ["a range", "set_selection", { range: range(1, 2, 8) }, ["OK"]],
    [
      "not open",
      "set_selection",
      { file_path: "b.js", range: range(1, 2, 8) },
      { isError: true, blocks: ["File not open"] },
    ],
    [
      "of all files",
      "get_diagnostics",
      {},
      [
        {
          diagnostics: [
            { file_path: "a.js", line: 1, column: 2, severity: "ERROR", message: "broken", source: "lint" },
          ],
        },
      ],
    ],
    ["of one without any", "get_diagnostics", { file_path: "b.js" }, [{ diagnostics: [] }]],
    ["unknown", "close_tab", { tab_name: "none" }, ["Tab not found"]],
  ])("%s: %s %j", async (_what, tool, args, answer) => {
    const editor = editorWithFile();
    editor.setDiagnostics(path, [problem]);
    editor.select(path, range(0, 0, 8), "function");
    expect(await answerOf(editor, "nexus", tool, args)).toEqual(answer);
  });

  it("every answer has a null error beside it", async () => {
    await using pair = await linkedPair(new FakeEditor(), { dialect: "nexus" });
    const client = await introduced(pair);
    expect(await client.answerTo("ping")).toMatchObject({ result: {}, error: null });
  });

  it("greets a client with the project", async () => {
    await using pair = await linkedPair(new FakeEditor(), { dialect: "nexus" });
    const client = await introduced(pair);
    expect(client.notifications("notifications/ide_connected")).toEqual([
      { jsonrpc: "2.0", method: "notifications/ide_connected", params: { project_path: "/workspace" } },
    ]);
  });
});

describe("seed 001, obsidian", () => {
  it.each<[what: string, selected: boolean, result: object]>([
    [
      "the selection and the cursor",
      true,
      {
        text: "function",
        filePath: "a.js",
        fileUrl: uri,
        selection: { ...range(0, 0, 8), isEmpty: false },
        cursor: { line: 0, character: 8 },
      },
    ],
    ["nothing", false, { text: "", filePath: null, selection: null, cursor: null }],
  ])("workspace/selection: %s", async (_what, selected, result) => {
    const editor = editorWithFile();
    if (selected) editor.select(path, range(0, 0, 8), "function");
    await using pair = await linkedPair(editor, { dialect: "obsidian" });
    const client = await introduced(pair);
    expect((await client.answerTo("workspace/selection")).result).toEqual(result);
  });

  it("knows `initialized` as a request, and empty lists", async () => {
    await using pair = await linkedPair(new FakeEditor(), { dialect: "obsidian" });
    const client = await introduced(pair);
    const answers = [];
    for (const method of ["initialized", "resources/list", "prompts/list", "tools/list"]) {
      answers.push((await client.answerTo(method)).result);
    }
    expect(answers).toEqual([{}, { resources: [] }, { prompts: [] }, { tools: [] }]);
  });
});
