import { setTimeout as sleep } from "node:timers/promises";
import { dialectNames } from "@idebridge/sdk";
import { Project } from "../../test/idebridge/project.ts";
import { eventually } from "../eventually.ts";
import { inTime } from "../inTime.ts";
import { type Fault, pendingReview } from "./fault.ts";

/** As long as a lid is closed for. */
const nap = 60_000;

const serverSleeps: Fault = {
  name: "idebridge sleeps for a minute, in each dialect",
  async run(watch) {
    await Promise.all(
      dialectNames.map(async (dialect) => {
        await using project = new Project({ "a.ts": "" });
        const idebridge = await project.serve("--dialect", dialect);
        const hasReviews = dialect !== "obsidian" && dialect !== "nexus";
        const review = hasReviews ? await pendingReview(project, "a") : undefined;
        const agent = await project.agent();
        const control = await project.control();
        idebridge.kill("SIGSTOP");
        await sleep(nap);
        idebridge.kill("SIGCONT");
        const call = () => (dialect === "obsidian" ? agent.readFile("a.ts") : agent.callTool("none", {}));
        const isServed = () =>
          call().then(
            () => true,
            ({ code }: { code?: string }) => code !== "CONNECTION_CLOSED" && code !== "TIMEOUT",
          );
        watch.check(await eventually(isServed), `${dialect}: its agent is not served any more`);
        if (review) {
          const outcome = await review.decide();
          watch.check(outcome === "accepted", `${dialect}: the review that was pending: ${outcome}`);
        }
        watch.check(
          (await inTime(control.request("status"))) !== undefined,
          `${dialect}: its front end is cut off`,
        );
        agent.close();
        control.close();
        watch.check(!idebridge.hasEnded, `${dialect}: it has ended`);
      }),
    );
  },
};

const manyNaps: Fault = {
  name: "idebridge sleeps twenty times for a moment, where dead agents are found within 8 s",
  async run(watch) {
    await using project = new Project({ "a.ts": "" });
    const idebridge = await project.serve("--dialect", "jetbrains");
    const review = await pendingReview(project, "a");
    for (let count = 0; count < 20; count++) {
      idebridge.kill("SIGSTOP");
      await sleep(watch.random.pick([50, 200, 500, 1_500]));
      idebridge.kill("SIGCONT");
      await sleep(watch.random.below(150));
    }
    watch.check((await review.decide()) === "accepted", "the review is lost");
  },
};

const agentSleeps: Fault = {
  name: "an agent sleeps for a minute while its change is accepted",
  async run(watch) {
    await using project = new Project({ "a.ts": "" });
    await project.serve();
    const watching = project.start(["watch"]);
    const args = JSON.stringify({
      old_file_path: project.path("a.ts"),
      new_file_path: project.path("a.ts"),
      new_file_contents: "asleep\n",
      tab_name: "tab",
    });
    const agent = project.start(["call", "openDiff", args, "--timeout", "300"]);
    const control = await project.control();
    const review = async () => (await control.request("reviews/list"))[0];
    await eventually(async () => (await review()) !== undefined);
    await eventually(() => watching.output !== "");
    agent.kill("SIGSTOP");
    watching.kill("SIGSTOP");
    const { id } = (await review())!;
    await sleep(nap);
    watch.check((await review())?.id === id, "the review of the sleeper is gone");
    await control.request("reviews/decide", { id, decision: { outcome: "accepted", contents: "asleep\n" } });
    agent.kill("SIGCONT");
    watching.kill("SIGCONT");
    watch.check(
      /FILE_SAVED/.test(agent.stdout) || (await eventually(() => /FILE_SAVED|accepted/.test(agent.stdout))),
      `it did not get the decision: ${agent.output}`,
    );
    const before = watching.output.length;
    await control.request("select", {
      path: project.path("a.ts"),
      range: { start: { line: 0, character: 0 }, end: { line: 0, character: 0 } },
    });
    watch.check(
      await eventually(() => watching.output.length > before),
      `idebridge watch does not go on: ${watching.output}`,
    );
    control.close();
  },
};

export const sleeps: readonly Fault[] = [serverSleeps, manyNaps, agentSleeps];
