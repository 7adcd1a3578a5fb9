import { mkdirSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { setTimeout as sleep } from "node:timers/promises";
import type { Measurement } from "../../measured/measurement.ts";
import { type Cost, growthFigures, growthPlot } from "./growthOf.ts";
import { type IdePrograms, IdeUnderTest } from "./ideUnderTest.ts";
import { interleaved, timed } from "./timed.ts";

const sizes = [1, 3, 10, 30, 100, 300, 1_000];
/** One client may have 256 calls waiting. */
const agents = 5;
const lines = Array.from({ length: 100 }, (_, line) => `export const value${line} = compute(${line});\n`);
const proposed = lines.map((line, at) => (at % 50 === 7 ? line.replace("compute", "computeAgain") : line));
/** A file that has just changed is read again at each look. */
const settleMilliseconds = 2_100;

/** One IDE with more and more reviews that nobody decides. */
export async function reviewsGrowth(programs: IdePrograms): Promise<Measurement> {
  const folder = join(process.cwd(), "reviews");
  mkdirSync(folder);
  const paths = Array.from({ length: sizes.at(-1)! + 1 }, (_, index) => join(folder, `module${index}.txt`));
  for (const path of paths) writeFileSync(path, lines.join(""));
  await sleep(settleMilliseconds);
  const ide = await IdeUnderTest.start(folder, programs);
  const asking = await Promise.all(Array.from({ length: agents }, (_, index) => ide.agent(`agent${index}`)));
  /** Until front ends are told. */
  const propose = async (index: number) => {
    const path = paths[index]!;
    const shown = ide.event((event) => event.type === "reviewOpened" && event.review.path === path);
    asking[index % agents]!.openDiff({ path, contents: proposed.join("") }).catch(() => {});
    await shown;
  };
  const withdraw = async (index: number) => {
    const closed = ide.event(({ type }) => type === "reviewClosed");
    await asking[index % agents]!.closeTab(`module${index}.txt`);
    await closed;
  };
  /** All of one client, until front ends know of each. */
  const withdrawAll = async (agent: number, count: number) => {
    let left = count;
    const closed = ide.event(({ type }) => type === "reviewClosed" && --left === 0);
    const ended = await asking[agent]!.closeAllDiffs();
    if (ended !== count) throw new Error(`${ended} reviews were closed, not ${count}`);
    if (count > 0) await closed;
  };
  const points: Record<"open" | "close" | "list" | "all" | "idle" | "memory", [number, number][]> = {
    open: [],
    close: [],
    list: [],
    all: [],
    idle: [],
    memory: [],
  };
  try {
    for (const [at, size] of sizes.entries()) {
      for (let index = sizes[at - 1] ?? 0; index < size; index++) await propose(index);
      const own = Array.from({ length: size }, (_, index) => index).filter((index) => index % agents === 0);
      const costs = await interleaved(size > 300 ? 5 : 11, {
        open: () => timed(() => propose(size)),
        list: () => timed(() => ide.control.request("reviews/list")),
        close: () => timed(() => withdraw(size)),
        async all() {
          const time = await timed(() => withdrawAll(0, own.length));
          for (const index of own) await propose(index);
          return time;
        },
      });
      for (const [name, cost] of Object.entries(costs)) points[name as keyof typeof costs].push([size, cost]);
      points.memory.push([size, await ide.megabytes()]);
      if (size >= 100) points.idle.push([size, await ide.idleSecond()]);
    }
  } finally {
    for (const agent of asking) agent.close();
    await ide.end();
  }
  const costs: readonly Cost[] = [
    { label: "one more openDiff, until it is shown", unit: "ms", points: points.open, growth: "constant" },
    { label: "close_tab of one", unit: "ms", points: points.close, growth: "constant" },
    { label: "the list of all", unit: "ms", points: points.list, growth: "linear" },
    {
      label: "closeAllDiffTabs",
      unit: "ms",
      points: points.all,
      growth: "linear",
      remark: `of one of ${agents} clients, until front ends know of each`,
    },
    {
      label: "processor time of an idle second",
      unit: "ms",
      points: points.idle,
      growth: "linear",
      remark: "each file is looked at once a second",
    },
    { label: "memory", unit: "MB", points: points.memory, growth: "linear" },
  ];
  return {
    figures: growthFigures("pending reviews", costs),
    plots: [
      growthPlot(
        {
          file: "growth-reviews",
          title: "Pending reviews",
          subtitle: `What each of these takes while so many changes, each of a file of ${lines.length} lines, wait for a decision`,
        },
        "pending reviews",
        costs,
      ),
    ],
  };
}
