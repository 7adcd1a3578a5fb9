import { appendFile, readdir, readFile, rm, stat, truncate, writeFile } from "node:fs/promises";
import { join } from "node:path";
import { gzipSync } from "node:zlib";
import { expect, test } from "vitest";
import { defaultChangeLimits } from "../src/changes/changeLog.ts";
import type { ChangeRecord } from "../src/changes/changeRecord.ts";
import { ChangeStore } from "../src/changes/changeStore.ts";
import { agentWrites, makeClient, summary, Workspace } from "./changesWorkspace.ts";

const client = makeClient();

test("what was recorded is there after a restart, and can be reverted", async () => {
  await using workspace = await Workspace.make({ "a.ts": "1\n", "b.ts": "1\n" });
  const first = await workspace.openFor(makeClient(1, workspace.folder));
  await agentWrites(first, client, workspace, "a.ts", "2\n");
  await agentWrites(first, client, workspace, "b.ts", "2\n");
  await first.keep(first.list()[0]!.files[1]!.id);
  const before = first.list();
  await first.close();
  const second = await workspace.open();
  expect([second.list(), (await second.read(before[0]!.files[0]!.id)).before]).toEqual([before, "1\n"]);
  const { outcome } = await second.revert({ id: before[0]!.id });
  await second.close();
  const third = await workspace.open();
  expect([outcome, await workspace.text("a.ts"), summary(third, workspace)]).toEqual([
    "reverted",
    "1\n",
    [["modified a.ts +1 -1 announced reverted", "modified b.ts +1 -1 announced reverted"]],
  ]);
});

test("damaged and unknown lines are skipped, the rest is kept, and the log goes on", async () => {
  await using workspace = await Workspace.make({ "a.ts": "1\n" });
  const first = await workspace.openFor(client);
  await agentWrites(first, client, workspace, "a.ts", "2\n");
  await first.close();
  const index = join(workspace.stateDir, "index.jsonl");
  const change = JSON.parse((await readFile(index, "utf8")).trim().split("\n").at(-1)!);
  const bad = [
    "not json",
    '{"type":"later"}',
    JSON.stringify({
      ...change,
      change: { ...change.change, id: "x.1", before: { kind: "text", hash: "../../x", mode: 0 } },
    }),
    JSON.stringify({ ...change, change: { ...change.change, state: "?" } }),
    "null",
    '{"type":"prompt","prompt":{"id":"half',
  ];
  await appendFile(index, bad.join("\n"));
  const second = await workspace.openFor(client);
  await agentWrites(second, client, workspace, "a.ts", "3\n");
  await second.close();
  const third = await workspace.open();
  expect([summary(second, workspace), summary(third, workspace)]).toEqual([
    [["modified a.ts +1 -1 announced unseen"], ["modified a.ts +1 -1 announced unseen"]],
    summary(second, workspace),
  ]);
});

test.each<[string, (blob: string) => Promise<void>]>([
  ["cut off", (blob) => truncate(blob, 15)],
  ["another", (blob) => writeFile(blob, gzipSync("not what was recorded\n"))],
  ["gone", (blob) => rm(blob)],
])("a text that is %s is not written into a file", async (_, damage) => {
  await using workspace = await Workspace.make({ "a.ts": "1\n" });
  const first = await workspace.openFor(client);
  await agentWrites(first, client, workspace, "a.ts", "2\n");
  await first.close();
  const blobs = join(workspace.stateDir, "blobs");
  for (const name of await readdir(blobs)) await damage(join(blobs, name));
  const second = await workspace.open();
  const id = second.list()[0]!.files[0]!.id;
  const { change, before, after } = await second.read(id);
  expect([await second.revert({ id }), before, after, await workspace.text("a.ts")]).toEqual([
    {
      outcome: "unknown",
      message: expect.stringMatching(`a\\.ts is damaged.*: idebridge changes ${id} --keep$`),
    },
    undefined,
    undefined,
    "2\n",
  ]);
  expect(change.notRevertible).toBe(
    "What was recorded of it is damaged: it cannot be taken back, only kept.",
  );
});

test("what no record uses is deleted at the start", async () => {
  await using workspace = await Workspace.make({ "a.ts": "1\n" });
  const first = await workspace.openFor(client);
  await agentWrites(first, client, workspace, "a.ts", "2\n");
  await first.close();
  const blobs = join(workspace.stateDir, "blobs");
  const names = await readdir(blobs);
  await writeFile(join(blobs, `${"0".repeat(64)}`), "orphan");
  await writeFile(join(blobs, `${"0".repeat(64)}.abc.tmp`), "half");
  await workspace.open();
  expect(await readdir(blobs)).toEqual(names);
});

test("the oldest prompts go first when there are too many", async () => {
  await using workspace = await Workspace.make();
  const log = await workspace.openFor(client, { limits: { prompts: 3 } });
  for (let i = 0; i < 6; i++) {
    log.promptStarted(client);
    await agentWrites(log, client, workspace, `${i}.ts`, `only in ${i}\n`);
  }
  await log.close();
  const again = await workspace.open({ limits: { prompts: 2 } });
  const stored = await workspace.stored();
  expect([
    summary(log, workspace),
    summary(again, workspace),
    [0, 1, 2, 3, 4, 5].filter((i) => stored.includes(`only in ${i}\n`)),
  ]).toEqual([
    [3, 4, 5].map((i) => [`created ${i}.ts +1 -0 announced unseen`]),
    [4, 5].map((i) => [`created ${i}.ts +1 -0 announced unseen`]),
    [4, 5],
  ]);
});

test("the log stays within its size: old prompts go, then old texts of the last one", async () => {
  await using workspace = await Workspace.make();
  const log = await workspace.openFor(client, { limits: { totalBytes: 30_000 } });
  const random = () => Buffer.from(crypto.getRandomValues(new Uint8Array(6000))).toString("hex");
  for (let i = 0; i < 8; i++) {
    log.promptStarted(client);
    await agentWrites(log, client, workspace, `${i}.ts`, `${random()}\n`);
  }
  const size = async () => {
    const blobs = join(workspace.stateDir, "blobs");
    const sizes = await Promise.all(
      (await readdir(blobs)).map(async (name) => (await stat(join(blobs, name))).size),
    );
    return sizes.reduce((sum, each) => sum + each, 0);
  };
  const prompts = log.list().length;
  const sizeOfPrompts = await size();
  for (let i = 0; i < 8; i++) await agentWrites(log, client, workspace, `more${i}.ts`, `${random()}\n`);
  const lines = summary(log, workspace);
  expect([
    prompts > 1 && prompts < 8,
    sizeOfPrompts <= 30_000,
    (await size()) <= 30_000,
    lines.length,
  ]).toEqual([true, true, true, 1]);
  expect(lines[0]!.map((line) => line.endsWith("fixed")).toSorted()).toContain(true);
  expect(lines[0]!.at(-1)).toBe("created more7.ts +1 -0 announced unseen");
});

test("the index does not grow for ever", async () => {
  await using workspace = await Workspace.make();
  const store = await ChangeStore.open(workspace.stateDir, defaultChangeLimits);
  const startedAt = new Date(0).toISOString();
  await store.append([
    { type: "prompt", prompt: { id: "abc", client: { name: "c", version: "1" }, startedAt } },
  ]);
  const change = (number: number): ChangeRecord => ({
    type: "change",
    change: {
      id: `abc.${number}`,
      prompt: "abc",
      path: `/${"long".repeat(50)}`,
      added: 1,
      removed: 0,
      changedAt: startedAt,
      beforeFrom: "known",
      state: "unseen",
      before: { kind: "absent" },
      after: { kind: "opaque", why: "binary" },
    },
  });
  for (let i = 0; i < 30; i++) await store.append(Array.from({ length: 100 }, (_, number) => change(number)));
  await store.close();
  const again = await ChangeStore.open(workspace.stateDir, defaultChangeLimits);
  expect([
    (await stat(join(workspace.stateDir, "index.jsonl"))).size < 400_000,
    again.prompt("abc")?.changes.size,
  ]).toEqual([true, 100]);
});
