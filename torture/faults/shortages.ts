import { execFileSync } from "node:child_process";
import { chownSync, readdirSync } from "node:fs";
import { connect, type Socket } from "node:net";
import { join } from "node:path";
import { setTimeout as sleep } from "node:timers/promises";
import type { PipedProgram } from "../../test/idebridge/pipedProgram.ts";
import { Project } from "../../test/idebridge/project.ts";
import { eventually } from "../eventually.ts";
import { inTime } from "../inTime.ts";
import { type Fault, pendingReview } from "./fault.ts";
import { asStranger, stranger } from "./stranger.ts";

function limit({ pid }: PipedProgram, what: string): void {
  execFileSync("prlimit", ["--pid", String(pid), what]);
}

const handlesGone: Fault = {
  name: "no file handles left, while it runs",
  async run(watch) {
    await using project = new Project({ "a.ts": "export const a: number = 1;\n", "tsconfig.json": "{}" });
    const idebridge = await project.serve();
    const review = await pendingReview(project, "before");
    const control = await project.control();
    await control.request("documents/open", { path: project.path("a.ts") });
    const used = readdirSync(`/proc/${idebridge.pid}/fd`).length;
    const { version } = await control.request("documents/open", { path: project.path("a.ts") });
    await control.request("documents/edit", { path: project.path("a.ts"), text: "changed\n", version });
    limit(idebridge, `--nofile=${used}:`);
    const { port } = project.locks()[0]!;
    const sockets = Array.from({ length: 50 }, () => strangerAt(port));
    await sleep(500);
    const refused = await inTime(
      control.request("documents/save", { path: project.path("a.ts"), overwrite: true }).then(
        () => "saved",
        (error: Error) => error.message,
      ),
    );
    watch.check(refused !== undefined, "saving hangs");
    watch.tells(refused ?? "", /not saved.*EMFILE/);
    watch.check(project.read("a.ts") === "export const a: number = 1;\n", "the file is not what it was");
    await inTime(control.request("files/find", { query: "a" }).catch(() => {}));
    await inTime(
      control.request("code/hover", { path: project.path("a.ts"), line: 0, symbol: "a" }).catch(() => {}),
    );
    watch.check(
      (await inTime(control.request("status"))) !== undefined,
      "its front end is not served any more",
    );
    watch.check(!idebridge.hasEnded, `it has ended: ${idebridge.stderr}`);
    for (const socket of sockets) socket.destroy();
    limit(idebridge, "--nofile=1024:");
    watch.check(
      await eventually(() =>
        project.agent().then(
          (agent) => {
            agent.close();
            return true;
          },
          () => false,
        ),
      ),
      "no new agent can come afterwards",
    );
    watch.check((await review.decide()) === "accepted", "the review that was pending is lost");
    control.close();
  },
};

function strangerAt(port: number): Socket {
  return connect({ host: "127.0.0.1", port }).on("error", () => {});
}

const fewHandles: Fault = {
  name: "hardly any file handles, at the start",
  async run(watch) {
    // Below this, Node itself cannot read a program.
    for (const handles of [20, 21, 22, 24, 28, 36]) {
      await using project = new Project();
      const idebridge = project.start(["serve"], {}, ["prlimit", `--nofile=${handles}`]);
      await eventually(() => idebridge.hasEnded || /serves/.test(idebridge.stdout));
      if (idebridge.hasEnded) watch.tells(idebridge.stderr, /EMFILE.*ulimit -n/);
      else watch.check(!/should not happen/.test(idebridge.output), idebridge.output);
    }
  },
};

const processesGone: Fault = {
  name: "no processes left: language servers and git cannot be started",
  async run(watch) {
    await using project = new Project({
      "a.ts": 'export const a: number = "";\n',
      "tsconfig.json": "{}",
      "b.unknown": "",
    });
    for (const path of [project.folder, join(project.folder, ".."), project.env.HOME!, project.path("a.ts")])
      chownSync(path, stranger, stranger);
    // Root may always start another process.
    const idebridge = project.start(["serve"], {}, ["setpriv", ...asStranger]);
    await idebridge.printed(/serves/);
    const control = await project.control();
    // Node starts the threads that read files with the first of them, and ends when it cannot.
    await control.request("documents/open", { path: project.path("b.unknown") });
    // Not as root: it may not in every container.
    const limitProcesses = (most: number) =>
      execFileSync("setpriv", [...asStranger, "prlimit", "--pid", String(idebridge.pid), `--nproc=${most}:`]);
    limitProcesses(1);
    // By its port: what is another user's is never taken unasked.
    const { port } = await control.request("status");
    const agent = await project.agent({ reconnect: false, port });
    const diagnostics = () =>
      inTime(
        agent.diagnostics(project.path("a.ts")).catch(() => undefined),
        30_000,
      );
    await diagnostics();
    const review = await pendingReview(project, "meanwhile", { port });
    watch.check((await review.decide()) === "accepted", "a review meanwhile is lost");
    watch.check(
      (await inTime(control.request("status"))) !== undefined,
      "its front end is not served any more",
    );
    watch.told =
      (await control.request("status")).languageServers.map(
        ({ name, state, message }) => `${name}: ${message ?? state}`,
      )[0] ?? "";
    watch.check(!idebridge.hasEnded, `it has ended: ${idebridge.stderr}`);
    limitProcesses(1000);
    control.close();
    agent.close();
    const again = await project.agent({ reconnect: false, port });
    const finds = async () => (await again.diagnostics(project.path("a.ts")))[0]?.diagnostics.length === 1;
    watch.check(await eventually(finds, 30_000), "language servers do not come back");
    again.close();
  },
};

/** A namespace of its own, so that nobody else on the machine loses their watches. */
const fewWatches = 'echo 2 > /proc/sys/user/max_inotify_watches && exec "$@"';

const watchesGone: Fault = {
  name: "no file watches left (inotify)",
  async run(watch) {
    const files = Object.fromEntries(
      Array.from({ length: 20 }, (_, index) => [`folder${index}/a.txt`, "one\n"]),
    );
    await using project = new Project({
      ...files,
      "a.ts": "export const a: number = 1;\n",
      "tsconfig.json": "{}",
    });
    const under = ["unshare", "--user", "--map-root-user", "sh", "-c", fewWatches, "sh"];
    const idebridge = project.start(["serve"], {}, under);
    await idebridge.printed(/serves/);
    const agent = await project.agent({ reconnect: false });
    const control = await project.control();
    const path = project.path("a.ts");
    await control.request("documents/open", { path });
    await agent.closeAllDiffs();
    await agent.diagnostics(path);
    project.write("a.ts", 'export const a: number = "text";\n');
    const known = async () => (await agent.diagnostics(path))[0]?.diagnostics.length === 1;
    watch.check(await eventually(known), "problems are not fresh");
    await agent.diagnostics();
    const records = async () => (await control.request("changes/list")).length > 0;
    watch.check(await eventually(records), "an announced change is not recorded");
    const review = await pendingReview(project, "meanwhile");
    watch.check((await review.decide()) === "accepted", "a review is lost");
    watch.told =
      idebridge.stderr.split("\n").find((line) => /watch/.test(line)) ??
      "nothing: announced changes need no watch";
    watch.check(!idebridge.hasEnded, `it has ended: ${idebridge.stderr}`);
    control.close();
    agent.close();
  },
};

export const shortages: readonly Fault[] = [
  handlesGone,
  fewHandles,
  ...(process.getuid?.() === 0 ? [processesGone, watchesGone] : []),
];
