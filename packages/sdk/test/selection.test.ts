import type { DialectName, Selection } from "@idebridge/sdk";
import { FakeEditor, linkedPair, ManualClock, settle } from "@idebridge/sdk/testing";
import { describe, expect, it } from "vitest";
import { introduced } from "./rawClient.ts";

const path = "/workspace/a.ts";
const at = (line: number, length = 0) => ({
  start: { line, character: 0 },
  end: { line, character: length },
});

async function setUp(dialect: DialectName = "claude-code") {
  const editor = new FakeEditor({ files: { [path]: "" } });
  const clock = new ManualClock();
  const pair = await linkedPair(editor, { dialect, clock, selectionMilliseconds: 50 });
  const client = await introduced(pair);
  const told = () => client.notifications("selection_changed").map(({ params }) => params);
  return { editor, clock, pair, client, told, [Symbol.asyncDispose]: () => pair[Symbol.asyncDispose]() };
}

const none = { text: "", filePath: "", selection: { ...at(0), isEmpty: true } };
const shown = (line: number) => ({
  text: "",
  filePath: path,
  fileUrl: `file://${path}`,
  selection: { ...at(line), isEmpty: true },
});

describe("telling the selection", () => {
  it("10,000 events in a second are at most 25 messages, and the last is never lost", async () => {
    await using test = await setUp();
    for (let i = 0; i < 10_000; i++) {
      test.editor.select(path, at(i));
      if (i % 100 === 99) await test.clock.advance(10);
    }
    await test.clock.advance(50);
    expect(test.told().length).toBeLessThanOrEqual(25);
    expect(test.told().length).toBeGreaterThan(10);
    expect(test.told().at(-1)).toEqual(shown(9_999));
  });

  it("waits for the interval, not for the user to stop", async () => {
    await using test = await setUp();
    test.editor.select(path, at(1));
    await test.clock.advance(49);
    expect(test.told()).toEqual([]);
    test.editor.select(path, at(2));
    await test.clock.advance(1);
    expect(test.told()).toEqual([shown(2)]);
  });

  it("drops what the client knows already", async () => {
    await using test = await setUp();
    test.editor.select(path, at(1));
    await test.clock.advance(50);
    test.editor.select(path, at(2));
    test.editor.select(path, at(1));
    await test.clock.advance(50);
    expect(test.told()).toEqual([shown(1)]);
  });

  it("tells that no text editor has the focus any more, once", async () => {
    await using test = await setUp();
    test.editor.blur();
    await test.clock.advance(50);
    test.editor.select(path, at(1));
    await test.clock.advance(50);
    test.editor.blur();
    await test.clock.advance(50);
    test.editor.blur();
    await test.clock.advance(50);
    expect(test.told()).toEqual([shown(1), none]);
  });

  it.each(["output:tasks", "git:/workspace/a.ts", "untitled:Untitled-1", ""])(
    "nothing for the pane %j, which is no file",
    async (pane) => {
      await using test = await setUp();
      test.editor.select(path, at(1));
      await test.clock.advance(50);
      test.editor.emit({ type: "selection", selection: { path: pane, range: at(5), text: "no file" } });
      await test.clock.advance(50);
      expect(test.told()).toEqual([shown(1)]);
      expect(await test.pair.ide.latestSelection()).toEqual({ path, range: at(1), text: "" });
    },
  );

  it("answers no selection when the editor says that it is in a pane that is no file", async () => {
    const editor = new FakeEditor();
    editor.activeSelection = () => ({ path: "output:tasks", range: at(0), text: "x" });
    await using pair = await linkedPair(editor);
    expect(await pair.ide.activeSelection()).toBeUndefined();
  });

  it("tells nothing to a client that has not introduced itself", async () => {
    await using test = await setUp();
    const line = test.pair.rawLine();
    test.editor.select(path, at(1));
    await test.clock.advance(50);
    expect(line.peer!.sent).toEqual([]);
  });

  it("stops with the server, and leaves no timer", async () => {
    await using test = await setUp();
    test.editor.select(path, at(1));
    test.pair.ide.close();
    test.pair.server.close();
    await test.client.closed;
    await settle();
    expect(test.clock.waiting).toBe(0);
  });
});

describe("a client that has just come", () => {
  it("is told where the user is, once", async () => {
    await using test = await setUp();
    test.editor.select(path, at(3));
    const late = await introduced(test.pair);
    await test.clock.advance(100);
    expect(late.notifications("selection_changed").map(({ params }) => params)).toEqual([shown(3)]);
  });

  it("is told although the others know it already", async () => {
    await using test = await setUp();
    test.editor.select(path, at(3));
    await test.clock.advance(50);
    const late = await introduced(test.pair);
    await test.clock.advance(50);
    expect(late.notifications("selection_changed").map(({ params }) => params)).toEqual([shown(3)]);
    expect(test.told()).toEqual([shown(3)]);
  });

  it("is told what the editor answers, where it has emitted no event yet", async () => {
    const editor = new FakeEditor();
    editor.activeSelection = () => ({ path, range: at(7), text: "" });
    await using pair = await linkedPair(editor);
    const client = await introduced(pair);
    await settle();
    expect(client.notifications("selection_changed").map(({ params }) => params)).toEqual([shown(7)]);
  });

  it("is not told an old answer after a newer event", async () => {
    const editor = new FakeEditor();
    let answer = (_: Selection) => {};
    editor.activeSelection = (() =>
      new Promise<Selection>((resolve) => {
        answer = resolve;
      })) as unknown as FakeEditor["activeSelection"];
    const clock = new ManualClock();
    await using pair = await linkedPair(editor, { clock });
    const client = await introduced(pair);
    editor.emit({ type: "selection", selection: { path, range: at(2), text: "" } });
    await clock.advance(50);
    answer({ path, range: at(1), text: "" });
    await settle();
    expect(client.notifications("selection_changed").map(({ params }) => params)).toEqual([shown(2)]);
  });

  it("hears nothing when there is nothing to tell, or the editor fails", async () => {
    await using test = await setUp();
    expect(test.told()).toEqual([]);
    test.editor.activeSelection = () => {
      throw new Error("not ready");
    };
    const late = await introduced(test.pair);
    await test.clock.advance(50);
    expect(late.notifications("selection_changed")).toEqual([]);
  });
});

describe("pause", () => {
  it("takes the selection back, and tells it again afterwards", async () => {
    await using test = await setUp();
    const events: unknown[] = [];
    test.pair.server.subscribe((event) => events.push(event));
    test.editor.select(path, at(1));
    await test.clock.advance(50);
    test.pair.server.paused = true;
    test.pair.server.paused = true;
    await test.clock.advance(50);
    test.editor.select(path, at(2));
    await test.clock.advance(50);
    expect(test.told()).toEqual([shown(1), none]);
    test.pair.server.paused = false;
    await test.clock.advance(50);
    expect(test.told()).toEqual([shown(1), none, shown(2)]);
    expect(events).toEqual([
      { type: "sharingChanged", paused: true },
      { type: "sharingChanged", paused: false },
    ]);
  });
});

describe("a client that takes its messages slowly", () => {
  it("gets only the last selection and the last problems of each file, when it has caught up", async () => {
    await using test = await setUp();
    test.client.serverSide.bufferedBytes = 1_000_000;
    const quick = await introduced(test.pair);
    for (let i = 0; i < 5; i++) {
      test.editor.select(path, at(i));
      test.editor.setDiagnostics(path, [{ message: `${i}`, severity: "error", range: at(i) }]);
      await test.clock.advance(50);
    }
    expect([test.client, quick].map((client) => client.notifications("selection_changed").length)).toEqual([
      0, 5,
    ]);
    test.client.serverSide.bufferedBytes = 0;
    await test.clock.advance(1000);
    expect(test.told()).toEqual([shown(4)]);
    expect(
      test.client.notifications("diagnostics_changed").map(({ params }) => params.diagnostics[0].message),
    ).toEqual(["4"]);
  });
});

describe("the form of each dialect", () => {
  const selection: Selection = { path, range: at(1, 3), text: "let" };
  it.each<[DialectName, object[], object[]]>([
    [
      "claude-code",
      [
        {
          method: "selection_changed",
          params: {
            text: "let",
            filePath: path,
            fileUrl: `file://${path}`,
            selection: { ...at(1, 3), isEmpty: false },
          },
        },
      ],
      [{ method: "selection_changed", params: none }],
    ],
    [
      "kale",
      [
        {
          method: "selection_changed",
          params: {
            text: "let",
            filePath: path,
            fileUrl: `file://${path}`,
            selection: { ...at(1, 3), isEmpty: false },
          },
        },
        {
          method: "workspace/didChangeActiveEditor",
          params: { filePath: path, text: "let", selection: at(1, 3) },
        },
      ],
      [
        { method: "selection_changed", params: none },
        { method: "workspace/didChangeActiveEditor", params: { filePath: null, text: "", selection: null } },
      ],
    ],
    [
      "jetbrains",
      [{ method: "selection_changed", params: { text: "let", filePath: path, selection: at(1, 3) } }],
      [{ method: "selection_changed", params: { text: null, filePath: null, selection: null } }],
    ],
    [
      "nexus",
      [{ method: "notifications/selection_changed", params: { file_path: "a.ts", range: at(1, 3) } }],
      [{ method: "notifications/selection_changed", params: { file_path: null, range: null } }],
    ],
    [
      "obsidian",
      [
        {
          method: "selection_changed",
          params: {
            text: "let",
            filePath: "a.ts",
            fileUrl: `file://${path}`,
            selection: { ...at(1, 3), isEmpty: false },
          },
        },
      ],
      [{ method: "selection_changed", params: none }],
    ],
  ])("%s", async (dialect, selected, blurred) => {
    await using test = await setUp(dialect);
    const told = () => {
      const count = test.client.received.length;
      return () => test.client.received.slice(count).map(({ method, params }) => ({ method, params }));
    };
    let since = told();
    test.editor.emit({ type: "selection", selection });
    await test.clock.advance(50);
    expect(since()).toEqual(selected);
    since = told();
    test.editor.blur();
    await test.clock.advance(50);
    expect(since()).toEqual(blurred);
  });
});
