import { chownSync, mkdirSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { Project } from "../../test/idebridge/project.ts";
import { eventually } from "../eventually.ts";
import { inTime } from "../inTime.ts";
import { type Fault, pendingReview } from "./fault.ts";
import { asStranger, stranger } from "./stranger.ts";

/** Starts, or says why not and what to do. `env` replaces that of the project. */
const start = (
  name: string,
  env: (project: Project) => Record<string, string>,
  message?: RegExp,
  under?: readonly string[],
): Fault => ({
  name,
  async run(watch) {
    await using project = new Project({ "a.ts": "" });
    if (under) chownSync(join(project.folder, ".."), stranger, stranger);
    const idebridge = project.start(["serve"], env(project), under);
    await eventually(() => idebridge.hasEnded || /serves/.test(idebridge.stdout));
    if (message !== undefined) {
      watch.check((await inTime(idebridge.ended))?.code === 1, `it did not end with 1: ${idebridge.output}`);
      watch.tells(idebridge.stderr, message);
      return;
    }
    watch.check(!idebridge.hasEnded, `it does not start: ${idebridge.stderr}`);
    if (idebridge.hasEnded) return;
    const review = await pendingReview(project, "a");
    watch.check((await review.decide()) === "accepted", "a review is lost");
    idebridge.kill("SIGTERM");
    watch.check((await inTime(idebridge.ended))?.code === 143, `it did not stop: ${idebridge.output}`);
  },
});

const homeless = ["setpriv", ...asStranger, "env", "-u", "HOME", "-u", "XDG_STATE_HOME"];

export const oddHomes: readonly Fault[] = [
  // Root can write into any folder; into /proc nobody can.
  start(
    "home cannot be written",
    () => ({ HOME: "/proc/self/nowhere", XDG_STATE_HOME: "" }),
    /cannot remember anything.*XDG_STATE_HOME/,
  ),
  start(
    "home cannot be written, the state folder can",
    () => ({ HOME: "/proc/self/nowhere" }),
    /Agents cannot find .*CLAUDE_CONFIG_DIR/,
  ),
  start(
    "home is a file",
    (project) => {
      writeFileSync(project.outside("file"), "");
      return { HOME: project.outside("file"), XDG_STATE_HOME: "" };
    },
    /cannot remember anything.*XDG_STATE_HOME/,
  ),
  ...(process.getuid?.() === 0
    ? [
        start(
          "HOME is not set, and the user has no other",
          () => ({}),
          /no home folder: name one with HOME/,
          homeless,
        ),
      ]
    : []),
  start("TMPDIR does not exist", (project) => ({ TMPDIR: project.outside("missing") })),
  start("TMPDIR is a file", (project) => {
    writeFileSync(project.outside("file"), "");
    return { TMPDIR: project.outside("file") };
  }),
  start("the state folder is there, and of another's making", (project) => {
    mkdirSync(`${project.env.XDG_STATE_HOME}/idebridge`, { recursive: true, mode: 0o777 });
    return {};
  }),
];
