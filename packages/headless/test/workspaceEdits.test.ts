import { describe, expect, it } from "vitest";
import type { TextEdit, WorkspaceEdit } from "vscode-languageserver-protocol";
import { applyEdits, fileEditsOf } from "../src/code/workspaceEdits.ts";

const at = (line: number, character: number, endLine = line, end = character) => ({
  start: { line, character },
  end: { line: endLine, character: end },
});
const insert = (line: number, character: number, newText: string) => ({
  range: at(line, character),
  newText,
});

describe("what a language server wants to change", () => {
  it("is told by file, whichever form it has; new files are empty before", () => {
    const edit = insert(0, 0, "a");
    expect(fileEditsOf({ changes: { "file:///w/a%20b.ts": [edit] } })).toEqual([
      { path: "/w/a b.ts", isNew: false, edits: [edit] },
    ]);
    const textDocument = { uri: "file:///w/new.ts", version: null };
    expect(
      fileEditsOf({
        documentChanges: [
          { kind: "create", uri: textDocument.uri },
          { textDocument, edits: [edit] },
        ],
      }),
    ).toEqual([{ path: "/w/new.ts", isNew: true, edits: [edit] }]);
  });

  it("is refused when it moves or deletes files, or is about no file", () => {
    expect(() => fileEditsOf({ documentChanges: [{ kind: "delete", uri: "file:///w/a.ts" }] })).toThrow(
      "It would delete files",
    );
    expect(() =>
      fileEditsOf({
        documentChanges: [{ kind: "rename", oldUri: "file:///w/a.ts", newUri: "file:///w/b.ts" }],
      }),
    ).toThrow("It would move files");
    expect(() => fileEditsOf({ changes: { "untitled:1": [insert(0, 0, "a")] } })).toThrow("no file");
  });

  it("is applied in any order, to CR LF too; several insertions at one place as they came", () => {
    const text = "one\r\ntwo\r\n";
    const edits = [
      insert(1, 3, "!"),
      insert(0, 0, "a"),
      { range: at(0, 0, 0, 3), newText: "ONE" },
      insert(0, 0, "b"),
    ];
    expect(applyEdits(text, edits)).toBe("abONE\r\ntwo!\r\n");
  });

  it.each([
    ["no list", { changes: { "file:///w/a.ts": {} } }],
    ["no edit", { changes: { "file:///w/a.ts": [null] } }],
    ["no change", { documentChanges: [null] }],
    ["a change without edits", { documentChanges: [{ textDocument: { uri: "file:///w/a.ts" } }] }],
  ])("is refused when it is %s", (_, edit) => {
    expect(() => fileEditsOf(edit as unknown as WorkspaceEdit)).toThrow("no change of texts");
  });

  it.each([
    ["no range", [{ newText: "x" }]],
    ["no text", [{ range: at(0, 0), newText: null }]],
    ["a place before the beginning", [{ range: at(-1, 0), newText: "x" }]],
  ])("is not applied when it has %s", (_, edits) => {
    expect(() => applyEdits("text", edits as unknown as TextEdit[])).toThrow("no change of texts");
  });

  it("is refused when two edits are about the same text", () => {
    const edits = [
      { range: at(0, 0, 0, 3), newText: "x" },
      { range: at(0, 2, 0, 4), newText: "y" },
    ];
    expect(() => applyEdits("12345", edits)).toThrow("one place twice");
  });
});
