import { mkdir, rename, rm } from "node:fs/promises";
import { join } from "node:path";
import { expect, test } from "vitest";
import { agentWrites, eventually, makeClient, summary, Workspace } from "./changesWorkspace.ts";

const client = makeClient();

test("in a repository, a file as committed is known from git, any other from memory", async () => {
  await using workspace = await Workspace.makeRepository({
    "clean.ts": "c\n",
    "dirty.ts": "d\n",
    "gone.ts": "g\n",
  });
  await workspace.write("dirty.ts", "mine\n");
  await workspace.write("untracked.ts", "u\n");
  const log = await workspace.openFor(client);
  await workspace.write("clean.ts", "C\n");
  await workspace.write("dirty.ts", "D\n");
  await workspace.write("untracked.ts", "U\n");
  await workspace.write("deep/new.ts", "n\n");
  await rm(workspace.path("gone.ts"));
  await eventually(() =>
    expect(summary(log, workspace)[0]?.toSorted()).toEqual([
      "created deep/new.ts +1 -0 known unseen",
      "deleted gone.ts +0 -1 git unseen",
      "modified clean.ts +1 -1 git unseen",
      "modified dirty.ts +1 -1 known unseen",
      "modified untracked.ts +1 -1 known unseen",
    ]),
  );
  const dirty = log.list()[0]!.files.find(({ path }) => path.endsWith("dirty.ts"))!;
  expect((await log.read(dirty.id)).before).toBe("mine\n");
});

test("what git restores over the user's work can be brought back", async () => {
  await using workspace = await Workspace.makeRepository({ "a.ts": "committed\n" });
  await workspace.write("a.ts", "hours of work\n");
  const log = await workspace.openFor(client);
  await workspace.git("checkout", "-q", "--", "a.ts");
  await eventually(() => expect(summary(log, workspace)).toEqual([["modified a.ts +1 -1 known unseen"]]));
  await log.revert({ id: log.list()[0]!.id });
  expect(await workspace.text("a.ts")).toBe("hours of work\n");
});

test("without a repository the texts are known from memory", async () => {
  await using workspace = await Workspace.make({ "a.ts": "1\n", "sub/b.ts": "1\n" });
  const log = await workspace.openFor(client);
  await workspace.write("a.ts", "2\n");
  await rm(workspace.path("sub"), { recursive: true });
  await eventually(() =>
    expect(summary(log, workspace)[0]?.toSorted()).toEqual([
      "deleted sub/b.ts +0 -1 known unseen",
      "modified a.ts +1 -1 known unseen",
    ]),
  );
});

test("beyond the limits of the memory a file is listed, and cannot be reverted", async () => {
  await using workspace = await Workspace.make({ "a.ts": "1\n".repeat(100), "b.ts": "1\n".repeat(100) });
  const log = await workspace.openFor(client, { limits: { memoryBytes: 250 } });
  await workspace.write("a.ts", "2\n");
  await workspace.write("b.ts", "2\n");
  await eventually(() => expect(summary(log, workspace)[0]).toHaveLength(2));
  expect(summary(log, workspace)[0]!.filter((line) => line.endsWith("fixed"))).toHaveLength(1);
});

test("a file that was announced and not written is no change, whether its text is in memory or not", async () => {
  await using workspace = await Workspace.make({ "a.ts": "1\n".repeat(100), "b.ts": "1\n".repeat(100) });
  const log = await workspace.openFor(client, { limits: { memoryBytes: 250 } });
  for (const name of ["a.ts", "b.ts"]) await log.writeAnnounced(client, workspace.path(name));
  log.writesMayHaveEnded(client);
  await log.settled();
  expect(summary(log, workspace)).toEqual([]);
});

test("what git ignores, node_modules and .git are not looked at", async () => {
  await using workspace = await Workspace.makeRepository({
    ".gitignore": "out/\n*.log\n",
    "out/a.js": "1\n",
  });
  const log = await workspace.openFor(client);
  await workspace.write("out/a.js", "2\n");
  await workspace.write("out/new/b.js", "2\n");
  await workspace.write("x.log", "2\n");
  await workspace.write("later/x.log", "2\n");
  await workspace.write("node_modules/p/index.js", "2\n");
  await workspace.write("last.ts", "1\n");
  await eventually(() => expect(summary(log, workspace)).toEqual([["created last.ts +1 -0 known unseen"]]));
});

test("a file that git tracks is looked at, even where it ignores others", async () => {
  await using workspace = await Workspace.makeRepository({ "tracked.log": "1\n" });
  await workspace.write(".gitignore", "*.log\n");
  await workspace.commit("ignore");
  const log = await workspace.openFor(client);
  await workspace.write("other.log", "2\n");
  await workspace.write("tracked.log", "2\n");
  await eventually(() =>
    expect(summary(log, workspace)).toEqual([["modified tracked.log +1 -1 git unseen"]]),
  );
});

test("a folder that is moved away takes its files with it", async () => {
  await using workspace = await Workspace.makeRepository({ "src/a.ts": "1\n", "src/deep/b.ts": "1\n" });
  const log = await workspace.openFor(client);
  await rename(workspace.path("src"), workspace.path("lib"));
  await eventually(() =>
    expect(summary(log, workspace)[0]?.toSorted()).toEqual([
      "created lib/a.ts +1 -0 known unseen",
      "created lib/deep/b.ts +1 -0 known unseen",
      "deleted src/a.ts +0 -1 git unseen",
      "deleted src/deep/b.ts +0 -1 git unseen",
    ]),
  );
  await workspace.write("lib/deep/b.ts", "2\n");
  await mkdir(workspace.path("src"));
  await workspace.write("src/a.ts", "1\n");
  await eventually(() =>
    expect(summary(log, workspace)[0]?.toSorted()).toEqual([
      "created lib/a.ts +1 -0 known unseen",
      "created lib/deep/b.ts +1 -0 known unseen",
      "deleted src/deep/b.ts +0 -1 git unseen",
    ]),
  );
});

test("a checkout is git's, a commit changes nothing, and what the agent committed is still its change", async () => {
  await using workspace = await Workspace.makeRepository({ "a.ts": "1\n", "b.ts": "1\n" });
  await workspace.git("checkout", "-q", "-b", "other");
  await workspace.write("a.ts", "other\n");
  await workspace.commit("other");
  const log = await workspace.openFor(client);
  await workspace.git("checkout", "-q", "main");
  const note = "git moved to another commit (checkout: moving from other to main): 1 file not recorded.";
  await eventually(() => expect(summary(log, workspace)).toEqual([[note]]));
  log.promptStarted(client);
  await workspace.write("b.ts", "agent\n");
  await workspace.commit("by the agent");
  await eventually(() =>
    expect(summary(log, workspace)).toEqual([[note], ["modified b.ts +1 -1 git unseen"]]),
  );
});

test("a burst is a note, and no texts", async () => {
  await using workspace = await Workspace.makeRepository({ "a.ts": "1\n" });
  const log = await workspace.openFor(client, { limits: { burstFiles: 10 } });
  await mkdir(workspace.path("many"));
  const names = Array.from({ length: 60 }, (_, i) => `many/${i}.ts`);
  await Promise.all(names.map((name) => workspace.write(name, "burst\n")));
  const note = /^\d+ files changed at once; they are not recorded\.$/;
  // On a slow machine a few may come before the others.
  await eventually(() => expect(log.list()[0]?.notes).toEqual([expect.stringMatching(note)]));
  const { files } = log.list()[0]!;
  const unrecorded = names.find((name) => !files.some(({ path }) => path === workspace.path(name)))!;
  await workspace.write(unrecorded, "after the burst\n");
  await eventually(() =>
    expect(summary(log, workspace)[0]).toContain(`modified ${unrecorded} +1 -1 known unseen`),
  );
  expect([files.length <= 10, log.list().length]).toEqual([true, 1]);
});

test("files that change one after the other are bounded in each prompt", async () => {
  await using workspace = await Workspace.make();
  const log = await workspace.openFor(client, { limits: { burstFiles: 2 } });
  for (const [i, name] of ["a", "b", "c", "d"].entries()) {
    await workspace.write(name, "1\n");
    await eventually(() => expect(summary(log, workspace)[0]).toHaveLength(Math.min(i + 1, 3)));
  }
  await agentWrites(log, client, workspace, "announced", "1\n");
  expect(summary(log, workspace)[0]!.toSorted()).toEqual([
    "More than 2 files changed; the others are not recorded.",
    "created a +1 -0 known unseen",
    "created announced +1 -0 announced unseen",
    "created b +1 -0 known unseen",
  ]);
});

test("what the user saves through idebridge is no change", async () => {
  await using workspace = await Workspace.makeRepository({ "a.ts": "1\n", "b.ts": "1\n" });
  const log = await workspace.openFor(client);
  log.savedByUser(workspace.path("a.ts"), "mine\n");
  await workspace.write("a.ts", "mine\n");
  await workspace.write("b.ts", "agent\n");
  await eventually(() => expect(summary(log, workspace)).toEqual([["modified b.ts +1 -1 git unseen"]]));
});

test("a shell command before an announced write of the same file is part of the change", async () => {
  await using workspace = await Workspace.makeRepository({ "a.ts": "1\n" });
  const log = await workspace.openFor(client);
  await workspace.write("a.ts", "by the shell\n");
  await eventually(() => expect(summary(log, workspace)).toEqual([["modified a.ts +1 -1 git unseen"]]));
  await agentWrites(log, client, workspace, "a.ts", "by the shell\nannounced\n");
  const { before, after } = await log.read(log.list()[0]!.files[0]!.id);
  expect([summary(log, workspace), before, after]).toEqual([
    [["modified a.ts +2 -1 git unseen"]],
    "1\n",
    "by the shell\nannounced\n",
  ]);
});

test("of two clients, the one whose folder it is in has the change, else the one prompted last", async () => {
  await using workspace = await Workspace.make({ "one/a.ts": "1\n", "two/a.ts": "1\n", "other.ts": "1\n" });
  const [one, two] = [makeClient(1, workspace.path("one")), makeClient(2, workspace.path("two"))];
  const log = await workspace.openFor(one);
  log.clientConnected(two);
  log.promptStarted(two);
  log.promptStarted(one);
  await log.settled();
  await workspace.write("one/a.ts", "2\n");
  await workspace.write("two/a.ts", "2\n");
  await workspace.write("other.ts", "2\n");
  const files = () =>
    log
      .list()
      .map(({ client: { version }, files }) => [version, ...files.map(({ path }) => path).toSorted()]);
  await eventually(() =>
    expect(files().toSorted()).toEqual([
      ["2.1.1", workspace.path("one/a.ts"), workspace.path("other.ts")],
      ["2.1.2", workspace.path("two/a.ts")],
    ]),
  );
  // Who announces a write has it, wherever the file is.
  await agentWrites(log, two, workspace, "one/b.ts", "2\n");
  expect(files().find(([version]) => version === "2.1.2")).toContain(workspace.path("one/b.ts"));
});

test("a repository in the workspace is asked for its own files", async () => {
  await using workspace = await Workspace.makeRepository({ "a.ts": "1\n" });
  await workspace.write("nested/b.ts", "1\n");
  await workspace.git("init", "-q", "nested");
  await workspace.git("-C", "nested", "add", "-A");
  await workspace.git("-C", "nested", "commit", "-q", "-m", "first");
  const log = await workspace.openFor(client);
  await workspace.write("nested/b.ts", "2\n");
  await eventually(() =>
    expect(summary(log, workspace)).toEqual([["modified nested/b.ts +1 -1 git unseen"]]),
  );
});

test("line endings that git converts are those of the file", async () => {
  await using workspace = await Workspace.makeRepository({
    ".gitattributes": "*.txt text eol=crlf\n",
    "a.txt": "1\r\n2\r\n",
  });
  const log = await workspace.openFor(client);
  await workspace.write("a.txt", "1\r\n3\r\n");
  await eventually(() => expect(summary(log, workspace)).toEqual([["modified a.txt +1 -1 git unseen"]]));
});

test("a folder inside a repository sees only its own part, under odd names too", async () => {
  await using workspace = await Workspace.makeRepository({
    "app [1]/ü b.ts": "1\n",
    "app [1]/:(top)x": "1\n",
    "lib/c.ts": "1\n",
  });
  const log = await workspace.openFor(client, { folders: [workspace.path("app [1]")] });
  await workspace.write("lib/c.ts", "2\n");
  await workspace.write("app [1]/ü b.ts", "2\n");
  await workspace.write("app [1]/:(top)x", "2\n");
  await eventually(() =>
    expect(summary(log, workspace)[0]?.toSorted()).toEqual([
      "modified app [1]/:(top)x +1 -1 git unseen",
      "modified app [1]/ü b.ts +1 -1 git unseen",
    ]),
  );
});

test("nothing is watched without a client", async () => {
  await using workspace = await Workspace.makeRepository({ "a.ts": "1\n", "sub/b.ts": "1\n" });
  const log = await workspace.open();
  const before = log.watches;
  log.clientConnected(client);
  await log.settled();
  const during = log.watches;
  log.clientDisconnected(client);
  await eventually(() => expect(log.watches).toBe(0));
  await workspace.write("a.ts", "2\n");
  await log.settled();
  expect([before, during > 0, summary(log, workspace)]).toEqual([0, true, []]);
});

test("a client that is cut off and comes back loses nothing", async () => {
  await using workspace = await Workspace.makeRepository({ "a.ts": "1\n" });
  const log = await workspace.openFor(client);
  log.clientDisconnected(client);
  log.clientConnected(makeClient(2));
  await workspace.write("a.ts", "2\n");
  await eventually(() => expect(summary(log, workspace)).toEqual([["modified a.ts +1 -1 git unseen"]]));
  expect(log.list()[0]!.client.version).toBe("2.1.2");
});

test("without git installed the texts are known from memory", async () => {
  await using workspace = await Workspace.makeRepository({ "a.ts": "1\n" });
  const log = await workspace.openFor(client, { env: { PATH: join(workspace.base, "nothing") } });
  await workspace.write("a.ts", "2\n");
  await eventually(() => expect(summary(log, workspace)).toEqual([["modified a.ts +1 -1 known unseen"]]));
});

test("a file that the agent announced and somebody wrote again is not surely the agent's any more", async () => {
  await using workspace = await Workspace.make({ "a.ts": "1\n" });
  const log = await workspace.openFor(client);
  await agentWrites(log, client, workspace, "a.ts", "2\n");
  await eventually(() => expect(summary(log, workspace)).toEqual([["modified a.ts +1 -1 announced unseen"]]));
  await workspace.write("a.ts", "2\nmine\n");
  await eventually(() => expect(summary(log, workspace)).toEqual([["modified a.ts +2 -1 known unseen"]]));
});

test("a client that has left has no changes any more, also when what it had written ends only then", async () => {
  await using workspace = await Workspace.make({ "a.ts": "1\n" });
  const [left, here] = [makeClient(1), makeClient(2)];
  const log = await workspace.openFor(here);
  log.clientConnected(left);
  log.clientDisconnected(left);
  await log.settled();
  log.writesMayHaveEnded(left);
  await log.settled();
  await workspace.write("a.ts", "2\n");
  await eventually(() => expect(log.list().map((prompt) => prompt.client.version)).toEqual(["2.1.2"]));
});
