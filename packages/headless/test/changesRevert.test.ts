import { chmod, readdir, rm, stat } from "node:fs/promises";
import { diffTexts } from "@idebridge/review";
import { expect, test } from "vitest";
import { applyRevert } from "../src/changes/applyRevert.ts";
import { defaultChangeLimits } from "../src/changes/changeLog.ts";
import { ChangeStore } from "../src/changes/changeStore.ts";
import { absent, type Content, readContent, toContent } from "../src/changes/content.ts";
import { agentWrites, eventually, makeClient, summary, Workspace } from "./changesWorkspace.ts";

const client = makeClient();
const before = "1\n2\n3\n4\n5\n6\n7\n8\n9\n";
const after = "one\n2\n3\n4\nfive\n6\n7\n8\nnine\n";

test("a file is taken back, with its mode", async () => {
  await using workspace = await Workspace.make({ "a.sh": before });
  await chmod(workspace.path("a.sh"), 0o750);
  const log = await workspace.openFor(client);
  await agentWrites(log, client, workspace, "a.sh", after);
  const result = await log.revert({ id: log.list()[0]!.files[0]!.id });
  expect({
    result,
    text: await workspace.text("a.sh"),
    mode: (await stat(workspace.path("a.sh"))).mode & 0o777,
    summary: summary(log, workspace),
    files: await readdir(workspace.folder),
  }).toEqual({
    result: { outcome: "reverted", paths: [workspace.path("a.sh")] },
    text: before,
    mode: 0o750,
    summary: [["modified a.sh +3 -3 announced reverted"]],
    files: ["a.sh"],
  });
});

test("hunks are taken back one by one, by numbers that stay the same", async () => {
  await using workspace = await Workspace.make({ "a.ts": before });
  const log = await workspace.openFor(client);
  await agentWrites(log, client, workspace, "a.ts", after);
  const id = log.list()[0]!.files[0]!.id;
  const steps: unknown[] = [diffTexts(before, after).map((hunk) => hunk.id)];
  for (const hunk of [1, 0, 2]) {
    const { outcome } = await log.revert({ id, hunks: [hunk] });
    steps.push([outcome, await workspace.text("a.ts"), log.list()[0]!.files[0]!.state]);
  }
  expect(steps).toEqual([
    [0, 1, 2],
    ["reverted", "one\n2\n3\n4\n5\n6\n7\n8\nnine\n", "partlyReverted"],
    ["reverted", "1\n2\n3\n4\n5\n6\n7\n8\nnine\n", "partlyReverted"],
    ["reverted", before, "reverted"],
  ]);
});

test("what the user has written elsewhere in the file stays", async () => {
  await using workspace = await Workspace.make({ "a.ts": before });
  const log = await workspace.openFor(client);
  await agentWrites(log, client, workspace, "a.ts", after);
  const id = log.list()[0]!.files[0]!.id;
  const edited = after.replace("3\n", "my three\n");
  log.savedByUser(workspace.path("a.ts"), edited);
  await workspace.write("a.ts", edited);
  const { outcome } = await log.revert({ id });
  expect([outcome, await workspace.text("a.ts")]).toEqual(["reverted", before.replace("3\n", "my three\n")]);
});

test("what the user has changed since is never overwritten", async () => {
  await using workspace = await Workspace.make({ "a.ts": before, "gone.ts": "x\n" });
  const log = await workspace.openFor(client);
  await agentWrites(log, client, workspace, "a.ts", after);
  await agentWrites(log, client, workspace, "new.ts", "agent\n");
  await log.writeAnnounced(client, workspace.path("gone.ts"));
  await rm(workspace.path("gone.ts"));
  log.writesMayHaveEnded(client);
  await log.settled();
  const mine = { "a.ts": after.replace("five", "mine"), "new.ts": "agent\nmine\n", "gone.ts": "mine\n" };
  for (const [name, text] of Object.entries(mine)) {
    log.savedByUser(workspace.path(name), text);
    await workspace.write(name, text);
  }
  const files = log.list()[0]!.files;
  const outcomes = await Promise.all(files.map(async ({ id }) => (await log.revert({ id })).outcome));
  const whole = await log.revert({ id: log.list()[0]!.id });
  const texts = await Promise.all(Object.keys(mine).map((name) => workspace.text(name)));
  expect({ outcomes, whole, texts }).toEqual({
    outcomes: ["conflict", "conflict", "conflict"],
    whole: {
      outcome: "conflict",
      paths: ["gone.ts", "new.ts", "a.ts"].map((name) => workspace.path(name)),
      message: expect.stringContaining("has been changed since"),
    },
    texts: Object.values(mine),
  });
});

test("a created file is deleted, a deleted one comes back with its mode", async () => {
  await using workspace = await Workspace.make({ "sub/gone.sh": "x\n", "a.ts": "1\n" });
  await chmod(workspace.path("sub/gone.sh"), 0o755);
  const log = await workspace.openFor(client);
  await agentWrites(log, client, workspace, "new.ts", "agent\n");
  await agentWrites(log, client, workspace, "a.ts", "2\n");
  await rm(workspace.path("sub"), { recursive: true });
  await eventually(() => expect(summary(log, workspace)[0]).toHaveLength(3));
  const told: string[][] = [];
  log.subscribe(({ files }) => told.push(files.map(({ state }) => state)));
  const { outcome } = await log.revert({ id: log.list()[0]!.id });
  expect({
    outcome,
    texts: await Promise.all(["new.ts", "a.ts", "sub/gone.sh"].map((name) => workspace.text(name))),
    mode: (await stat(workspace.path("sub/gone.sh"))).mode & 0o777,
    told,
    again: (await log.revert({ id: log.list()[0]!.id })).outcome,
  }).toEqual({
    outcome: "reverted",
    texts: [undefined, "1\n", "x\n"],
    mode: 0o755,
    told: [["reverted", "reverted", "reverted"]],
    again: "unknown",
  });
});

test("one conflict keeps a whole prompt from being reverted", async () => {
  await using workspace = await Workspace.make({ "a.ts": "1\n", "b.ts": "1\n" });
  const log = await workspace.openFor(client);
  await agentWrites(log, client, workspace, "a.ts", "2\n");
  await agentWrites(log, client, workspace, "b.ts", "2\n");
  log.savedByUser(workspace.path("a.ts"), "mine\n");
  await workspace.write("a.ts", "mine\n");
  const result = await log.revert({ id: log.list()[0]!.id });
  expect([result, await workspace.text("a.ts"), await workspace.text("b.ts")]).toEqual([
    { outcome: "conflict", paths: [workspace.path("a.ts")], message: expect.any(String) },
    "mine\n",
    "2\n",
  ]);
});

test("a file that a later prompt changed again: the message names that one", async () => {
  await using workspace = await Workspace.make({ "a.ts": "1\n" });
  const log = await workspace.openFor(client);
  await agentWrites(log, client, workspace, "a.ts", "2\n");
  log.promptStarted(client);
  await agentWrites(log, client, workspace, "a.ts", "3\n");
  const [first, second] = log.list();
  const refused = await log.revert({ id: first!.id });
  await log.revert({ id: second!.id });
  const accepted = await log.revert({ id: first!.id });
  expect([refused, accepted.outcome, await workspace.text("a.ts")]).toEqual([
    {
      outcome: "conflict",
      paths: [workspace.path("a.ts")],
      message: expect.stringContaining(second!.files[0]!.id),
    },
    "reverted",
    "1\n",
  ]);
});

test("when a file cannot be replaced, those before it are put back", async () => {
  await using workspace = await Workspace.make({ "a.ts": "2\n", "created.ts": "2\n", "b.ts": "2\n" });
  await chmod(workspace.path("created.ts"), 0o640);
  const store = await ChangeStore.open(workspace.stateDir, defaultChangeLimits);
  const rules = { fileBytes: 1000, isDenied: () => false };
  const text = (content: string) => toContent(Buffer.from(content), 0o640, 1000);
  const plan = {
    writes: [
      { path: workspace.path("deleted.ts"), from: absent, to: text("1\n") },
      { path: workspace.path("a.ts"), from: text("2\n"), to: text("1\n") },
      { path: workspace.path("created.ts"), from: text("2\n"), to: absent },
      { path: workspace.path("b.ts"), from: text("2\n"), to: text("1\n") },
    ],
    changes: [],
  };
  const read = async (path: string): Promise<Content> => {
    const content = await readContent(path, rules);
    // At the last moment something comes that no rename can replace.
    if (path === workspace.path("b.ts")) {
      await rm(path);
      await workspace.write("b.ts/inside", "mine\n");
    }
    return content;
  };
  const failure = await applyRevert(plan, { store, stateDir: workspace.stateDir, read }).catch(String);
  await store.close();
  const names = await readdir(workspace.folder, { recursive: true });
  expect({
    failure,
    names: names.toSorted(),
    texts: await Promise.all(["a.ts", "created.ts"].map((name) => workspace.text(name))),
    mode: (await stat(workspace.path("created.ts"))).mode & 0o777,
    state: await readdir(workspace.stateDir),
  }).toEqual({
    failure: expect.stringMatching(/EISDIR|ENOTEMPTY|EPERM/),
    names: ["a.ts", "b.ts", "b.ts/inside", "created.ts"],
    texts: ["2\n", "2\n"],
    mode: 0o640,
    state: ["blobs"],
  });
});

test("nothing is written when a file changes at the last moment", async () => {
  await using workspace = await Workspace.make({ "a.ts": "2\n", "b.ts": "mine\n" });
  const store = await ChangeStore.open(workspace.stateDir, defaultChangeLimits);
  const text = (content: string) => toContent(Buffer.from(content), 0o644, 1000);
  const writes = ["a.ts", "b.ts"].map((name) => ({
    path: workspace.path(name),
    from: text("2\n"),
    to: text("1\n"),
  }));
  const read = (path: string) => readContent(path, { fileBytes: 1000, isDenied: () => false });
  const outcome = await applyRevert({ writes, changes: [] }, { store, stateDir: workspace.stateDir, read });
  await store.close();
  expect([outcome, await workspace.text("a.ts"), await readdir(workspace.folder)]).toEqual([
    "changed",
    "2\n",
    ["a.ts", "b.ts"],
  ]);
});

test("a revert is no change, and the next write of the agent is a change of its own", async () => {
  await using workspace = await Workspace.makeRepository({ "a.ts": "1\n" });
  const log = await workspace.openFor(client);
  await agentWrites(log, client, workspace, "a.ts", "2\n");
  await log.revert({ id: log.list()[0]!.id });
  await workspace.write("marker.ts", "1\n");
  await eventually(() => expect(summary(log, workspace)[0]).toHaveLength(2));
  await agentWrites(log, client, workspace, "a.ts", "3\n");
  expect(summary(log, workspace)).toEqual([
    [
      "modified a.ts +1 -1 announced reverted",
      "created marker.ts +1 -0 known unseen",
      "modified a.ts +1 -1 announced unseen",
    ],
  ]);
});

test("requests that mean nothing are answered so", async () => {
  await using workspace = await Workspace.make({ "a.ts": "1\n" });
  const log = await workspace.openFor(client);
  await agentWrites(log, client, workspace, "a.ts", "2\n");
  const [prompt] = log.list();
  const { id, changedAt } = prompt!.files[0]!;
  const requests = [{ id: "nothing" }, { id: prompt!.id, hunks: [0] }, { id, hunks: [] }, { id, hunks: [7] }];
  const stale = { id, changedAt: new Date(Date.parse(changedAt) - 1).toISOString() };
  const answers = await Promise.all(
    [...requests, stale].map(async (request) => (await log.revert(request)).outcome),
  );
  expect([answers, await workspace.text("a.ts")]).toEqual([
    ["unknown", "unknown", "unknown", "unknown", "conflict"],
    "2\n",
  ]);
  await expect(log.read("nothing")).rejects.toThrow("There is no change nothing.");
});

test("a change is kept; the agent's next edit is another one", async () => {
  await using workspace = await Workspace.make({ "a.ts": "1\n", "b.ts": "1\n" });
  const log = await workspace.openFor(client);
  await agentWrites(log, client, workspace, "a.ts", "2\n");
  await agentWrites(log, client, workspace, "b.ts", "2\n");
  const [prompt] = log.list();
  const kept = [await log.keep(prompt!.files[0]!.id), await log.keep(prompt!.id), await log.keep("nothing")];
  await agentWrites(log, client, workspace, "a.ts", "3\n");
  expect([kept, summary(log, workspace)]).toEqual([
    [{ kept: 1 }, { kept: 1 }, { kept: 0 }],
    [
      [
        "modified a.ts +1 -1 announced kept",
        "modified b.ts +1 -1 announced kept",
        "modified a.ts +1 -1 announced unseen",
      ],
    ],
  ]);
  expect([(await log.revert({ id: prompt!.id })).outcome, await workspace.text("a.ts")]).toEqual([
    "reverted",
    "1\n",
  ]);
});

test("a revert of many files is no burst", async () => {
  await using workspace = await Workspace.make();
  const log = await workspace.openFor(client, { limits: { burstFiles: 3 } });
  for (const name of ["a", "b", "c", "d", "e"]) {
    await log.writeAnnounced(client, workspace.path(name));
    await workspace.write(name, "1\n");
  }
  log.writesMayHaveEnded(client);
  await log.settled();
  await log.revert({ id: log.list()[0]!.id });
  await workspace.write("marker", "1\n");
  await eventually(() => expect(summary(log, workspace)[0]).toHaveLength(6));
  expect([log.list()[0]!.notes, log.list()[0]!.files.map(({ state }) => state)]).toEqual([
    [],
    ["reverted", "reverted", "reverted", "reverted", "reverted", "unseen"],
  ]);
});
