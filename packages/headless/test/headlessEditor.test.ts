import { mkdirSync, readFileSync, realpathSync, rmSync, symlinkSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import type { Call, CodeResult, Diagnostic, EditorEvent, FileDiagnostics, Selection } from "@idebridge/sdk";
import { editorConformance, linkedPair } from "@idebridge/sdk/testing";
import { describe, expect, it, vi } from "vitest";
import { DocumentError } from "../src/documents/documentError.ts";
import { languageIdOf } from "../src/documents/languageIdOf.ts";
import {
  type CodeRunner,
  type DiagnosticsProvider,
  HeadlessEditor,
  type HeadlessEditorOptions,
} from "../src/headlessEditor.ts";
import { temporaryFolder } from "./documentsFolder.ts";

const call: Call = {
  signal: new AbortController().signal,
  client: { id: 1, name: "test", version: "1", pid: 42, folders: [], connectedAt: new Date() },
};

function startEditor(
  files: Readonly<Record<string, string>>,
  options: Omit<HeadlessEditorOptions, "folders"> = {},
) {
  const folder = temporaryFolder();
  const at = (name: string) => join(folder.path, name);
  for (const [name, text] of Object.entries(files)) writeFileSync(at(name), text);
  const editor = new HeadlessEditor({ folders: [folder.path], ...options });
  const events: EditorEvent[] = [];
  editor.subscribe((event) => events.push(event));
  return {
    editor,
    at,
    folder: folder.path,
    events,
    open: (name: string, more: Partial<Parameters<HeadlessEditor["openFile"]>[0]> = {}) =>
      editor.openFile({ path: at(name), preview: false, frontmost: true, ...more }, call),
    selections: () =>
      events.flatMap((event) =>
        event.type === "selection" ? [event.selection && short(event.selection)] : [],
      ),
    [Symbol.dispose]() {
      editor[Symbol.dispose]();
      folder[Symbol.dispose]();
    },
  };
}

function short({ path, range: { start, end }, text }: Selection): string {
  return `${path.split("/").at(-1)} ${start.line}:${start.character}-${end.line}:${end.character} ${text}`;
}

function range(startLine: number, start: number, endLine: number, end: number) {
  return { start: { line: startLine, character: start }, end: { line: endLine, character: end } };
}

async function codeOf(run: Promise<unknown>): Promise<string> {
  try {
    return `no error: ${JSON.stringify(await run)}`;
  } catch (error) {
    return error instanceof DocumentError ? error.code : String(error);
  }
}

/** Somebody who finds problems when told to. */
class Problems implements DiagnosticsProvider {
  readonly #files = new Map<string, readonly Diagnostic[]>();
  #listener: (files: readonly FileDiagnostics[]) => void = () => {};

  cause(path: string): void {
    const diagnostics: Diagnostic[] = [{ message: "wrong", severity: "error", range: range(0, 0, 0, 1) }];
    this.#files.set(path, diagnostics);
    this.#listener([{ path, diagnostics }]);
  }

  forFile(path: string) {
    return this.#files.get(path) ?? [];
  }

  all() {
    return [...this.#files].map(([path, diagnostics]) => ({ path, diagnostics }));
  }

  subscribe(listener: (files: readonly FileDiagnostics[]) => void) {
    this.#listener = listener;
    return () => {
      this.#listener = () => {};
    };
  }
}

/** Runs code by saying it, and for which notebook it was. */
class Echo implements CodeRunner {
  isShared(notebook: string): boolean {
    return !notebook.includes("secret");
  }

  async execute(code: string, notebook: string | undefined): Promise<CodeResult> {
    return {
      outputs: [{ type: "text", text: `${code} in ${notebook?.split("/").at(-1) ?? "no notebook"}` }],
    };
  }
}

describe("conformance", () => {
  const skipped = ["a file can be formatted, one that does not exist cannot"];

  for (const check of editorConformance) {
    it(check.name, async () => {
      const text = "first word\nsecond line\r\nlast";
      const problems = new Problems();
      const started = startEditor(
        { "a.ts": text, "b.md": "other\n" },
        { diagnosticsProvider: problems, codeRunner: new Echo() },
      );
      const { editor, at } = started;
      const { inbox } = editor;
      const idOf = (title: string) =>
        vi.waitFor(() => inbox.list().find((review) => review.title === title)?.id ?? Promise.reject(), {
          timeout: 10_000,
          interval: 2,
        });
      const outcome = await check.run({
        editor,
        file: { path: at("a.ts"), text },
        otherFile: { path: at("b.md"), text: "other\n" },
        user: {
          select: async (path, range) => void (await editor.select(path, range)),
          async edit(path, text) {
            await editor.documents.open(path);
            await editor.documents.edit(path, text);
          },
          async acceptReview(title) {
            const { proposal } = await inbox.read(await idOf(title));
            inbox.decide(proposal.id, { outcome: "accepted", contents: proposal.contents }, "test");
          },
          acceptEdited: async (title, contents) =>
            void inbox.decide(await idOf(title), { outcome: "accepted", contents }, "test"),
          rejectReview: async (title) =>
            void inbox.decide(await idOf(title), { outcome: "rejected" }, "test"),
          async closeReview(title) {
            await idOf(title);
            inbox.close();
          },
          seesReview: (title) => inbox.list().some((review) => review.title === title),
          causeProblem: (path) => problems.cause(path),
        },
        readFile(path) {
          try {
            return readFileSync(path, "utf8");
          } catch {
            return "notFound";
          }
        },
        dispose: () => started[Symbol.dispose](),
      });
      expect(outcome).toBe(skipped.includes(check.name) ? "skipped" : "passed");
    });
  }
});

describe("workspace folders", () => {
  it("are several, by their real paths, and can change", () => {
    using folder = temporaryFolder();
    const at = (name: string) => join(folder.path, name);
    mkdirSync(at("one"));
    mkdirSync(at("two"));
    symlinkSync("two", at("link"));
    using editor = new HeadlessEditor({ folders: [at("one"), at("link")] });
    const before = editor.workspaceFolders();
    const events: EditorEvent[] = [];
    editor.subscribe((event) => events.push(event));
    editor.setWorkspaceFolders([at("two")]);
    expect(() => editor.setWorkspaceFolders([at("three")])).toThrow(/There is no folder .*three/);
    expect({ before, after: editor.workspaceFolders(), events }).toEqual({
      before: [at("one"), at("two")],
      after: [at("two")],
      events: [{ type: "workspaceFolders" }],
    });
  });

  it("must be folders", () => {
    using folder = temporaryFolder();
    const file = join(folder.path, "file");
    writeFileSync(file, "");
    expect(() => new HeadlessEditor({ folders: [file] })).toThrow(/This is no folder: .*file/);
  });

  it("may go: errors say so, and documents stay", async () => {
    using started = startEditor({ "a.ts": "a", "b.ts": "b" });
    const { editor, at, folder, open } = started;
    await open("a.ts");
    await editor.documents.edit(at("a.ts"), "mine");
    rmSync(folder, { recursive: true });
    const gone = {
      open: await codeOf(open("b.ts")),
      save: await codeOf(editor.saveDocument(at("a.ts"), call)),
      select: await codeOf(editor.select(at("b.ts"), range(0, 0, 0, 1))),
      folders: editor.workspaceFolders(),
      text: await editor.readText(at("a.ts")),
      diagnostics: await editor.diagnostics(undefined, call),
    };
    mkdirSync(folder);
    const back = await editor.saveDocument(at("a.ts"), call);
    expect({ gone, back, disk: readFileSync(at("a.ts"), "utf8") }).toEqual({
      gone: {
        open: "FOLDER_GONE",
        save: "FOLDER_GONE",
        select: "FOLDER_GONE",
        folders: [folder],
        text: "mine",
        diagnostics: [],
      },
      back: "saved",
      disk: "mine",
    });
  });
});

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

describe("diagnostics", () => {
  it("are none without a provider, but who wants to know is asked first, and may fail", async () => {
    const asked: unknown[] = [];
    const warnings: string[] = [];
    using started = startEditor(
      { "a.ts": "a" },
      {
        async onDiagnosticsAsked(path, { client }) {
          asked.push([path, client.pid]);
          if (path === undefined) throw new Error("broken");
        },
        warn: (message) => warnings.push(message),
      },
    );
    const answers = [
      await started.editor.diagnostics(started.at("a.ts"), call),
      await started.editor.diagnostics(undefined, call),
    ];
    expect({ answers, asked, warnings }).toEqual({
      answers: [[], []],
      asked: [
        [started.at("a.ts"), 42],
        [undefined, 42],
      ],
      warnings: ["onDiagnosticsAsked: broken"],
    });
  });

  it("are answered only when the one who was asked first is done", async () => {
    let done = () => {};
    using started = startEditor(
      { "a.ts": "a" },
      { onDiagnosticsAsked: () => new Promise((resolve) => (done = resolve)) },
    );
    let isAnswered = false;
    const answer = started.editor.diagnostics(started.at("a.ts"), call).then(() => {
      isAnswered = true;
    });
    await new Promise((resolve) => setTimeout(resolve, 10));
    const before = isAnswered;
    done();
    await answer;
    expect([before, isAnswered]).toEqual([false, true]);
  });
});

describe("code", () => {
  it("runs in the notebook that is in front, or was last, and that may be told", async () => {
    const files = { "a.ipynb": "{}", "b.IPYNB": "{}", "c.ts": "", "secret.ipynb": "{}", "d.ipynb": "{}" };
    using started = startEditor(files, { codeRunner: new Echo() });
    const { editor, open } = started;
    const told: unknown[] = [];
    const run = async () => {
      const { outputs } = await editor.executeCode("1", call);
      told.push(outputs.map((output) => (output.type === "text" ? output.text : "")).join());
    };
    await run();
    await open("d.ipynb", { frontmost: false });
    await run();
    for (const name of ["a.ipynb", "b.IPYNB", "c.ts", "secret.ipynb"]) {
      await open(name);
      await run();
    }
    await editor.closeTab("b.IPYNB", call);
    await run();
    expect(told.map((text) => String(text).slice("1 in ".length))).toEqual([
      "no notebook",
      "d.ipynb",
      "a.ipynb",
      "b.IPYNB",
      "b.IPYNB",
      "b.IPYNB",
      "a.ipynb",
    ]);
  });

  it("cannot be run when nobody is there to do it", async () => {
    using started = startEditor({});
    expect([started.editor.can("executeCode"), started.editor.can("review")]).toEqual([false, true]);
    await expect(started.editor.executeCode("1", call)).rejects.toThrow("No code is run here");
  });
});

it("ends everything when it is closed", async () => {
  using started = startEditor({ "a.ts": "a" });
  const { editor, at, open } = started;
  await open("a.ts");
  const review = editor.review(
    { id: 1, path: at("a.ts"), oldPath: at("a.ts"), contents: "b", title: "t" },
    call,
  );
  editor[Symbol.dispose]();
  expect([await review, editor.documents.watchedFolders, await codeOf(open("a.ts"))]).toEqual([
    { outcome: "rejected" },
    0,
    "CLOSED",
  ]);
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
