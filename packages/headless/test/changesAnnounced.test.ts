import { mkdir, readdir, rm, stat, symlink } from "node:fs/promises";
import { join } from "node:path";
import { expect, test } from "vitest";
import { agentWrites, eventually, makeClient, summary, Workspace } from "./changesWorkspace.ts";

const client = makeClient();

test("an announced write is a change, with the text of before and after", async () => {
  await using workspace = await Workspace.make({ "a.ts": "one\ntwo\n" });
  const log = await workspace.openFor(makeClient(1, workspace.folder));
  await agentWrites(log, client, workspace, "a.ts", "one\n2\n");
  const [prompt] = log.list();
  const [change] = prompt!.files;
  expect({ prompt, texts: await log.read(change!.id) }).toEqual({
    prompt: {
      id: expect.stringMatching(/^[2-9a-z]{6}$/),
      client: { name: "claude-code", version: "2.1.1", folder: workspace.folder },
      startedAt: expect.any(String),
      files: [change],
      notes: [],
    },
    texts: { change, before: "one\ntwo\n", after: "one\n2\n", current: "one\n2\n" },
  });
  expect(summary(log, workspace)).toEqual([["modified a.ts +1 -1 announced unseen"]]);
});

test("several edits of a file in one prompt are one change", async () => {
  await using workspace = await Workspace.make({ "a.ts": "1\n" });
  const log = await workspace.openFor(client);
  await agentWrites(log, client, workspace, "a.ts", "2\n");
  await agentWrites(log, client, workspace, "a.ts", "3\n4\n");
  const { before, after } = await log.read(log.list()[0]!.files[0]!.id);
  expect([summary(log, workspace), before, after]).toEqual([
    [["modified a.ts +2 -1 announced unseen"]],
    "1\n",
    "3\n4\n",
  ]);
});

test("each prompt has its own changes", async () => {
  await using workspace = await Workspace.make({ "a.ts": "1\n" });
  const log = await workspace.openFor(client);
  await agentWrites(log, client, workspace, "a.ts", "2\n");
  log.promptStarted(client);
  await agentWrites(log, client, workspace, "a.ts", "3\n");
  expect(summary(log, workspace)).toEqual([
    ["modified a.ts +1 -1 announced unseen"],
    ["modified a.ts +1 -1 announced unseen"],
  ]);
});

test("what is written while the changes before a new prompt are still looked at belongs to the new one", async () => {
  const names = Array.from({ length: 60 }, (_, i) => `${i}.ts`);
  await using workspace = await Workspace.make(Object.fromEntries(names.map((name) => [name, "1\n"])));
  const log = await workspace.openFor(client);
  for (const name of names) await log.writeAnnounced(client, workspace.path(name));
  for (const name of names) await workspace.write(name, "2\n");
  log.promptStarted(client);
  await log.writeAnnounced(client, workspace.path("59.ts"));
  await workspace.write("59.ts", "3\n");
  log.writesMayHaveEnded(client);
  await log.settled();
  const changes = log.list().map(({ files }) => files.findLast(({ path }) => path.endsWith("59.ts"))!.id);
  const texts = await Promise.all(changes.map((id) => log.read(id)));
  expect(texts.map(({ before, after }) => [before, after])).toEqual([
    ["1\n", "2\n"],
    ["2\n", "3\n"],
  ]);
});

test("a file that ends up as it was is no change", async () => {
  await using workspace = await Workspace.make({ "a.ts": "1\n" });
  const log = await workspace.openFor(client);
  const told: number[] = [];
  log.subscribe(({ files }) => told.push(files.length));
  await agentWrites(log, client, workspace, "a.ts", "2\n");
  await agentWrites(log, client, workspace, "a.ts", "1\n");
  await agentWrites(log, client, workspace, "a.ts", "1\n");
  expect([summary(log, workspace), told]).toEqual([[], [1, 0]]);
});

test("files are created, in folders that are new too, and deleted", async () => {
  await using workspace = await Workspace.make({ "old.ts": "x\n" });
  const log = await workspace.openFor(client);
  await agentWrites(log, client, workspace, "new/deep/a.ts", "1\n2\n");
  await log.writeAnnounced(client, workspace.path("old.ts"));
  await rm(workspace.path("old.ts"));
  log.writesMayHaveEnded(client);
  await log.settled();
  expect(summary(log, workspace)).toEqual([
    ["created new/deep/a.ts +2 -0 announced unseen", "deleted old.ts +0 -1 announced unseen"],
  ]);
});

test("an announced write is seen without being told that it has ended", async () => {
  await using workspace = await Workspace.make();
  const outside = join(workspace.base, "outside.txt");
  const log = await workspace.openFor(client);
  await log.writeAnnounced(client, outside);
  await workspace.write("../outside.txt", "hello\n");
  await eventually(() => expect(log.list()[0]?.files.map(({ path }) => path)).toEqual([outside]));
});

test.each(["promptStarted", "clientDisconnected"] as const)(
  "%s looks at what was announced",
  async (event) => {
    await using workspace = await Workspace.make({ "a.ts": "1\n" });
    const log = await workspace.openFor(client);
    await log.writeAnnounced(client, workspace.path("a.ts"));
    await workspace.write("a.ts", "2\n");
    log[event](client);
    await log.settled();
    expect(summary(log, workspace)).toEqual([["modified a.ts +1 -1 announced unseen"]]);
  },
);

test("what was accepted and never written does not stand for what is written later", async () => {
  await using workspace = await Workspace.make({ "a.ts": "1\n", "b.ts": "1\n" });
  const log = await workspace.openFor(client);
  log.accepted(client, workspace.path("a.ts"), "accepted\n");
  await agentWrites(log, client, workspace, "a.ts", "other\n");
  // By one that is not connected: nothing would ever take it back.
  log.accepted({ ...client, id: 99 }, workspace.path("b.ts"), "2\n");
  await agentWrites(log, client, workspace, "b.ts", "2\n");
  expect(summary(log, workspace).flat()).toEqual([
    "modified a.ts +1 -1 announced unseen",
    "modified b.ts +1 -1 announced unseen",
  ]);
});

test("what was accepted is no change when it is written without a word, in two steps, or with other line endings", async () => {
  await using workspace = await Workspace.make({ "a.ts": "1\r\n" });
  const log = await workspace.openFor(client);
  log.accepted(client, workspace.path("a.ts"), "2\n3\n");
  await workspace.write("a.ts", "2\n");
  await log.settled();
  await workspace.write("a.ts", "2\r\n3\r\n");
  await log.settled();
  const afterAccepted = summary(log, workspace);
  await workspace.write("a.ts", "4\n");
  await log.settled();
  expect([afterAccepted, summary(log, workspace)]).toEqual([
    [],
    [[expect.stringMatching(/^modified a\.ts/)]],
  ]);
});

test("a write that the user has accepted in a review is no change, the next one is", async () => {
  await using workspace = await Workspace.make({ "a.ts": "1\n" });
  const log = await workspace.openFor(client);
  log.accepted(client, workspace.path("a.ts"), "2\n");
  await agentWrites(log, client, workspace, "a.ts", "2\n");
  const afterAccepted = summary(log, workspace);
  await agentWrites(log, client, workspace, "a.ts", "3\n");
  const { before } = await log.read(log.list()[0]!.files[0]!.id);
  expect([afterAccepted, summary(log, workspace), before]).toEqual([
    [],
    [["modified a.ts +1 -1 announced unseen"]],
    "2\n",
  ]);
});

test("what was accepted is no change when it is too large to be stored, announced or not; other text is", async () => {
  await using workspace = await Workspace.make();
  const log = await workspace.openFor(client, { limits: { fileBytes: 10 } });
  const text = "0123456789\n".repeat(3);
  for (const name of ["a.txt", "b.txt", "c.txt", "d.txt"]) log.accepted(client, workspace.path(name), text);
  // Without the last line break, as Claude Code writes it; in two steps; with other line endings.
  await agentWrites(log, client, workspace, "a.txt", text.trimEnd());
  for (const part of [text.slice(0, 12), text]) {
    await workspace.write("b.txt", part);
    await log.settled();
  }
  await workspace.write("c.txt", text.replaceAll("\n", "\r\n"));
  await workspace.write("d.txt", text.replace("9", "8"));
  await eventually(async () => {
    await log.settled();
    expect(summary(log, workspace)).toEqual([["created d.txt +0 -0 known unseen fixed"]]);
  });
});

test("what the user saves in between is not merged into the agent's change", async () => {
  await using workspace = await Workspace.make({ "a.ts": "1\n" });
  const log = await workspace.openFor(client);
  await agentWrites(log, client, workspace, "a.ts", "2\n");
  log.savedByUser(workspace.path("a.ts"), "2\nmine\n");
  await workspace.write("a.ts", "2\nmine\n");
  await agentWrites(log, client, workspace, "a.ts", "3\nmine\n");
  const files = log.list()[0]!.files;
  expect(await Promise.all(files.map(async ({ id }) => (await log.read(id)).before))).toEqual([
    "1\n",
    "2\nmine\n",
  ]);
});

test("binary and large files are listed and not stored", async () => {
  await using workspace = await Workspace.make({ "b.bin": Buffer.from([0, 1]), "large.txt": "a\n" });
  const log = await workspace.openFor(client, { limits: { fileBytes: 1000 } });
  await agentWrites(log, client, workspace, "b.bin", Buffer.from([0, 2]));
  await agentWrites(log, client, workspace, "large.txt", "large\n".repeat(1000));
  await agentWrites(log, client, workspace, "latin.txt", Buffer.from([0x66, 0xfc, 0x72]));
  const [prompt] = log.list();
  expect({
    summary: summary(log, workspace),
    stored: (await workspace.stored()).includes("large\n"),
    blobs: await readdir(join(workspace.stateDir, "blobs")),
    revert: await log.revert({ id: prompt!.id }),
  }).toEqual({
    summary: [
      [
        "modified b.bin +0 -0 announced unseen fixed",
        "modified large.txt +0 -0 announced unseen fixed",
        "created latin.txt +0 -0 announced unseen fixed",
      ],
    ],
    stored: false,
    blobs: [],
    revert: {
      outcome: "conflict",
      paths: expect.arrayContaining([workspace.path("b.bin")]),
      message: [
        "This cannot be reverted.",
        `${workspace.path("latin.txt")}: It is no UTF-8 text, so it was not stored.`,
        `${workspace.path("large.txt")}: It is too large, so it was not stored.`,
        `${workspace.path("b.bin")}: It is no UTF-8 text, so it was not stored.`,
      ].join("\n"),
    },
  });
  await agentWrites(log, client, workspace, "a.ts", "text\n");
  expect(await log.revert({ id: prompt!.id })).toMatchObject({
    message: expect.stringMatching(/\nRevert the other files one by one\.$/),
  });
});

test("a denied file is never stored, whoever writes it", async () => {
  await using workspace = await Workspace.makeRepository({
    ".env": "KEY=hush-1\n",
    "sub/.env": "KEY=hush-2\n",
    "x/.env": "KEY=hush-5\n",
  });
  const isDenied = (path: string) => path.endsWith(".env");
  const log = await workspace.openFor(client, { isDenied });
  await agentWrites(log, client, workspace, ".env", "KEY=hush-3\n");
  await workspace.write("sub/.env", "KEY=hush-4\n");
  await rm(workspace.path("x/.env"));
  await eventually(() =>
    expect(summary(log, workspace)[0]?.toSorted()).toEqual([
      "deleted x/.env +0 -0 git unseen fixed",
      "modified .env +0 -0 announced unseen fixed",
      "modified sub/.env +0 -0 git unseen fixed",
    ]),
  );
  const texts = await log.read(log.list()[0]!.files[0]!.id);
  await log.close();
  expect([(await workspace.stored()).includes("hush"), texts.before, texts.after, texts.current]).toEqual([
    false,
    undefined,
    undefined,
    undefined,
  ]);
});

test("a file announced by the name of a link is the file that it leads to", async () => {
  await using workspace = await Workspace.make({ "real/a.ts": "1\n" });
  await symlink(workspace.path("real"), workspace.path("link"));
  const log = await workspace.openFor(client);
  await agentWrites(log, client, workspace, "link/a.ts", "2\n");
  expect(summary(log, workspace)).toEqual([["modified real/a.ts +1 -1 announced unseen"]]);
});

test("records are private", async () => {
  await using workspace = await Workspace.make({ "a.ts": "1\n" });
  const log = await workspace.openFor(client);
  await agentWrites(log, client, workspace, "a.ts", "2\n");
  const entries = await readdir(workspace.stateDir, { recursive: true });
  const modes = await Promise.all(
    ["", ...entries].map(async (name) =>
      ((await stat(join(workspace.stateDir, name))).mode & 0o077).toString(8),
    ),
  );
  expect([entries.length, new Set(modes)]).toEqual([4, new Set(["0"])]);
});

test("a folder in the place of an announced file does no harm", async () => {
  await using workspace = await Workspace.make();
  const log = await workspace.openFor(client);
  await log.writeAnnounced(client, workspace.path("thing"));
  await mkdir(workspace.path("thing"));
  log.writesMayHaveEnded(client);
  await log.settled();
  expect(summary(log, workspace)).toEqual([]);
});

test("a write is a change also while the workspace is still being read", async () => {
  await using workspace = await Workspace.make({ "a.ts": "1\n" });
  const log = await workspace.open();
  log.clientConnected(client);
  await agentWrites(log, client, workspace, "a.ts", "2\n");
  expect(summary(log, workspace)).toEqual([["modified a.ts +1 -1 announced unseen"]]);
});
