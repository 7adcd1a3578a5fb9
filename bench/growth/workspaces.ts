import { spawnSync } from "node:child_process";
import { mkdirSync, watch, writeFileSync } from "node:fs";
import { join } from "node:path";
import type { Measurement } from "../../measured/measurement.ts";
import { median } from "../../measured/statistics.ts";
import { type Cost, growthFigures, growthPlot } from "./growthOf.ts";
import { environment, type IdePrograms, IdeUnderTest } from "./ideUnderTest.ts";
import { interleaved, timed } from "./timed.ts";

const sizes = [10, 100, 1_000, 10_000, 100_000];
const inFolder = 100;
const starts = 5;
const changes = 7;

const names = ["lock", "status", "watched", "noticed", "find", "findAgain", "list", "memory"] as const;

/** A git repository that grows; idebridge is started in it anew at each size. */
export async function workspacesGrowth(programs: IdePrograms): Promise<Measurement> {
  const folder = join(process.cwd(), "workspace");
  mkdirSync(folder);
  git(folder, ["init", "--quiet", "--initial-branch=main"]);
  const points = Object.fromEntries(names.map((name) => [name, [] as [number, number][]]));
  for (const [index, size] of sizes.entries()) {
    addFiles(folder, sizes[index - 1] ?? 0, size);
    const costs = await measure(folder, size, programs);
    for (const name of names) points[name]!.push([size, costs[name]]);
  }
  const of = (name: (typeof names)[number]) => points[name]!;
  const costs: readonly Cost[] = [
    { label: "start of idebridge to lock file", unit: "ms", points: of("lock"), growth: "constant" },
    { label: "the first status", unit: "ms", points: of("status"), growth: "constant" },
    {
      label: "an agent comes, until changes are noticed",
      unit: "ms",
      points: of("watched"),
      growth: "linear",
      remark: "git looks at every file once, and every folder is watched",
    },
    { label: "a change on disk, until it is told", unit: "ms", points: of("noticed"), growth: "constant" },
    {
      label: "the first quick open",
      unit: "ms",
      points: of("find"),
      growth: "linear",
      remark: "git lists all files",
    },
    { label: "quick open while typing on", unit: "ms", points: of("findAgain"), growth: "linear" },
    { label: "a folder of the file tree", unit: "ms", points: of("list"), growth: "constant" },
    { label: "memory with an agent", unit: "MB", points: of("memory"), growth: "linear" },
  ];
  return {
    figures: growthFigures("files of a workspace", costs),
    plots: [
      growthPlot(
        {
          file: "growth-workspaces",
          title: "Files of a workspace",
          subtitle: `What each of these takes in a git repository of so many files, ${inFolder} in a folder`,
        },
        "files",
        costs,
      ),
    ],
  };
}

async function measure(folder: string, size: number, programs: IdePrograms) {
  const started: Started[] = [];
  for (let round = 0; round < starts; round++) started.push(await start(folder, programs));
  const ide = await IdeUnderTest.start(folder, programs);
  const { control } = ide;
  try {
    const connected = performance.now();
    const agent = await ide.agent();
    const watched = (await untilTold(ide, folder)) - connected;
    const noticed: number[] = [];
    for (let change = 0; change < changes; change++) {
      const writtenAt = performance.now();
      noticed.push((await untilTold(ide, folder)) - writtenAt);
    }
    const find = await timed(() => control.request("files/find", { query: "file7" }));
    const { findAgain, list } = await interleaved(9, {
      findAgain: () => timed(() => control.request("files/find", { query: `part file${size - 1}` })),
      list: () => timed(() => control.request("files/list", { path: join(folder, "part0") })),
    });
    const memory = await ide.megabytes();
    agent.close();
    return {
      lock: median(started.map((each) => each.lock)),
      status: median(started.map((each) => each.status)),
      watched,
      noticed: median(noticed),
      find,
      findAgain,
      list,
      memory,
    };
  } finally {
    await ide.end();
  }
}

let writes = 0;

/** Writes a file, again and again if need be, until a change of it is told; when that was. */
async function untilTold(ide: IdeUnderTest, folder: string): Promise<number> {
  const path = join(folder, "part0", "file0.txt");
  const isTold = ide.event(
    (event) => event.type === "changesChanged" && event.prompt.files.some((file) => file.path === path),
  );
  const write = () => writeFileSync(path, `written ${++writes} times\n`);
  write();
  // What is written before the folder is watched is not noticed.
  const again = setInterval(write, 500);
  await isTold;
  clearInterval(again);
  return performance.now();
}

interface Started {
  readonly lock: number;
  readonly status: number;
}

/** Until agents find it, and until it has told a front end how things are. */
async function start(folder: string, programs: IdePrograms): Promise<Started> {
  const locks = join(environment().CLAUDE_CONFIG_DIR!, "ide");
  mkdirSync(locks, { recursive: true });
  const watcher = watch(locks);
  const lock = new Promise<number>((resolve) =>
    watcher.on("change", (_, name) => {
      if (/^\d+\.lock$/.test(String(name))) resolve(performance.now());
    }),
  );
  const startedAt = performance.now();
  const starting = IdeUnderTest.start(folder, programs);
  const lockedAt = await lock;
  watcher.close();
  const ide = await starting;
  const status = await timed(() => ide.control.request("status"));
  await ide.end();
  return { lock: lockedAt - startedAt, status };
}

/** Adds files, and a commit that has them. As one stream: `git add` would write an object for each. */
function addFiles(folder: string, from: number, to: number): void {
  const stream: string[] = [];
  stream.push(
    `commit refs/heads/main\ncommitter bench <bench@localhost> ${1_700_000_000 + to} +0000\ndata 5\nfiles\n`,
  );
  if (from > 0) stream.push("from refs/heads/main^0\n");
  for (let file = from; file < to; file++) {
    const text = `file ${file}\n`;
    stream.push(
      `M 100644 inline part${Math.floor(file / inFolder)}/file${file}.txt\ndata ${text.length}\n${text}\n`,
    );
  }
  git(folder, ["fast-import", "--quiet"], stream.join(""));
  git(folder, ["reset", "--quiet", "--hard", "main"]);
}

function git(folder: string, args: readonly string[], input = ""): void {
  const { status, stderr } = spawnSync("git", args, { cwd: folder, env: environment(), input });
  if (status !== 0) throw new Error(`git ${args[0]}: ${stderr}`);
}
