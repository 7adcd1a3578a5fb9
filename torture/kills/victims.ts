import type { ControlClient } from "@idebridge/headless";
import type { Ide } from "@idebridge/sdk";
import { isRunning } from "../../test/notebooks/isRunning.ts";
import { eventually } from "../eventually.ts";
import { childrenOf } from "../footprint.ts";
import { inTime } from "../inTime.ts";
import { agentHere, type Victims } from "./people.ts";
import type { Stage } from "./stage.ts";
import type { Reached, Scene, Step } from "./steps.ts";

/** Kills somebody at a step of a review, and looks at what the others have of it. */
export type Play = (stage: Stage, step: Step, people: Victims) => Promise<void>;

const execution = "import time; time.sleep(60)";

/** Starting a kernel takes seconds: once at each step is enough. */
export const slowVictims: readonly string[] = ["a kernel that runs code", "the server while code runs"];

/** Who dies. */
export const victims: Readonly<Record<string, Play>> = {
  async "the server"(stage, step) {
    const { server, control } = await stage.start();
    const ide = await stage.project.agent({ reconnect: false });
    await killServerAt(stage, step, { server, control, ide });
    const listed = JSON.parse((await stage.project.run("list", "--json")).stdout);
    stage.expect(listed.takes === null, "clients would take a dead one", { takes: listed.takes });
  },

  async "the agent"(stage, step, people) {
    const { server, control } = await stage.start();
    const agent = await people.agent(stage.project);
    const scene = sceneOf(stage, control, { agent });
    const reached = await step(scene, async () => {
      await agent.program.kill();
      stage.kills++;
    });
    const isGone = await eventually(async () => {
      const { clients, pendingReviews } = await control.request("status");
      return clients.length === 0 && pendingReviews === 0;
    });
    stage.expect(isGone, "it is still waited for");
    for (const { title, outcome } of await control.request("reviews/history")) {
      if (title !== scene.change.title) continue;
      const isRight = outcome === "withdrawn" || (outcome === "accepted" && reached.accepted !== undefined);
      stage.expect(isRight, "a review has an outcome that nobody chose", { outcome });
    }
    await (await stage.killServer(server))();
  },

  async "the front end"(stage, step, people) {
    const { server, control } = await stage.start();
    const ide = await stage.project.agent({ reconnect: false });
    const frontEnd = await people.frontEnd(stage.project);
    const scene = sceneOf(stage, control, { agent: agentHere(ide), frontEnd });
    const reached = await step(scene, async () => {
      await frontEnd.program.kill();
      stage.kills++;
    });
    await reviewGoesOn(stage, scene, reached);
    ide.close();
    await (await stage.killServer(server))();
  },

  async "a language server"(stage, step) {
    const { server, control } = await stage.start();
    const ide = await stage.project.agent({ reconnect: false });
    const path = stage.project.path("wrong.ts");
    const isFound = async () => (await ide.diagnostics(path))[0]?.diagnostics.length === 1;
    stage.expect(await eventually(isFound, 30_000), "the problem is not found");
    const pidOf = async () =>
      (await control.request("status")).languageServers.find(({ state }) => state === "ready")?.pid;
    const pid = await pidOf();
    if (pid === undefined) throw new Error("No language server runs");
    const before = childrenOf(server.pid).length;
    const scene = sceneOf(stage, control, { agent: agentHere(ide) });
    const reached = await step(scene, async () => {
      process.kill(pid, "SIGKILL");
      stage.kills++;
    });
    await reviewGoesOn(stage, scene, reached);
    stage.expect(await eventually(isFound, 30_000), "the problem is not found any more");
    const isBack = await eventually(async () => ![undefined, pid].includes(await pidOf()), 30_000);
    stage.expect(isBack, "it is not started again");
    stage.expect(!isRunning(pid), "the dead one is still there");
    stage.expect(childrenOf(server.pid).length <= before, "there are more processes than before");
    ide.close();
    await (await stage.killServer(server))();
  },

  async "a kernel that runs code"(stage, step) {
    const { server, control } = await stage.start();
    const ide = await stage.project.agent({ reconnect: false });
    const { running, pid } = await startExecution(stage, control, ide);
    const scene = sceneOf(stage, control, { agent: agentHere(ide) });
    const reached = await step(scene, async () => {
      process.kill(pid, "SIGKILL");
      stage.kills++;
    });
    await reviewGoesOn(stage, scene, reached);
    const told = JSON.stringify((await inTime(running)) ?? "nothing");
    stage.expect(told.includes("has died"), "the agent is not told", { told });
    const again = JSON.stringify((await inTime(ide.executeCode("print(6 * 7)"), 30_000)) ?? "nothing");
    stage.expect(again.includes("42"), "the next code does not run", { again });
    ide.close();
    await (await stage.killServer(server))();
  },

  async "the server while code runs"(stage, step) {
    const { server, control } = await stage.start();
    const ide = await stage.project.agent({ reconnect: false });
    await startExecution(stage, control, ide);
    await killServerAt(stage, step, { server, control, ide });
  },
};

async function killServerAt(
  stage: Stage,
  step: Step,
  { server, control, ide }: Awaited<ReturnType<Stage["start"]>> & { readonly ide: Ide },
): Promise<void> {
  let check = async () => {};
  const reached = await step(sceneOf(stage, control, { agent: agentHere(ide) }), async () => {
    check = await stage.killServer(server);
    stage.kills++;
  });
  await neverAcceptedUnasked(stage, reached);
  await check();
}

export function sceneOf(
  stage: Stage,
  control: ControlClient,
  people: Pick<Scene, "agent"> & Partial<Pick<Scene, "frontEnd">>,
): Scene {
  const { project, random } = stage;
  return {
    project,
    random,
    watcher: control,
    change: stage.change(),
    frontEnd: control,
    ...people,
  };
}

async function startExecution(
  stage: Stage,
  control: ControlClient,
  ide: Awaited<ReturnType<Stage["project"]["agent"]>>,
) {
  const running = ide.executeCode(execution).catch((error: Error) => error.message);
  const kernel = async () =>
    (await control.request("kernels/list")).find(({ state }) => state === "busy")?.pid;
  stage.expect(
    await eventually(async () => (await kernel()) !== undefined, 90_000),
    "no kernel runs the code",
  );
  const pid = await kernel();
  if (pid === undefined) throw new Error("No kernel runs");
  return { running, pid };
}

/** The server is dead: the agent learns that, or what was decided before. */
async function neverAcceptedUnasked(stage: Stage, { answer, accepted }: Reached): Promise<void> {
  if (answer === undefined) return;
  const told = await inTime(answer);
  stage.expect(told !== undefined, "the agent waits for ever");
  if (told === undefined || told.outcome === "failed") return;
  const isRight = told.outcome === "accepted" && accepted !== undefined && told.contents === accepted;
  stage.expect(isRight, "the agent is told what nobody has decided", { told });
}

/** Somebody else is dead: the review is as it was, and can be decided. */
export async function reviewGoesOn(
  stage: Stage,
  { watcher, change }: Scene,
  reached: Reached,
): Promise<void> {
  const { answer, accepted, isDecided, draft } = reached;
  if (answer === undefined) return;
  if (!isDecided) {
    const find = async () =>
      (await watcher.request("reviews/list")).find(({ title }) => title === change.title);
    const isSettled = async () => (await inTime(answer, 0)) !== undefined;
    await eventually(async () => (await find()) !== undefined || (await isSettled()));
    const pending = await find();
    if (pending !== undefined) {
      stage.expect(!(await isSettled()), "the agent is told what nobody has decided");
      const { draft: kept } = await watcher.request("reviews/read", { id: pending.id });
      const isKept = draft === undefined || JSON.stringify(kept) === draft;
      stage.expect(isKept, "what was decided so far is lost", { kept });
      await watcher.request("reviews/decide", { id: pending.id, decision: { outcome: "rejected" } });
      const rejected = await inTime(answer);
      stage.expect(rejected?.outcome === "rejected", "the rejection is lost", { rejected });
      return;
    }
  }
  const told = await inTime(answer);
  stage.expect(told !== undefined, "what was decided does not reach the agent");
  const isRight = told?.outcome === "accepted" && accepted !== undefined && told.contents === accepted;
  stage.expect(isRight, "the agent is told what nobody has decided", { told });
}
