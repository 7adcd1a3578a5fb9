import { utimesSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { stateFolder } from "@idebridge/headless";
import { Project } from "../../test/idebridge/project.ts";
import { eventually } from "../eventually.ts";
import { type Fault, pendingReview, type Watch } from "./fault.ts";

const day = 24 * 60 * 60_000;

/** The clock of a project's processes. */
class Clock {
  readonly env: Readonly<Record<string, string>>;
  readonly #file: string;

  constructor(project: Project, { root }: Watch) {
    this.#file = project.outside("clock");
    const hook = join(root, "torture", "faults", "movableClock.mjs");
    this.env = { TORTURE_CLOCK: this.#file, NODE_OPTIONS: `--import=${hook}` };
    this.set(0);
  }

  set(milliseconds: number): void {
    writeFileSync(this.#file, String(milliseconds));
  }
}

const whileRunning = (name: string, jump: number): Fault => ({
  name: `the clock goes ${name} by a day while it runs`,
  async run(watch) {
    await using project = new Project({ "a.ts": "export const a: number = 1;\n", "tsconfig.json": "{}" });
    const clock = new Clock(project, watch);
    const idebridge = project.start(["serve"], clock.env);
    await idebridge.printed(/serves/);
    const review = await pendingReview(project, "before");
    const agent = await project.agent({ reconnect: false });
    const control = await project.control();
    const problems = async () => (await agent.diagnostics(project.path("a.ts")))[0]?.diagnostics.length ?? 0;
    await problems();
    await control.request("files/find", { query: "a" });

    clock.set(jump);
    idebridge.kill("SIGUSR2");
    await eventually(async () => {
      const told = Date.parse((await control.request("clients/list"))[0]?.calls[0]?.lastAt ?? "");
      await agent.workspaceFolders();
      return Math.abs(told - Date.now()) > day / 2;
    });
    watch.check((await review.decide()) === "accepted", "the review from before the jump is lost");
    project.write("a.ts", 'export const a: number = "text";\n');
    watch.check(await eventually(async () => (await problems()) === 1), "problems are not fresh any more");
    project.write("later.txt", "");
    const finds = async () =>
      (await control.request("files/find", { query: "later" })).files.some(({ path }) =>
        /later\.txt$/.test(path),
      );
    watch.check(await eventually(finds), "a new file is not found");
    const held = await pendingReview(project, "after");
    watch.check((await held.decide()) === "accepted", "a review after the jump is lost");
    await agent.closeAllDiffs();
    await agent.diagnostics(project.path("w.txt"));
    project.write("w.txt", "written\n");
    await agent.diagnostics();
    const records = async () =>
      (await control.request("changes/list")).some(({ files }) =>
        files.some(({ path }) => path === project.path("w.txt")),
      );
    watch.check(await eventually(records), "what the agent writes is not recorded any more");
    control.close();
    agent.close();
    idebridge.kill("SIGTERM");
    watch.check((await idebridge.ended).code === 143, `it ended otherwise: ${idebridge.stderr}`);
  },
});

const betweenRuns: Fault = {
  name: "the clock goes forwards, then back by two days, between runs",
  async run(watch) {
    await using project = new Project();
    const clock = new Clock(project, watch);
    const seen: string[] = [];
    for (const jump of [0, day, -day]) {
      clock.set(jump);
      const idebridge = project.start(["serve"], clock.env);
      const started = await eventually(() => /serves/.test(idebridge.stdout), 15_000);
      watch.check(started, `it does not start: ${idebridge.output}`);
      const [lock] = project.locks();
      seen.push(`${lock?.port} ${lock?.authToken}`);
      const agent = await project.agent({ reconnect: false });
      await agent.workspaceFolders();
      agent.close();
      idebridge.kill(jump === day ? "SIGKILL" : "SIGTERM");
      await idebridge.ended;
    }
    watch.check(new Set(seen).size === 1, "agents would not find it again: another port or token");
  },
};

const claimOfTomorrow: Fault = {
  name: "a start was killed, and its mark is of tomorrow",
  async run(watch) {
    await using project = new Project();
    const first = await project.serve();
    first.kill("SIGTERM");
    await first.ended;
    const mark = join(stateFolder(project.folder, project.env), "starting");
    // A process of that number lives: this one.
    writeFileSync(mark, String(process.pid));
    const tomorrow = (Date.now() + day) / 1_000;
    utimesSync(mark, tomorrow, tomorrow);
    const second = project.start(["serve"]);
    watch.check(
      await eventually(() => /serves/.test(second.stdout), 10_000),
      `it does not start: ${second.output}`,
    );
  },
};

export const clockJumps: readonly Fault[] = [
  whileRunning("forwards", day),
  whileRunning("back", -day),
  betweenRuns,
  claimOfTomorrow,
];
