import { mkdirSync, readdirSync, renameSync, rmSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { Project } from "../../test/idebridge/project.ts";
import { canMount, ReadOnlyDisk, SmallDisk } from "../../test/idebridge/shortage.ts";
import { eventually } from "../eventually.ts";
import { inTime } from "../inTime.ts";
import { type Fault, pendingReview, type Watch } from "./fault.ts";

type Disk = typeof SmallDisk;

const places = {
  config: (project: Project) => join(project.env.HOME!, ".claude"),
  state: (project: Project) => project.env.XDG_STATE_HOME!,
};

/** What must still work, whatever cannot be written: agents are served and reviews decided. */
async function goesOn(project: Project, watch: Watch, when: string): Promise<void> {
  const review = await pendingReview(project, when.replaceAll(/\W/g, ""));
  watch.check((await review.decide()) === "accepted", `a review ${when} is lost`);
}

const atStart = (what: string, kind: Disk, place: keyof typeof places, message: RegExp): Fault => ({
  name: `${what}: the ${place} folder, at the start`,
  async run(watch) {
    await using project = new Project();
    using disk = new kind(places[place](project));
    disk.begin();
    const refused = project.start(["serve"]);
    watch.check((await inTime(refused.ended))?.code === 1, `it did not end with 1: ${refused.output}`);
    watch.tells(refused.stderr, message);
    watch.check(project.locks().length === 0, "a lock is left");
    disk.end();
    await project.serve();
    await goesOn(project, watch, "afterwards");
  },
});

const whileRunning = (what: string, kind: Disk, place: keyof typeof places): Fault => ({
  name: `${what}: the ${place} folder, while it runs`,
  async run(watch) {
    await using project = new Project({ "a.txt": "one\n" });
    using disk = new kind(places[place](project));
    const idebridge = await project.serve();
    const before = await pendingReview(project, "before");
    disk.begin();
    watch.check((await before.decide()) === "accepted", "the review that was pending is lost");
    await goesOn(project, watch, "meanwhile");
    const agent = await project.agent({ reconnect: false });
    await agent.closeAllDiffs();
    await agent.diagnostics(project.path("w.txt"));
    project.write("w.txt", "written\n");
    await agent.diagnostics();
    agent.close();
    if (place === "state") {
      await eventually(() => /cannot be taken back later/.test(idebridge.output));
      watch.tells(idebridge.output, /cannot be taken back later.*XDG_STATE_HOME/);
    }
    idebridge.kill("SIGTERM");
    watch.check((await inTime(idebridge.ended))?.code === 143, `it did not stop: ${idebridge.output}`);
    disk.end();
    await project.serve();
    watch.check(project.locks().length === 1, `${project.locks().length} locks instead of one`);
    await goesOn(project, watch, "afterwards");
  },
});

const workspace = (what: string, kind: Disk, message: RegExp): Fault => ({
  name: `${what}: the workspace`,
  async run(watch) {
    await using project = new Project();
    using disk = new kind(project.folder);
    const text = "one\n".repeat(2_000);
    project.write("a.ts", text);
    await project.serve();
    const control = await project.control();
    const path = project.path("a.ts");
    const { version } = await control.request("documents/open", { path });
    await control.request("documents/edit", { path, text: text.repeat(2), version });
    disk.begin();
    const refused = await control.request("documents/save", { path }).then(
      ({ outcome }) => outcome,
      (error: Error) => error.message,
    );
    watch.tells(refused, message);
    watch.check(project.read("a.ts") === text, "the file is not what it was");
    const left = readdirSync(project.folder).filter((name) => name !== "a.ts" && name !== ".fills-the-disk");
    watch.check(left.length === 0, `left behind: ${left}`);
    await goesOn(project, watch, "meanwhile");
    disk.end();
    const { outcome } = await control.request("documents/save", { path });
    watch.check(
      outcome === "saved" && project.read("a.ts") === text.repeat(2),
      "it cannot be saved afterwards",
    );
    control.close();
  },
});

const full = "the disk is full";
const readOnly = "the disk is read-only";

/** Where nothing can be mounted, the limit on the size of files in `npm test` stands in for these. */
const mounted: readonly Fault[] = [
  atStart(full, SmallDisk, "config", /ENOSPC\)\. Free some space/),
  atStart(full, SmallDisk, "state", /ENOSPC\): free some space.*XDG_STATE_HOME/),
  whileRunning(full, SmallDisk, "config"),
  whileRunning(full, SmallDisk, "state"),
  workspace(full, SmallDisk, /not saved: the disk is full.*free some space/),
  atStart(readOnly, ReadOnlyDisk, "config", /EROFS.*(writable|CLAUDE_CONFIG_DIR)/),
  atStart(readOnly, ReadOnlyDisk, "state", /EROFS.*XDG_STATE_HOME/),
  whileRunning(readOnly, ReadOnlyDisk, "config"),
  whileRunning(readOnly, ReadOnlyDisk, "state"),
  workspace(readOnly, ReadOnlyDisk, /not saved.*(EROFS|read-only)/),
];

const fileInsteadOf = (place: keyof typeof places, message: RegExp): Fault => ({
  name: `a file is where the ${place} folder should be`,
  async run(watch) {
    await using project = new Project();
    const folder = places[place](project);
    rmSync(folder, { recursive: true, force: true });
    writeFileSync(folder, "");
    const refused = project.start(["serve"]);
    watch.check((await inTime(refused.ended))?.code === 1, `it did not end with 1: ${refused.output}`);
    watch.tells(refused.stderr, message);
    rmSync(folder);
    await project.serve();
  },
});

const gone: Fault = {
  name: "the workspace is deleted while it runs, and comes back",
  async run(watch) {
    await using project = new Project({ "a.ts": "export const a: number = 1;\n", "tsconfig.json": "{}" });
    const idebridge = await project.serve();
    const review = await pendingReview(project, "before");
    const agent = await project.agent({ reconnect: false });
    const control = await project.control();
    await agent.diagnostics(project.path("a.ts"));
    await control.request("documents/open", { path: project.path("a.ts") });
    const away = project.outside("away");
    renameSync(project.folder, away);
    rmSync(away, { recursive: true });
    for (let count = 0; count < 5; count++) {
      await inTime(agent.diagnostics(project.path("a.ts")).catch(() => {}));
      await inTime(control.request("files/find", { query: "a" }).catch(() => {}));
      await inTime(control.request("documents/save", { path: project.path("a.ts") }).catch(() => {}));
    }
    watch.check(!idebridge.hasEnded, `it has ended: ${idebridge.stderr}`);
    watch.check((await review.decide()) === "accepted", "the review that was pending is lost");
    mkdirSync(project.folder, { recursive: true });
    project.write("a.ts", 'export const a: number = "text";\n');
    const known = async () => (await agent.diagnostics(project.path("a.ts")))[0]?.diagnostics.length === 1;
    watch.check(await eventually(known), "problems are not found any more");
    await goesOn(project, watch, "afterwards");
    control.close();
    agent.close();
  },
};

export const disks: readonly Fault[] = [
  ...(canMount ? mounted : []),
  fileInsteadOf("config", /(ENOTDIR|EEXIST|not a folder).*(writable|another|CLAUDE_CONFIG_DIR)/i),
  fileInsteadOf("state", /(ENOTDIR|EEXIST|not a folder).*XDG_STATE_HOME/i),
  gone,
];
