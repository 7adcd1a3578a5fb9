import { readdirSync } from "node:fs";
import { setTimeout as sleep } from "node:timers/promises";
import { eventually } from "../eventually.ts";
import type { Stage } from "./stage.ts";

/** Kills the server while it writes, at a moment between the first (0) and the last (1). Tells which text was left. */
export type Writing = (stage: Stage, moment: number) => Promise<"before" | "after">;

const large = (text: string) => `${text}\n`.repeat(150_000);
const before = large("before");
const after = large("after, and longer");
const names = ["a.txt", "b.txt", "c.txt"];
/** Some more than each takes on a machine with nothing else to do. */
const savingMilliseconds = 40;
const revertingMilliseconds = 120;

export const writings: Readonly<Record<string, Writing>> = {
  async "it saves a document"(stage, moment) {
    const { project } = stage;
    project.write("large.txt", before);
    const { server, control } = await stage.start();
    const path = project.path("large.txt");
    const { version } = await control.request("documents/open", { path });
    await control.request("documents/edit", { path, text: after, version });
    const saving = control.request("documents/save", { path });
    saving.catch(() => {});
    await sleep(moment * savingMilliseconds);
    await (await stage.killServer(server))();
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
    await agent.closeAllDiffs();
    for (const name of names) {
      await agent.diagnostics(project.path(name));
      project.write(name, after);
    }
    await agent.diagnostics();
    const prompt = async () =>
      (await control.request("changes/list")).findLast(({ files }) => files.length === names.length);
    const isRecorded = await eventually(async () => (await prompt())?.files[0]?.state === "unseen", 30_000);
    if (!isRecorded) throw new Error("The changes were not recorded");
    const { id } = (await prompt())!;
    const reverting = control.request("changes/revert", { id });
    reverting.catch(() => {});
    await sleep(moment * revertingMilliseconds);
    await (await stage.killServer(server))();
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

/** What is half written lies beside the file, and goes with the next one that works there. */
async function tidiesUp(stage: Stage): Promise<void> {
  if (leftovers(stage).length === 0) return;
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
