import { readFileSync, realpathSync, rmSync, writeFileSync } from "node:fs";
import { linkedPair } from "@idebridge/sdk/testing";
import { describe, expect, it } from "vitest";
import { languageIdOf } from "../src/documents/languageIdOf.ts";
import { codeOf } from "./documentsDesk.ts";
import { call, range, short, startEditor } from "./startEditor.ts";

describe("documents", () => {
  it("are described as an agent wants to know them", async () => {
    using started = startEditor({ "a.ts": "a\nb\n", "b.md": "b" });
    const { editor, at, open } = started;
    const opened = [await open("a.ts"), await open("b.md", { frontmost: false })];
    await editor.documents.edit(at("b.md"), "changed");
    expect({ opened, documents: await editor.openDocuments() }).toMatchObject({
      opened: [
        { languageId: "typescript", lineCount: 3 },
        { languageId: "markdown", lineCount: 1 },
      ],
      documents: [
        {
          path: at("a.ts"),
          label: "a.ts",
          languageId: "typescript",
          isActive: true,
          isDirty: false,
          isUntitled: false,
        },
        {
          path: at("b.md"),
          label: "b.md",
          languageId: "markdown",
          isActive: false,
          isDirty: true,
          isUntitled: false,
        },
      ],
    });
  });

  it("are read only when they know more than the disk", async () => {
    using started = startEditor({ "a.ts": "a", "b.ts": "b", "c.ts": "c" });
    const { editor, at, open } = started;
    for (const name of ["a.ts", "b.ts"]) await open(name);
    writeFileSync(at("a.ts"), "agent");
    rmSync(at("b.ts"));
    const read = ["a.ts", "b.ts", "c.ts"].map((name) => editor.readText(at(name)));
    expect(await Promise.all(read)).toEqual(["agent", undefined, undefined]);
  });

  it("are not closed with changes, nor saved over the changes of others", async () => {
    using started = startEditor({ "a.ts": "a" });
    const { editor, at, open } = started;
    await open("a.ts");
    await editor.documents.edit(at("a.ts"), "mine");
    writeFileSync(at("a.ts"), "theirs");
    expect({
      byLabel: await codeOf(editor.closeTab("a.ts", call)),
      byPath: await codeOf(editor.closeTab(at("a.ts"), call)),
      save: await codeOf(editor.saveDocument(at("a.ts"), call)),
      disk: readFileSync(at("a.ts"), "utf8"),
      text: await editor.readText(at("a.ts")),
    }).toEqual({
      byLabel: "UNSAVED",
      byPath: "UNSAVED",
      save: "CHANGED_ON_DISK",
      disk: "theirs",
      text: "mine",
    });
  });

  it("that were deleted do not come back because an agent saves them", async () => {
    using started = startEditor({ "a.ts": "a" });
    const { editor, at, open } = started;
    await open("a.ts");
    rmSync(at("a.ts"));
    expect([await editor.saveDocument(at("a.ts"), call), await open("a.ts", { path: at("a.ts") })]).toEqual([
      "saved",
      { languageId: "typescript", lineCount: 1 },
    ]);
    expect(() => realpathSync(at("a.ts"))).toThrow("ENOENT");
  });

  it("are refused with a reason that reaches the agent", async () => {
    using started = startEditor({ "a.bin": "a\0b" });
    await using pair = await linkedPair(started.editor);
    await expect(pair.ide.openFile(started.at("a.bin"))).rejects.toThrow(/a\.bin is a binary file/);
  });
});

describe("selections", () => {
  it("are cut to the text, in order, and told once each", async () => {
    using started = startEditor({ "a.ts": "one\r\ntwo\nthree" });
    const { editor, at, selections } = started;
    const path = at("a.ts");
    const made = [
      await editor.select(path, range(0, 1, 1, 2)),
      await editor.select(path, range(0, 1, 1, 2)),
      await editor.select(path, range(1, 99, 0, 99)),
      await editor.select(path, range(-5, Number.NaN, 99, 99)),
      await editor.selectLines(path, 2, 1),
      await editor.selectLines(path, 0),
    ].map(short);
    expect({ made, told: selections() }).toEqual({
      made: [
        "a.ts 0:1-1:2 ne\r\ntw",
        "a.ts 0:1-1:2 ne\r\ntw",
        "a.ts 0:3-1:3 \r\ntwo",
        "a.ts 0:0-2:5 one\r\ntwo\nthree",
        "a.ts 1:0-2:5 two\nthree",
        "a.ts 0:0-0:3 one",
      ],
      told: [
        "a.ts 0:1-1:2 ne\r\ntw",
        "a.ts 0:3-1:3 \r\ntwo",
        "a.ts 0:0-2:5 one\r\ntwo\nthree",
        "a.ts 1:0-2:5 two\nthree",
        "a.ts 0:0-0:3 one",
      ],
    });
  });

  it("follow the text when it gets shorter, here or on disk", async () => {
    using started = startEditor({ "a.ts": "one\ntwo\nthree" });
    const { editor, at, selections } = started;
    await editor.select(at("a.ts"), range(1, 1, 2, 5));
    await editor.documents.edit(at("a.ts"), "one\ntwo");
    await editor.documents.save(at("a.ts"));
    writeFileSync(at("a.ts"), "1");
    const active = await editor.activeSelection();
    expect({
      told: selections(),
      active: active && short(active),
      latest: await editor.latestSelection(),
    }).toEqual({
      told: ["a.ts 1:1-2:5 wo\nthree", "a.ts 1:1-1:3 wo", "a.ts 0:1-0:1 "],
      active: "a.ts 0:1-0:1 ",
      latest: active,
    });
  });

  it("are remembered as they were when their document was closed, which then starts anew", async () => {
    using started = startEditor({ "a.ts": "one two" });
    const { editor, at, open } = started;
    await editor.select(at("a.ts"), range(0, 0, 0, 7));
    await editor.documents.edit(at("a.ts"), "one");
    await editor.documents.close(at("a.ts"), { discard: true });
    const latest = await editor.latestSelection();
    await open("a.ts");
    const active = await editor.activeSelection();
    expect([short(latest!), short(active!)]).toEqual(["a.ts 0:0-0:3 one", "a.ts 0:0-0:0 "]);
  });

  it("are each document's own, and the last one made is remembered", async () => {
    using started = startEditor({ "a.ts": "aaa", "b.ts": "bbb" });
    const { editor, at, open, selections } = started;
    await open("b.ts");
    await editor.select(at("a.ts"), range(0, 0, 0, 2));
    await open("b.ts", { frontmost: false, select: { startText: "bb" } });
    const behind = await editor.activeSelection();
    await editor.closeTab("a.ts", call);
    const [active, latest] = [await editor.activeSelection(), await editor.latestSelection()];
    await editor.closeTab("b.ts", call);
    expect({
      behind: short(behind!),
      active: short(active!),
      latest: short(latest!),
      end: await editor.activeSelection(),
      told: selections(),
    }).toEqual({
      behind: "a.ts 0:0-0:2 aa",
      active: "b.ts 0:0-0:2 bb",
      latest: "a.ts 0:0-0:2 aa",
      end: undefined,
      told: ["b.ts 0:0-0:0 ", "a.ts 0:0-0:2 aa", "b.ts 0:0-0:2 bb", undefined],
    });
  });
});

it("knows languages by the names of files", () => {
  const names = [
    "a.ts",
    "A.TSX",
    "Makefile",
    "x.py",
    "n.ipynb",
    "Dockerfile",
    "tsconfig.json",
    "a.b.json",
    "README",
    ".ts",
    "ts",
    "a.",
    "constructor",
  ];
  expect(names.map(languageIdOf)).toEqual([
    "typescript",
    "typescriptreact",
    "makefile",
    "python",
    "jupyter",
    "dockerfile",
    "jsonc",
    "json",
    "plaintext",
    "typescript",
    "plaintext",
    "plaintext",
    "plaintext",
  ]);
});
