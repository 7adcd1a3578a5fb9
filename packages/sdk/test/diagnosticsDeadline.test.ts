import type { Editor, FileDiagnostics } from "@idebridge/sdk";
import { FakeEditor, linkedPair, ManualClock, settle } from "@idebridge/sdk/testing";
import { expect, test } from "vitest";
import { RawClient } from "./rawClient.ts";

const path = "/workspace/a.ts";
const other = "/workspace/b.ts";
const uri = `file://${path}`;
const problem = (message: string) => ({
  message,
  severity: "error" as const,
  range: { start: { line: 0, character: 0 }, end: { line: 0, character: 1 } },
});

/** An editor that answers when the test says so, and a client that is Claude Code by its name. */
async function start(name = "claude-code") {
  const clock = new ManualClock();
  const editor = new FakeEditor();
  const asked: { answer: (files: readonly FileDiagnostics[]) => void; signal: AbortSignal }[] = [];
  const diagnostics: Editor["diagnostics"] = (_path, { signal }) =>
    new Promise((answer) => asked.push({ answer, signal }));
  Object.assign(editor, { diagnostics });
  const pair = await linkedPair(editor, { clock });
  const client = new RawClient(pair);
  await client.introduce({ name, version: "2.1.325" });
  const answers = () =>
    client.received
      .filter(({ id, result }) => typeof id === "number" && result)
      .map(({ id, result }) => [id, messagesIn(result.content[0].text)]);
  return { clock, editor, asked, client, answers, [Symbol.asyncDispose]: () => pair[Symbol.asyncDispose]() };
}

function messagesIn(text: string): unknown {
  return (JSON.parse(text) as { uri: string; diagnostics: { message: string }[] }[]).map((file) => [
    file.uri,
    ...file.diagnostics.map(({ message }) => message),
  ]);
}

test.each([
  { args: { uri }, milliseconds: 350 },
  { args: {}, milliseconds: 1_800 },
])("Claude Code has an answer after $milliseconds ms when it asks $args", async ({ args, milliseconds }) => {
  await using test = await start();
  test.client.callTool(1, "getDiagnostics", args);
  await test.clock.advance(milliseconds - 1);
  expect(test.answers()).toEqual([]);
  await test.clock.advance(1);
  expect(test.answers()).toEqual([[1, []]]);
});

test("what the editor told before is the answer", async () => {
  await using test = await start();
  test.editor.setDiagnostics(path, [problem("told")]);
  test.editor.setDiagnostics(other, [problem("elsewhere")]);
  test.client.callTool(1, "getDiagnostics", { uri });
  test.client.callTool(2, "getDiagnostics");
  await test.clock.advance(1_800);
  test.editor.setDiagnostics(path, []);
  test.client.callTool(3, "getDiagnostics");
  await test.clock.advance(1_800);
  expect(test.answers()).toEqual([
    [1, [[uri, "told"]]],
    [
      2,
      [
        [uri, "told"],
        [`file://${other}`, "elsewhere"],
      ],
    ],
    [3, [[`file://${other}`, "elsewhere"]]],
  ]);
});

test("a late answer is not sent, but known the next time", async () => {
  await using test = await start();
  test.client.callTool(1, "getDiagnostics", { uri });
  await test.clock.advance(350);
  expect(test.asked[0]?.signal.aborted).toBe(false);
  test.asked[0]?.answer([{ path, diagnostics: [problem("late")] }]);
  await settle();
  test.client.callTool(2, "getDiagnostics", { uri });
  await test.clock.advance(350);
  expect(test.answers()).toEqual([
    [1, []],
    [2, [[uri, "late"]]],
  ]);
});

test("an editor that answers in time is believed, and nothing goes on", async () => {
  await using test = await start();
  test.editor.setDiagnostics(path, [problem("old")]);
  test.client.callTool(1, "getDiagnostics", { uri });
  await settle();
  const before = test.clock.waiting;
  test.asked[0]?.answer([{ path, diagnostics: [problem("new")] }]);
  await test.clock.advance(0);
  expect(test.answers()).toEqual([[1, [[uri, "new"]]]]);
  expect(test.clock.waiting).toBe(before - 2);
});

test("the call still ends at the limit for all calls", async () => {
  await using test = await start();
  test.client.callTool(1, "getDiagnostics", { uri });
  await test.clock.advance(30_000);
  expect(test.asked.map(({ signal }) => signal.aborted)).toEqual([true]);
  expect(test.answers()).toEqual([[1, []]]);
});

test("what is not shared is not remembered aloud", async () => {
  await using test = await start();
  test.editor.setDiagnostics("/workspace/.env", [problem("secret")]);
  test.editor.setDiagnostics(path, [problem("told")]);
  test.client.callTool(1, "getDiagnostics");
  await test.clock.advance(1_800);
  expect(test.answers()).toEqual([[1, [[uri, "told"]]]]);
});

test("nothing is told that was known when sharing is paused meanwhile", async () => {
  const clock = new ManualClock();
  const editor = new FakeEditor();
  editor.setDiagnostics(path, [problem("told")]);
  Object.assign(editor, { diagnostics: () => new Promise(() => {}) });
  await using pair = await linkedPair(editor, { clock });
  editor.setDiagnostics(path, [problem("told")]);
  const client = new RawClient(pair);
  await client.introduce({ name: "claude-code", version: "2.1.325" });
  client.callTool(1, "getDiagnostics");
  await settle();
  pair.server.paused = true;
  await clock.advance(1_800);
  expect(client.received.find(({ id }) => id === 1)?.result.content[0].text).toBe("[]");
});

test("a question of the model, or of another agent, is worth waiting for", async () => {
  await using claude = await start();
  claude.client.request(1, "tools/call", {
    name: "getDiagnostics",
    arguments: {},
    _meta: { "claudecode/toolUseId": "toolu_1" },
  });
  await using agent = await start("agent");
  agent.client.callTool(1, "getDiagnostics", { uri });
  for (const each of [claude, agent]) {
    await each.clock.advance(10_000);
    expect(each.answers()).toEqual([]);
    each.asked[0]?.answer([{ path, diagnostics: [problem("complete")] }]);
    await settle();
    expect(each.answers()).toEqual([[1, [[uri, "complete"]]]]);
  }
});
