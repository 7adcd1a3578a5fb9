import { readdirSync, utimesSync } from "node:fs";
import { setTimeout as sleep } from "node:timers/promises";
import type { ControlClient } from "@idebridge/headless";
import type { Ide } from "@idebridge/sdk";
import type { PipedProgram } from "../../test/idebridge/pipedProgram.ts";
import { eventually } from "../eventually.ts";
import type { Stage } from "./stage.ts";

/** Kills the server while it writes, at a moment between the first (0) and the last (1). Tells which text was left. */
export type Writing = (stage: Stage, moment: number) => Promise<"before" | "after">;

/** As long as it takes to be hit; no longer than what is recorded of files. */
const lines = Array.from({ length: 60_000 }, (_, line) => `this is line ${line}\n`).join("");
const before = `before\n${lines}`;
const after = `after, and longer\n${lines}`;
const names = ["a.txt", "b.txt", "c.txt"];

export const writings: Readonly<Record<string, Writing>> = {
  async "it saves a document"(stage, moment) {
    const { project } = stage;
    project.write("large.txt", before);
    const { server, control } = await stage.start();
    const path = project.path("large.txt");
    const { version } = await control.request("documents/open", { path });
    await control.request("documents/edit", { path, text: after, version });
    await killDuring(stage, server, moment, () => control.request("documents/save", { path }));
    const left = project.read("large.txt");
    stage.expect(left === before || left === after, "half a file was left", { length: left.length });
    await tidiesUp(stage);
    return left === after ? "after" : "before";
  },

  async "it takes changes back"(stage, moment) {
    const { project } = stage;
    for (const name of names) project.write(name, before);
    const { server, control } = await stage.start();
    const agent = await project.agent({ reconnect: false });
    const write = (files: readonly string[], text: string) =>
      writesUnasked(stage, control, agent, files, text);
    // The workspace is known once that is recorded: nothing is missed any more.
    await write(["small.txt"], `${moment}\n`);
    const id = await write(names, after);
    await killDuring(stage, server, moment, () => control.request("changes/revert", { id }));
    for (const name of names) {
      const left = project.read(name);
      stage.expect(left === before || left === after, "half a file was left", { name, length: left.length });
    }

    // The next one goes on where the last one was killed: all or nothing.
    const next = await stage.start();
    const states = (await next.control.request("changes/list"))
      .find((each) => each.id === id)
      ?.files.map(({ state }) => state);
    const texts = new Set(names.map((name) => project.read(name)));
    const isReverted = texts.has(before);
    stage.expect(texts.size === 1, "some were taken back and some not", {
      texts: [...texts].map(({ length }) => length),
    });
    const wanted = isReverted ? "reverted" : "unseen";
    stage.expect(states?.every((state) => state === wanted) ?? false, "the record tells something else", {
      states,
      isReverted,
    });
    await (await stage.killServer(next.server))();
    stage.expect(leftovers(stage).length === 0, "temporary files are left", { left: leftovers(stage) });
    return isReverted ? "before" : "after";
  },
};

/** An agent writes files without asking; returns the id of the prompt under which they are recorded. */
async function writesUnasked(
  { project }: Stage,
  control: ControlClient,
  agent: Ide,
  files: readonly string[],
  text: string,
): Promise<string> {
  const earlier = new Set((await control.request("changes/list")).map(({ id }) => id));
  await agent.closeAllDiffs();
  for (const name of files) {
    await agent.diagnostics(project.path(name));
    project.write(name, text);
  }
  await agent.diagnostics();
  const find = async () =>
    (await control.request("changes/list")).find(
      (prompt) => !earlier.has(prompt.id) && prompt.files.length === files.length,
    );
  const isRecorded = await eventually(async () => (await find()) !== undefined, 30_000);
  if (!isRecorded) throw new Error(`${files.join()} not recorded`);
  return (await find())!.id;
}

/** From the moment when it has begun to write. How long that takes is found out the first time, when nobody is killed before. */
async function killDuring(
  stage: Stage,
  server: PipedProgram,
  moment: number,
  write: () => Promise<{ readonly outcome: string }>,
): Promise<void> {
  let isDone = false;
  const writing = write().then(
    ({ outcome }) => {
      isDone = true;
      stage.expect(outcome === "saved" || outcome === "reverted", "nothing was written", { outcome });
    },
    () => {},
  );
  while (!isDone && leftovers(stage).length === 0) await sleep(0);
  const begun = performance.now();
  if (stage.writingMilliseconds === undefined) {
    await writing;
    stage.writingMilliseconds = performance.now() - begun;
  } else await sleep(moment * stage.writingMilliseconds * 1.1);
  const check = await stage.killServer(server);
  stage.kills++;
  await check();
}

/** What is half written lies beside the file, and goes with the next one that works there. */
async function tidiesUp(stage: Stage): Promise<void> {
  const left = leftovers(stage);
  if (left.length === 0) return;
  // Not what is young: that may be somebody's who writes just now.
  for (const name of left) utimesSync(stage.project.path(name), 0, 0);
  const { server, control } = await stage.start();
  const path = stage.project.path("large.txt");
  const { text, version } = await control.request("documents/open", { path });
  await control.request("documents/edit", { path, text: `${text}more\n`, version });
  await control.request("documents/save", { path });
  stage.expect(leftovers(stage).length === 0, "temporary files are left", { left: leftovers(stage) });
  await (await stage.killServer(server))();
}

function leftovers({ project }: Stage): readonly string[] {
  return readdirSync(project.folder).filter((name) => name.startsWith(".idebridge-"));
}
