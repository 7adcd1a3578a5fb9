import { mkdirSync, readFileSync, rmSync, symlinkSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import type { CodeResult, Diagnostic, EditorEvent, FileDiagnostics } from "@idebridge/sdk";
import { editorConformance } from "@idebridge/sdk/testing";
import { describe, expect, it, vi } from "vitest";
import { type CodeRunner, type DiagnosticsProvider, HeadlessEditor } from "../src/headlessEditor.ts";
import { codeOf } from "./documentsDesk.ts";
import { temporaryFolder } from "./documentsFolder.ts";
import { call, range, startEditor } from "./startEditor.ts";

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

it("shows a proposal for a link out of the workspace as where it leads, and no other", async () => {
  using elsewhere = temporaryFolder();
  using started = startEditor({ "a.ts": "a" });
  const { editor, at } = started;
  const outside = (name: string) => join(elsewhere.path, name);
  writeFileSync(outside("target"), "old");
  symlinkSync(outside("target"), at("link"));
  symlinkSync(elsewhere.path, at("folder"));
  symlinkSync(at("a.ts"), at("inside"));
  const names = ["a.ts", "inside", "link", "folder/new", "new"];
  const asked = names.map((name, index) =>
    editor.review({ id: index + 1, path: at(name), oldPath: at(name), contents: "b", title: "t" }, call),
  );
  await vi.waitFor(() => expect(editor.inbox.list()).toHaveLength(names.length));
  const shown = [...editor.inbox.list()].sort((a, b) => a.id - b.id);
  expect(shown.map(({ path }) => path)).toEqual([
    at("a.ts"),
    at("inside"),
    outside("target"),
    outside("new"),
    at("new"),
  ]);
  editor[Symbol.dispose]();
  await Promise.all(asked);
});

it("refuses a proposal for a folder: nobody is asked about what could not be written", async () => {
  using started = startEditor({});
  const { editor, at } = started;
  const path = at("src");
  mkdirSync(path);
  const asked = editor.review({ id: 1, path, oldPath: path, contents: "b", title: "t" }, call);
  await expect(asked).rejects.toThrow(`${path} is a folder, not a file with text`);
  expect(editor.inbox.list()).toEqual([]);
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
