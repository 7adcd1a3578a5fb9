import type { DialectName, IdeEvent } from "@idebridge/sdk";
import { IdeBridgeError } from "@idebridge/sdk";
import { FakeEditor, linkedPair, ManualClock, settle } from "@idebridge/sdk/testing";
import { describe, expect, it } from "vitest";

const path = "/workspace/a.ts";
const range = { start: { line: 0, character: 0 }, end: { line: 0, character: 3 } };
const all: DialectName[] = ["claude-code", "kale", "jetbrains", "nexus", "obsidian"];

type Ide = Awaited<ReturnType<typeof linkedPair>>["ide"];

function editorWithFile(): FakeEditor {
  const editor = new FakeEditor({ files: { [path]: "old text", "/workspace/not found.ts": "" } });
  editor.select(path, range, "old");
  editor.setDiagnostics(path, [{ message: "bad", severity: "hint", range, source: "lint" }]);
  return editor;
}

/** Each typed method, with what it gives in the dialects that have it; in the others it is UNSUPPORTED. */
const calls: [
  what: string,
  ask: (ide: Ide) => Promise<unknown>,
  expected: Partial<Record<DialectName, unknown>>,
][] = [
  ["openFile", (ide) => ide.openFile(path), in_("claude-code", "kale", "jetbrains", "nexus")({})],
  [
    "openFile of a strange name",
    (ide) => ide.openFile("/workspace/not found.ts"),
    in_("claude-code", "kale", "jetbrains", "nexus")({}),
  ],
  [
    "openFile of nothing",
    (ide) => ide.openFile("/workspace/none"),
    in_("claude-code", "kale", "jetbrains", "nexus")("notFound"),
  ],
  [
    "openFile behind",
    (ide) => ide.openFile(path, { frontmost: false }),
    {
      ...in_("jetbrains", "nexus")({}),
      ...in_("claude-code", "kale")({ languageId: "typescript", lineCount: 1 }),
    },
  ],
  ["closeTab", (ide) => ide.closeTab("a.ts"), in_("claude-code", "kale", "jetbrains", "nexus")("closed")],
  [
    "closeTab of nothing",
    (ide) => ide.closeTab("none"),
    { ...in_("claude-code", "kale")("closed"), ...in_("jetbrains", "nexus")("notFound") },
  ],
  ["closeAllDiffs", (ide) => ide.closeAllDiffs(), in_("claude-code", "kale")(0)],
  [
    "activeSelection",
    (ide) => ide.activeSelection(),
    in_("claude-code", "kale", "nexus", "obsidian")({ path, range, text: "old" }),
  ],
  [
    "latestSelection",
    (ide) => ide.latestSelection(),
    in_("claude-code", "kale")({ path, range, text: "old" }),
  ],
  [
    "cursor",
    (ide) => ide.cursor(),
    in_("claude-code", "kale", "nexus", "obsidian")({ path, position: range.end }),
  ],
  ["setSelection", (ide) => ide.setSelection({ path, range }), in_("nexus")("selected")],
  [
    "setSelection elsewhere",
    (ide) => ide.setSelection({ path: "/workspace/b", range }),
    in_("nexus")("notOpen"),
  ],
  [
    "openDocuments",
    (ide) => ide.openDocuments(),
    {
      ...in_(
        "claude-code",
        "kale",
      )([{ path, label: "a.ts", languageId: "typescript", isActive: true, isDirty: false }]),
      ...in_("jetbrains", "nexus")([{ path }]),
    },
  ],
  ["workspaceFolders", (ide) => ide.workspaceFolders(), in_(...all)(["/workspace"])],
  [
    "diagnostics",
    (ide) => ide.diagnostics(path),
    {
      ...in_(
        "claude-code",
        "kale",
        "jetbrains",
      )([{ path, diagnostics: [{ message: "bad", severity: "hint", range, source: "lint" }] }]),
      // Nexus tells no end of a range.
      ...in_("nexus")([
        {
          path,
          diagnostics: [
            {
              message: "bad",
              severity: "hint",
              range: { start: range.start, end: range.start },
              source: "lint",
            },
          ],
        },
      ]),
    },
  ],
  [
    "documentState",
    (ide) => ide.documentState(path),
    in_("claude-code", "kale")({ isDirty: false, isUntitled: false }),
  ],
  [
    "documentState of nothing",
    (ide) => ide.documentState("/workspace/b"),
    in_("claude-code", "kale")("notOpen"),
  ],
  ["saveDocument", (ide) => ide.saveDocument(path), in_("claude-code", "kale")("saved")],
  [
    "saveDocument of nothing",
    (ide) => ide.saveDocument("/workspace/b"),
    in_("claude-code", "kale")("notOpen"),
  ],
  ["format", (ide) => ide.format(path), in_("jetbrains", "nexus")("formatted")],
  ["format of nothing", (ide) => ide.format("/workspace/b"), in_("jetbrains", "nexus")("notFound")],
  [
    "executeCode",
    (ide) => ide.executeCode("1"),
    in_("claude-code", "kale")({ outputs: [{ type: "text", text: "1" }] }),
  ],
  ["readFile", (ide) => ide.readFile(path), in_("obsidian")("old text")],
];

function in_(...dialects: DialectName[]) {
  return (value: unknown) => Object.fromEntries(dialects.map((dialect) => [dialect, value]));
}

describe.each(all)("in %s", (dialect) => {
  it.each(calls)("%s", async (_what, ask, expected) => {
    await using pair = await linkedPair(editorWithFile(), { dialect });
    expect(pair.ide.dialect).toBe(dialect);
    if (dialect in expected) expect(await ask(pair.ide)).toEqual(expected[dialect]);
    else await expect(ask(pair.ide)).rejects.toMatchObject({ code: "UNSUPPORTED" });
  });

  it("events have one form", async () => {
    const editor = editorWithFile();
    const clock = new ManualClock();
    await using pair = await linkedPair(editor, { dialect, clock });
    const events: IdeEvent[] = [];
    pair.ide.subscribe((event) => events.push(event));
    await clock.advance(50);
    events.length = 0;
    editor.select("/workspace/b.ts", range, "sel");
    await clock.advance(50);
    editor.blur();
    await clock.advance(50);
    pair.server.mention({ path, lines: { first: 1, last: 2 } });
    editor.setDiagnostics(path, []);
    await clock.advance(50);
    const text = dialect === "nexus" ? "" : "sel";
    const hasDiagnostics = dialect !== "nexus" && dialect !== "obsidian";
    expect(events).toEqual([
      { type: "selection", selection: { path: "/workspace/b.ts", range, text } },
      { type: "selection", selection: undefined },
      { type: "mention", mention: { path, lines: { first: 1, last: 2 } } },
      ...(hasDiagnostics ? [{ type: "diagnostics", file: { path, diagnostics: [] } }] : []),
    ]);
  });

  it("answers what the server asks", async () => {
    await using pair = await linkedPair(editorWithFile(), { dialect });
    await settle();
    expect(pair.server.clients).toMatchObject([
      { name: "test", version: "1.0.0", pid: 4242, folders: ["/workspace"] },
    ]);
  });
});

describe("calls", () => {
  it("have a deadline, which the editor's answer does not outlive", async () => {
    const clock = new ManualClock();
    const editor = new FakeEditor();
    let signal: AbortSignal | undefined;
    editor.diagnostics = ((_path: string | undefined, call: { signal: AbortSignal }) => {
      signal = call.signal;
      return new Promise(() => {});
    }) as unknown as FakeEditor["diagnostics"];
    await using pair = await linkedPair(editor, { clock, limits: { editorMilliseconds: 2_000 } });
    const outcome = expect(pair.ide.diagnostics()).rejects.toMatchObject({
      code: "TOOL_FAILED",
      message: "getDiagnostics: Fake Editor did not answer getDiagnostics within 2 s",
    });
    await clock.advance(2_000);
    await outcome;
    expect(signal?.aborted).toBe(true);
  });

  it("of the client time out by themselves, and can be given another time", async () => {
    const clock = new ManualClock();
    const editor = new FakeEditor();
    editor.kernel = () => new Promise(() => {});
    await using pair = await linkedPair(editor, { clock });
    const short = pair.ide.executeCode("", { milliseconds: 100 });
    const long = pair.ide.executeCode("");
    const outcome = expect(short).rejects.toMatchObject({ code: "TIMEOUT" });
    await clock.advance(100);
    await outcome;
    await clock.advance(10_000_000);
    const controller = new AbortController();
    const aborted = pair.ide.openDocuments({ signal: controller.signal });
    controller.abort();
    await expect(aborted).rejects.toMatchObject({ code: "ABORTED" });
    pair.ide.close();
    await expect(long).rejects.toMatchObject({ code: "CONNECTION_CLOSED" });
  });

  it("fail at once after the end", async () => {
    await using pair = await linkedPair(new FakeEditor());
    pair.ide.close();
    await settle();
    await expect(pair.ide.openDocuments()).rejects.toEqual(
      new IdeBridgeError("CONNECTION_CLOSED", "The connection to the IDE is closed"),
    );
  });

  it("a listener that throws disturbs no other", async () => {
    const editor = new FakeEditor();
    await using pair = await linkedPair(editor);
    const heard: string[] = [];
    pair.ide.subscribe(() => {
      throw new Error("oops");
    });
    const stop = pair.ide.subscribe(({ type }) => heard.push(type));
    pair.server.mention({ path });
    await settle();
    stop();
    pair.server.mention({ path });
    await settle();
    expect(heard).toEqual(["mention"]);
  });
});
