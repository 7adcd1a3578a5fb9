import type { DialectName, Mention } from "@idebridge/sdk";
import { FakeEditor, linkedPair, ManualClock, settle } from "@idebridge/sdk/testing";
import { describe, expect, it } from "vitest";
import { introduced, RawClient as Raw, type RawClient } from "./rawClient.ts";

const file: Mention = { path: "/workspace/a.ts" };
const lines: Mention = { path: "/workspace/a.ts", lines: { first: 0, last: 4 } };
const folder: Mention = { path: "/workspace/src" };

function mentioned(client: RawClient): unknown[] {
  return client.received
    .filter(({ method }) => method?.endsWith("at_mentioned"))
    .map(({ method, params }) => ({ method, params }));
}

describe("the form of each dialect", () => {
  const claude = (filePath: string, rest = {}) => ({ method: "at_mentioned", params: { filePath, ...rest } });
  const nexus = (file_path: string, rest = {}) => ({
    method: "notifications/at_mentioned",
    params: { file_path, ...rest },
  });
  const both = { lineStart: 0, lineEnd: 4 };
  const neither = { lineStart: null, lineEnd: null };
  it.each<[DialectName, object[]]>([
    ["claude-code", [claude(file.path), claude(file.path, both), claude(folder.path)]],
    ["kale", [claude(file.path), claude(file.path, both), claude(folder.path)]],
    ["jetbrains", [claude(file.path, neither), claude(file.path, both), claude(folder.path, neither)]],
    ["nexus", [nexus("a.ts"), nexus("a.ts", { line_start: 0, line_end: 4 }), nexus("src")]],
    ["obsidian", [claude("a.ts"), claude("a.ts", both), claude("src")]],
  ])("%s: a file, some lines, a folder", async (dialect, expected) => {
    await using pair = await linkedPair(new FakeEditor(), { dialect });
    const client = await introduced(pair);
    const heard: unknown[] = [];
    pair.ide.subscribe((event) => event.type === "mention" && heard.push(event.mention));
    for (const mention of [file, lines, folder]) expect(pair.server.mention(mention)).toBe("sent");
    await settle();
    expect(mentioned(client)).toEqual(expected);
    expect(heard).toEqual([file, lines, folder]);
  });
});

it("goes to every client, or to one", async () => {
  await using pair = await linkedPair(new FakeEditor());
  const [one, two] = [await introduced(pair), await introduced(pair)];
  pair.server.mention(file);
  pair.server.mention(lines, pair.server.clients.at(-1)!);
  await settle();
  expect([mentioned(one).length, mentioned(two).length]).toEqual([1, 2]);
});

it("to a client that has left is an error, not a mention for somebody else", async () => {
  await using pair = await linkedPair(new FakeEditor());
  const client = await introduced(pair);
  const gone = pair.server.clients.at(-1)!;
  client.transport.terminate();
  await settle();
  expect(() => pair.server.mention(file, gone)).toThrow(
    expect.objectContaining({ code: "CONNECTION_CLOSED" }),
  );
});

describe("while nobody is connected", () => {
  async function setUp(limits = {}) {
    const clock = new ManualClock();
    const pair = await linkedPair(new FakeEditor(), { clock, limits });
    pair.ide.close();
    await settle();
    const expired: Mention[] = [];
    pair.server.subscribe((event) => event.type === "mentionExpired" && expired.push(event.mention));
    return { clock, pair, expired, [Symbol.asyncDispose]: () => pair[Symbol.asyncDispose]() };
  }

  it("waits for the first client that introduces itself, and goes to that one alone", async () => {
    await using test = await setUp();
    expect([test.pair.server.mention(file), test.pair.server.mention(lines)]).toEqual(["queued", "queued"]);
    const silent = new Raw(test.pair);
    const first = await introduced(test.pair);
    const second = await introduced(test.pair);
    await test.clock.advance(60_000);
    expect([silent, first, second].map((client) => mentioned(client).length)).toEqual([0, 2, 0]);
    expect(test.expired).toEqual([]);
  });

  it("who only looks on hears it, and it waits for somebody else", async () => {
    const clock = new ManualClock();
    const isOnlooker = ({ name }: { readonly name: string }) => name === "monitor";
    await using pair = await linkedPair(new FakeEditor(), { clock, isOnlooker });
    pair.ide.close();
    await settle();
    const monitor = await introduced(pair, "monitor");
    expect(pair.server.mention(file)).toBe("queued");
    const late = await introduced(pair, "monitor");
    const agent = await introduced(pair);
    await settle();
    expect([monitor, late, agent].map((client) => mentioned(client).length)).toEqual([1, 0, 1]);
    expect(pair.server.mention(lines)).toBe("sent");
  });

  it("is given up after a time", async () => {
    await using test = await setUp({ mentionMilliseconds: 1000 });
    test.pair.server.mention(file);
    await test.clock.advance(999);
    expect(test.expired).toEqual([]);
    await test.clock.advance(1);
    expect(test.expired).toEqual([file]);
    expect(mentioned(await introduced(test.pair))).toEqual([]);
  });

  it("the oldest is given up when too many wait", async () => {
    await using test = await setUp({ mentionsWaiting: 2 });
    for (const mention of [file, lines, folder]) test.pair.server.mention(mention);
    expect(test.expired).toEqual([file]);
    const client = await introduced(test.pair);
    expect(mentioned(client)).toHaveLength(2);
  });

  it("the same object twice is two mentions", async () => {
    await using test = await setUp();
    test.pair.server.mention(file);
    test.pair.server.mention(file);
    expect(mentioned(await introduced(test.pair))).toHaveLength(2);
  });

  it("leaves no timer when the server stops", async () => {
    await using test = await setUp();
    test.pair.server.mention(file);
    test.pair.server.close();
    expect(test.clock.waiting).toBe(0);
  });

  it("reaches a caller of the library, who can listen only once connected", async () => {
    await using test = await setUp();
    test.pair.server.mention(lines);
    const ide = await test.pair.connect();
    const heard: unknown[] = [];
    ide.subscribe((event) => heard.push(event));
    await settle();
    expect(heard).toEqual([{ type: "mention", mention: lines }]);
  });
});
