import { FakeEditor, linkedPair, ManualClock } from "@idebridge/sdk/testing";
import { expect, test } from "vitest";
import { RawClient } from "./rawClient.ts";

const path = "/workspace/a.ts";
const range = { start: { line: 0, character: 0 }, end: { line: 0, character: 1 } };

async function start(name: string) {
  const clock = new ManualClock();
  const editor = new FakeEditor();
  const pair = await linkedPair(editor, { clock, selectionMilliseconds: 50 });
  pair.ide.close();
  await clock.advance(0);
  const client = new RawClient(pair);
  const heard = (method: string) => client.notifications(method).map(({ params }) => params.filePath);
  const introduce = (capabilities = {}) => client.introduce({ name, version: "2.1.325" }, capabilities);
  const dispose = () => pair[Symbol.asyncDispose]();
  return { clock, editor, pair, client, heard, introduce, [Symbol.asyncDispose]: dispose };
}

// Claude Code loses what it is told in its first moments (observed with three versions).
test("Claude Code is told the selection, and what was mentioned, when it has had time to listen", async () => {
  await using test = await start("claude-code");
  test.editor.select(path, range, "a");
  await test.clock.advance(50);
  expect(test.pair.server.mention({ path })).toBe("queued");
  await test.introduce();
  expect(test.pair.server.mention({ path: "/workspace/b.ts" })).toBe("sent");
  await test.clock.advance(999);
  expect([test.heard("selection_changed"), test.heard("at_mentioned")]).toEqual([[], []]);
  await test.clock.advance(1);
  expect([test.heard("selection_changed"), test.heard("at_mentioned")]).toEqual([
    [path],
    [path, "/workspace/b.ts"],
  ]);
});

test("a selection that it was told too early is told again, once", async () => {
  await using test = await start("claude-code");
  await test.introduce();
  test.editor.select(path, range, "a");
  await test.clock.advance(500);
  expect(test.heard("selection_changed")).toEqual([path]);
  await test.clock.advance(5_000);
  expect(test.heard("selection_changed")).toEqual([path, path]);
});

test("a selection that ends in the moment when it comes to listen is taken back", async () => {
  await using test = await start("claude-code");
  await test.introduce();
  test.editor.select(path, range, "a");
  await test.clock.advance(980);
  expect(test.heard("selection_changed")).toEqual([path]);
  test.editor.select("/workspace/.env", range, "SECRET");
  await test.clock.advance(5_000);
  expect(test.heard("selection_changed")).toEqual([path, ""]);
});

test("one that is slow to answer is given longer to listen", async () => {
  await using test = await start("claude-code");
  test.editor.select(path, range, "a");
  await test.clock.advance(50);
  await test.introduce({ roots: {} });
  await test.clock.advance(300);
  const question = test.client.received.find(({ method }) => method === "roots/list");
  test.client.send({ jsonrpc: "2.0", id: question!.id, result: { roots: [] } });
  await test.clock.advance(2_699);
  expect(test.heard("selection_changed")).toEqual([]);
  await test.clock.advance(1);
  expect(test.heard("selection_changed")).toEqual([path]);
});

test("other clients listen at once", async () => {
  await using test = await start("agent");
  test.editor.select(path, range, "a");
  await test.clock.advance(50);
  test.pair.server.mention({ path });
  await test.introduce();
  expect([test.heard("selection_changed"), test.heard("at_mentioned")]).toEqual([[path], [path]]);
});

test("a client that leaves before it listens leaves no timer", async () => {
  await using test = await start("claude-code");
  const before = test.clock.waiting;
  await test.introduce();
  expect(test.clock.waiting).toBe(before + 1);
  test.client.transport.close();
  await test.clock.advance(0);
  expect(test.clock.waiting).toBe(before);
});
