import { mkdirSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { setTimeout as sleep } from "node:timers/promises";
import type { Measurement } from "../../measured/measurement.ts";
import { median } from "../../measured/statistics.ts";
import { type Cost, growthFigures, growthPlot } from "./growthOf.ts";
import { type IdePrograms, IdeUnderTest } from "./ideUnderTest.ts";
import { interleaved, timed } from "./timed.ts";

const sizes = [10, 30, 100, 300, 1_000, 3_000, 10_000];
const inFolder = 100;
const text = "const answer = 42;\n".repeat(50);
/** A file that has just changed is read again at each look: it could change within one tick of the disk's clock. */
const settleMilliseconds = 2_100;
/** Until front ends have been told of everything before. */
const quietMilliseconds = 200;

/** One IDE in which more and more documents are open: what an agent and a front end ask of it. */
export async function documentsGrowth(programs: IdePrograms): Promise<Measurement> {
  const folder = join(process.cwd(), "documents");
  const paths = Array.from({ length: sizes.at(-1)! + 1 }, (_, index) => {
    const inside = join(folder, `part${Math.floor(index / inFolder)}`);
    if (index % inFolder === 0) mkdirSync(inside, { recursive: true });
    writeFileSync(join(inside, `module${index}.txt`), text);
    return join(inside, `module${index}.txt`);
  });
  await sleep(settleMilliseconds);
  const ide = await IdeUnderTest.start(folder, programs);
  const { control } = ide;
  const agent = await ide.agent();
  const points: Record<"list" | "open" | "edit" | "told" | "close" | "memory", [number, number][]> = {
    list: [],
    open: [],
    edit: [],
    told: [],
    close: [],
    memory: [],
  };
  /** Until it is answered; the next thing waits until front ends are told of it too. */
  const change = async (act: () => Promise<unknown>): Promise<{ answered: number; told: number }> => {
    const told = ide.event(({ type }) => type === "documentsChanged");
    const started = performance.now();
    await act();
    const answered = performance.now() - started;
    await told;
    return { answered, told: performance.now() - started };
  };
  try {
    for (const [index, size] of sizes.entries()) {
      for (const path of paths.slice(sizes[index - 1] ?? 0, size))
        await control.request("documents/open", { path });
      await sleep(quietMilliseconds);
      const [first, extra] = [paths[0]!, paths[size]!];
      let { version } = await control.request("documents/open", { path: first });
      await sleep(quietMilliseconds);
      const told: number[] = [];
      const costs = await interleaved(15, {
        async list() {
          const time = await timed(() => agent.openDocuments());
          // It looks at every file: what that leaves behind is not the cost of whatever comes next.
          await sleep(quietMilliseconds);
          return time;
        },
        open: async () => (await change(() => control.request("documents/open", { path: extra }))).answered,
        async edit() {
          const edit = { path: first, text: `${text}// ${version}\n`, version };
          const { answered, told: at } = await change(async () => {
            version = (await control.request("documents/edit", edit)).version;
          });
          told.push(at);
          return answered;
        },
        close: async () => (await change(() => control.request("documents/close", { path: extra }))).answered,
      });
      for (const [name, cost] of Object.entries(costs)) points[name as keyof typeof costs].push([size, cost]);
      points.told.push([size, median(told)]);
      points.memory.push([size, await ide.megabytes()]);
    }
  } finally {
    agent.close();
    await ide.end();
  }
  const costs: readonly Cost[] = [
    {
      label: "getOpenEditors",
      unit: "ms",
      points: points.list,
      growth: "linear",
      remark: "it tells them all",
    },
    { label: "one more is opened", unit: "ms", points: points.open, growth: "constant" },
    { label: "one is edited", unit: "ms", points: points.edit, growth: "constant" },
    { label: "one is edited, and front ends are told", unit: "ms", points: points.told, growth: "linear" },
    { label: "one is closed", unit: "ms", points: points.close, growth: "constant" },
    { label: "memory", unit: "MB", points: points.memory, growth: "linear" },
  ];
  return {
    figures: growthFigures("open documents", costs),
    plots: [
      growthPlot(
        {
          file: "growth-documents",
          title: "Open documents",
          subtitle: "What each of these takes with so many documents of 950 characters open in idebridge",
        },
        "open documents",
        costs,
      ),
    ],
  };
}
