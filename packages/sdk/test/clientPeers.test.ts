import type { DialectName, IdeEvent } from "@idebridge/sdk";
import { type IdeOptions, RpcError } from "@idebridge/sdk/core";
import { describe, expect, it } from "vitest";
import { type Answer, open, Peer } from "./peer.ts";

const texts = (...parts: string[]) => ({ content: parts.map((text) => ({ type: "text", text })) });
const tools = (...names: string[]) => ({ tools: names.map((name) => ({ name, inputSchema: {} })) });
const calling = (result: unknown): Record<string, Answer> => ({ "tools/call": () => result });

describe("openDiff understands", () => {
  it.each<[string, unknown, object]>([
    [
      "FILE_SAVED with contents",
      texts("FILE_SAVED", "mine"),
      { outcome: "accepted", contents: "mine", edited: true },
    ],
    [
      "FILE_SAVED with nothing left",
      texts("FILE_SAVED", ""),
      { outcome: "accepted", contents: "", edited: true },
    ],
    ["FILE_SAVED alone", texts("FILE_SAVED"), { outcome: "accepted", contents: "new", edited: false }],
    ["DIFF_REJECTED alone", texts("DIFF_REJECTED"), { outcome: "rejected" }],
    ["DIFF_REJECTED with the tab", texts("DIFF_REJECTED", "a.ts"), { outcome: "rejected" }],
    ["TAB_CLOSED", texts("TAB_CLOSED"), { outcome: "undecided", answer: "TAB_CLOSED" }],
    ["DIFF_SHOWN", texts("DIFF_SHOWN"), { outcome: "undecided", answer: "DIFF_SHOWN" }],
  ])("%s", async (_what, answer, result) => {
    await using ide = await open(new Peer(calling(answer)));
    expect(await ide.openDiff({ path: "/workspace/a.ts", contents: "new" })).toEqual(result);
  });

  it.each<[string, unknown, string]>([
    ["something unknown", texts("WHATEVER"), "UNEXPECTED_ANSWER"],
    ["nothing", { content: [] }, "UNEXPECTED_ANSWER"],
    ["no content", {}, "UNEXPECTED_ANSWER"],
    ["a failure", { ...texts("no window"), isError: true }, "TOOL_FAILED"],
  ])("that %s is no decision", async (_what, answer, code) => {
    await using ide = await open(new Peer(calling(answer)));
    await expect(ide.openDiff({ path: "/workspace/a.ts", contents: "new" })).rejects.toMatchObject({ code });
  });
});

describe("servers in the wild", () => {
  it("may know nothing but initialize", async () => {
    const peer = new Peer({});
    await using ide = await open(peer);
    expect([ide.tools, ide.dialect, await ide.workspaceFolders()]).toEqual([
      [],
      "claude-code",
      ["/workspace"],
    ]);
    await expect(ide.request("ping")).rejects.toMatchObject({ code: -32601 });
    await expect(ide.openFile("/workspace/a.ts")).rejects.toMatchObject({ code: "UNSUPPORTED" });
  });

  it("may not list close_tab, and have it", async () => {
    const peer = new Peer({ "tools/list": () => tools("openDiff"), "tools/call": () => texts("TAB_CLOSED") });
    await using ide = await open(peer);
    expect([ide.supports("closeTab"), await ide.closeTab("a.ts")]).toEqual([false, "closed"]);
  });

  it("may refuse what they do not list", async () => {
    const peer = new Peer({
      "tools/list": () => tools("openDiff"),
      "tools/call": () => {
        throw new RpcError(-32602, "Unknown tool");
      },
    });
    await using ide = await open(peer);
    await expect(ide.closeTab("a.ts")).rejects.toMatchObject({ code: "UNSUPPORTED" });
    await expect(ide.openDiff({ path: "/a", contents: "" })).rejects.toBeInstanceOf(RpcError);
  });

  it.each<[string, DialectName, string, object[]]>([
    [
      "null fields",
      "claude-code",
      JSON.stringify([
        {
          uri: "file:///workspace/a.ts",
          diagnostics: [
            { message: "m", severity: null, range: null, source: null, code: null, relatedInformation: null },
          ],
        },
      ]),
      [
        {
          message: "m",
          severity: "error",
          range: { start: { line: 0, character: 0 }, end: { line: 0, character: 0 } },
        },
      ],
    ],
    [
      "no end of a range, an unknown severity",
      "claude-code",
      JSON.stringify([
        {
          uri: "file:///workspace/a.ts",
          diagnostics: [
            {
              message: "m",
              severity: "Fatal",
              range: { start: { line: 2, character: 1 } },
              code: 7,
              extra: 1,
            },
          ],
        },
      ]),
      [
        {
          message: "m",
          severity: "information",
          range: { start: { line: 2, character: 1 }, end: { line: 2, character: 1 } },
          code: 7,
        },
      ],
    ],
    [
      "only what seed 004 shows",
      "nexus",
      JSON.stringify({
        diagnostics: [
          { file_path: "a.ts", line: 2, column: null, severity: "WEAK_WARNING", message: "m", source: null },
        ],
      }),
      [
        {
          message: "m",
          severity: "information",
          range: { start: { line: 2, character: 0 }, end: { line: 2, character: 0 } },
        },
      ],
    ],
  ])("may send diagnostics with %s", async (_what, dialect, text, diagnostics) => {
    await using ide = await open(new Peer(calling(texts(text))), { traces: { lockDialect: dialect } });
    expect(await ide.diagnostics()).toEqual([{ path: "/workspace/a.ts", diagnostics }]);
  });

  it.each(["not JSON", "{}", "[1]"])(
    "may send diagnostics that are %s: an error, not a crash",
    async (text) => {
      await using ide = await open(new Peer(calling(texts(text))));
      await expect(ide.diagnostics()).rejects.toMatchObject({ code: "UNEXPECTED_ANSWER" });
    },
  );

  it.each<[string, string, unknown]>([
    ["the sentence", "Opened file: /workspace/not found.ts", {}],
    ["facts", '{"success":true,"filePath":"/workspace/not found.ts","lineCount":null}', {}],
    ["a refusal in JSON", '{"success":false,"message":"File not found"}', "notFound"],
    ["a refusal in words", "Error: file does not exist", "notFound"],
  ])("may answer openFile with %s", async (_what, text, expected) => {
    await using ide = await open(new Peer(calling(texts(text))));
    expect(await ide.openFile("/workspace/not found.ts")).toEqual(expected);
  });

  it.each<[method: string, params: object, event: IdeEvent]>([
    [
      "selection_changed",
      { text: null, filePath: null, selection: null },
      { type: "selection", selection: undefined },
    ],
    [
      "at_mentioned",
      { filePath: "/a", lineStart: 3, lineEnd: null },
      { type: "mention", mention: { path: "/a", lines: { first: 3, last: 3 } } },
    ],
    [
      "at_mentioned",
      { filePath: "/a", lineStart: null, lineEnd: null },
      { type: "mention", mention: { path: "/a" } },
    ],
    [
      "at_mentioned",
      { nonsense: 1 },
      { type: "notification", method: "at_mentioned", params: { nonsense: 1 } },
    ],
    ["log_event", { a: 1 }, { type: "notification", method: "log_event", params: { a: 1 } }],
  ])("may notify %s %j", async (method, params, event) => {
    const peer = new Peer({});
    await using ide = await open(peer);
    const events: IdeEvent[] = [];
    ide.subscribe((each) => events.push(each));
    await peer.notify(method, params);
    expect(events).toEqual([event]);
  });

  it.each<[string, string[], Partial<IdeOptions["traces"]>, DialectName]>([
    ["its tools", ["list_opened_files"], { ideName: "IntelliJ IDEA" }, "nexus"],
    ["its tools", ["open_files"], {}, "jetbrains"],
    ["its tools", ["getOpenEditors"], { ideName: "Obsidian" }, "claude-code"],
    ["its name in the lock file", [], { ideName: "Obsidian" }, "obsidian"],
    ["its name in the lock file", ["openDiff"], { ideName: "WebStorm" }, "jetbrains"],
    ["its name in the lock file", [], { ideName: "Kale" }, "kale"],
    ["the lock file itself", ["getOpenEditors"], { lockDialect: "kale" }, "kale"],
    ["nothing at all", [], {}, "claude-code"],
    ["a dialect that nobody knows", [], { lockDialect: "constructor" }, "claude-code"],
  ])("are recognised by %s: %j %j", async (_what, names, traces, dialect) => {
    await using ide = await open(new Peer({ "tools/list": () => tools(...names) }), { traces });
    expect(ide.dialect).toBe(dialect);
  });
});
