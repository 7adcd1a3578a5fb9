import { spawn } from "node:child_process";
import { once } from "node:events";
import { cp, readdir, rm } from "node:fs/promises";
import { join } from "node:path";
import { fileURLToPath } from "node:url";
import { build } from "esbuild";
import { beforeAll, expect, test } from "vitest";
import { agentWrites, makeClient, summary, Workspace } from "./changesWorkspace.ts";

const client = makeClient();
const source = fileURLToPath(new URL("../src/changes/changeLog.ts", import.meta.url));

/**
 * A process that records or reverts, and kills itself with SIGKILL just before its n-th step that changes the
 * disk. An append is cut in two, and counts as two steps.
 */
const program = `
  import fs from "node:fs";
  import { syncBuiltinESMExports } from "node:module";
  import { ChangeLog } from ${JSON.stringify(source)};

  const [, , task, folder, stateDir, at, id] = process.argv;
  let steps = 0;
  const step = () => { if (++steps === Number(at)) process.kill(process.pid, "SIGKILL"); };
  const arm = async () => {
    for (const name of ["rename", "rm", "unlink", "mkdir", "open"]) {
      const real = fs.promises[name];
      fs.promises[name] = (...args) => {
        if (name !== "open" || String(args[1]).startsWith("w")) step();
        return real(...args);
      };
    }
    const handle = await fs.promises.open(process.execPath);
    const prototype = Object.getPrototypeOf(handle);
    await handle.close();
    const { appendFile, datasync } = prototype;
    prototype.appendFile = async function (text) {
      step();
      const middle = Math.floor(text.length / 2);
      await appendFile.call(this, text.slice(0, middle));
      step();
      await appendFile.call(this, text.slice(middle));
    };
    prototype.datasync = function () { step(); return datasync.call(this); };
    syncBuiltinESMExports();
  };

  await arm();
  const log = await ChangeLog.open({ folders: [folder], stateDir, env: {} });
  if (task === "revert") await log.revert({ id });
  else {
    const client = { id: 1, name: "c", version: "1", folders: [], connectedAt: new Date(0) };
    log.clientConnected(client);
    for (const name of ["a.ts"]) {
      await log.writeAnnounced(client, folder + "/" + name);
      fs.writeFileSync(folder + "/" + name, "2\\n");
      log.writesMayHaveEnded(client);
      await log.settled();
      process.stdout.write(name + "\\n");
    }
  }
  await log.close();
`;

let built: string;
beforeAll(async () => {
  const result = await build({
    stdin: { contents: program, resolveDir: fileURLToPath(new URL(".", import.meta.url)) },
    write: false,
    bundle: true,
    platform: "node",
    format: "esm",
    target: "node20",
    conditions: ["@idebridge/source"],
    logLevel: "error",
  });
  built = result.outputFiles[0]!.text;
});

async function runUntil(
  workspace: Workspace,
  task: string,
  at: number,
  id = "",
): Promise<{ isKilled: boolean; output: string }> {
  const args = ["--input-type=module", "-", task, workspace.folder, workspace.stateDir, String(at), id];
  const child = spawn(process.execPath, args, { env: {}, stdio: ["pipe", "pipe", "inherit"] });
  const exit = once(child, "exit");
  let output = "";
  child.stdout.on("data", (chunk) => {
    output += chunk;
  });
  child.stdin.on("error", () => {});
  child.stdin.end(built);
  const [code, signal] = await exit;
  if (code !== 0 && signal !== "SIGKILL") throw new Error(`ended with ${code ?? signal}`);
  return { isKilled: signal === "SIGKILL", output };
}

test("killed at any step of recording: what was recorded is whole, and the log goes on", {
  timeout: 120_000,
}, async () => {
  const problems: unknown[] = [];
  let steps = 0;
  for (let isKilled = true; isKilled; ) {
    await using workspace = await Workspace.make({ "a.ts": "1\n" });
    const run = await runUntil(workspace, "record", ++steps);
    isKilled = run.isKilled;
    const log = await workspace.openFor(client);
    const files = log.list().flatMap((prompt) => prompt.files);
    const texts = await Promise.all(files.map(({ id }) => log.read(id)));
    const isWhole = texts.every(({ before, after }) => before === "1\n" && after === "2\n");
    const isComplete = run.output
      .split("\n")
      .filter(Boolean)
      .every((name) => files.some(({ path }) => path.endsWith(name)));
    await agentWrites(log, client, workspace, "c.ts", "3\n");
    await log.close();
    const again = summary(await workspace.open(), workspace).flat();
    const goesOn = again.length === files.length + 1 && again.at(-1)!.startsWith("created c.ts");
    const state = (await readdir(workspace.stateDir)).toSorted();
    const isTidy = state.join() === "blobs,index.jsonl";
    if (!isWhole || !isComplete || !goesOn || !isTidy) problems.push({ steps, run, texts, again, state });
  }
  expect([problems, steps > 10]).toEqual([[], true]);
});

test("killed at any step of a revert: all files are reverted or none", { timeout: 120_000 }, async () => {
  await using workspace = await Workspace.make({ "a.ts": "1\n", "sub/b.ts": "1\n" });
  const first = await workspace.openFor(client);
  await agentWrites(first, client, workspace, "a.ts", "2\n");
  await agentWrites(first, client, workspace, "sub/b.ts", "2\n");
  await agentWrites(first, client, workspace, "created.ts", "2\n");
  const { id } = first.list()[0]!;
  await first.close();
  const saved = join(workspace.base, "saved");
  for (const name of ["project", "state"])
    await cp(join(workspace.base, name), join(saved, name), { recursive: true });

  const outcomes: unknown[] = [];
  for (let isKilled = true; isKilled; ) {
    for (const name of ["project", "state"]) {
      await rm(join(workspace.base, name), { recursive: true });
      await cp(join(saved, name), join(workspace.base, name), { recursive: true });
    }
    isKilled = (await runUntil(workspace, "revert", outcomes.length + 1, id)).isKilled;
    const log = await workspace.open();
    outcomes.push({
      texts: await Promise.all(["a.ts", "sub/b.ts", "created.ts"].map((name) => workspace.text(name))),
      states: log.list()[0]!.files.map(({ state }) => state),
      names: (await readdir(workspace.folder, { recursive: true })).toSorted(),
      state: (await readdir(workspace.stateDir)).toSorted(),
    });
    await log.close();
  }
  const state = ["blobs", "index.jsonl"];
  const none = {
    texts: ["2\n", "2\n", "2\n"],
    states: ["unseen", "unseen", "unseen"],
    names: ["a.ts", "created.ts", "sub", "sub/b.ts"],
    state,
  };
  const all = {
    texts: ["1\n", "1\n", undefined],
    states: ["reverted", "reverted", "reverted"],
    names: ["a.ts", "sub", "sub/b.ts"],
    state,
  };
  const begun = outcomes.findIndex((outcome) => JSON.stringify(outcome) !== JSON.stringify(none));
  expect([begun > 5, outcomes.length - begun > 5]).toEqual([true, true]);
  expect(outcomes).toEqual(outcomes.map((_, i) => (i < begun ? none : all)));
});
