import { chmodSync, readFileSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import type { Call, Selection } from "@idebridge/sdk";
import fc from "fast-check";
import { describe, expect, it } from "vitest";
import { changesBetween, movedOffset } from "../src/documents/textChange.ts";
import { UndoHistory } from "../src/documents/undoHistory.ts";
import { ProjectFormatter } from "../src/formatting/projectFormatter.ts";
import { HeadlessEditor } from "../src/headlessEditor.ts";
import { temporaryFolder } from "./documentsFolder.ts";

const call: Call = {
  signal: new AbortController().signal,
  client: { id: 1, name: "test", version: "1", pid: 42, folders: [], connectedAt: new Date() },
};

/** An editor whose language server takes doubled spaces away. */
function startEditor(files: Readonly<Record<string, string>>, during: () => Promise<void> = async () => {}) {
  const folder = temporaryFolder();
  const at = (name: string) => join(folder.path, name);
  for (const [name, text] of Object.entries(files)) writeFileSync(at(name), text);
  const formatter = new ProjectFormatter({
    folders: () => [folder.path],
    env: {},
    mayRun: async () => false,
    async languageServer(_path, text) {
      await during();
      return text.replaceAll(/ +/g, " ");
    },
  });
  const editor = new HeadlessEditor({ folders: [folder.path], formatter: async () => formatter });
  return {
    editor,
    at,
    onDisk: (name: string) => readFileSync(at(name), "utf8"),
    [Symbol.dispose]() {
      editor[Symbol.dispose]();
      folder[Symbol.dispose]();
    },
  };
}

describe("formatting a document", () => {
  it("saves it when it had no changes, and can be undone", async () => {
    using desk = startEditor({ "a.ts": "let  a;\nlet b;\nlet  c;\n" });
    const path = desk.at("a.ts");
    expect(await desk.editor.format(path, call)).toBe("formatted");
    expect(desk.onDisk("a.ts")).toBe("let a;\nlet b;\nlet c;\n");
    expect(desk.editor.documents.get(path)).toMatchObject({ isDirty: false, isActive: false });
    expect(await desk.editor.documents.undo(path)).toMatchObject({
      text: "let  a;\nlet b;\nlet  c;\n",
      isDirty: true,
    });
    expect(await desk.editor.documents.undo(path)).toBeUndefined();
  });

  it("leaves the user's changes unsaved", async () => {
    using desk = startEditor({ "a.ts": "let  a;\n" });
    const path = desk.at("a.ts");
    await desk.editor.documents.open(path);
    await desk.editor.documents.edit(path, "let  a;\nlet  mine;\n");
    await desk.editor.format(path, call);
    expect([desk.onDisk("a.ts"), desk.editor.documents.get(path)?.text]).toEqual([
      "let  a;\n",
      "let a;\nlet mine;\n",
    ]);
  });

  it("keeps the selection on the same words, and tells it once", async () => {
    using desk = startEditor({ "a.ts": "let  first;\nlet  second  = 2;\n" });
    await desk.editor.select(desk.at("a.ts"), {
      start: { line: 1, character: 5 },
      end: { line: 1, character: 11 },
    });
    const told: (Selection | undefined)[] = [];
    desk.editor.subscribe((event) => event.type === "selection" && told.push(event.selection));
    await desk.editor.format(desk.at("a.ts"), call);
    expect(told.map((selection) => [selection?.text, selection?.range.start])).toEqual([
      ["second", { line: 1, character: 4 }],
    ]);
  });

  it("refuses to lose what the user types meanwhile", async () => {
    using desk = startEditor({ "a.ts": "let  a;\n" }, async () => {
      await desk.editor.documents.edit(desk.at("a.ts"), "typed;\n");
    });
    await expect(desk.editor.format(desk.at("a.ts"), call)).rejects.toMatchObject({
      code: "VERSION_CONFLICT",
    });
    expect([desk.onDisk("a.ts"), desk.editor.documents.get(desk.at("a.ts"))?.text]).toEqual([
      "let  a;\n",
      "typed;\n",
    ]);
  });

  it("is as it was when the file cannot be written", async () => {
    using desk = startEditor({ "a.ts": "let  a;\n" });
    const failing = new HeadlessEditor({
      folders: [desk.at(".")],
      formatter: async () =>
        new ProjectFormatter({
          folders: () => [],
          env: {},
          mayRun: async () => false,
          languageServer: async (_path, text) => text.replaceAll(/ +/g, " "),
        }),
    });
    chmodSync(desk.at("a.ts"), 0o444);
    const outcome = await failing.format(desk.at("a.ts"), call).catch((error) => error.code);
    const document = failing.documents.get(desk.at("a.ts"));
    failing[Symbol.dispose]();
    // Root may write what is read-only.
    const expected = process.getuid?.() === 0 ? ["formatted", "let a;\n"] : ["NOT_WRITABLE", "let  a;\n"];
    expect([outcome, document?.text, document?.isDirty]).toEqual([...expected, false]);
  });

  it("finds nothing to format where there is no file", async () => {
    using desk = startEditor({});
    expect(await desk.editor.format(desk.at("none.ts"), call)).toBe("notFound");
  });
});

describe("changesBetween", () => {
  const apply = (text: string, changes: Awaited<ReturnType<typeof changesBetween>>) =>
    changes.reduceRight(
      (result, { start, end, text }) => result.slice(0, start) + text + result.slice(end),
      text,
    );
  const lines = fc
    .array(fc.string({ unit: fc.constantFrom("a", "b", " ", "{", "é", "😀", "😁"), maxLength: 6 }), {
      maxLength: 8,
    })
    .map((each) => each.join("\n"));

  it("makes one text out of the other, in order, never within a character", () =>
    fc.assert(
      fc.asyncProperty(lines, lines, async (before, after) => {
        const changes = await changesBetween(before, after);
        expect(apply(before, changes)).toBe(after);
        const places = changes.flatMap(({ start, end }) => [start, end]);
        expect(places).toEqual([...places].sort((a, b) => a - b));
        for (const place of places) expect(before.slice(0, place)).not.toMatch(/\p{Surrogate}$/u);
      }),
    ));

  it("leaves a place that is beside all changes on the same text", async () => {
    const before = "if(a){\nb( )\n}\n";
    const after = "if (a) {\n  b();\n}\n";
    const changes = await changesBetween(before, after);
    expect(["a", "b", "}"].map((text) => after[movedOffset(before.indexOf(text), changes)])).toEqual([
      "a",
      "b",
      "}",
    ]);
  });
});

it("a history of edits forgets the oldest, never the last", () => {
  const history = new UndoHistory();
  for (let index = 0; index < 150; index++) history.add(String(index));
  history.add("x".repeat(9_000_000));
  expect([history.takeLast()?.length, history.takeLast()]).toEqual([9_000_000, undefined]);
  for (let index = 0; index < 150; index++) history.add(String(index));
  const remembered: string[] = [];
  for (let text = history.takeLast(); text !== undefined; text = history.takeLast()) remembered.push(text);
  expect([remembered.length, remembered[0], remembered.at(-1)]).toEqual([100, "149", "50"]);
});
