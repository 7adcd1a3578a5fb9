import { mkdirSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { diffTexts } from "@idebridge/review";
import type { Measurement } from "../../measured/measurement.ts";
import { median } from "../../measured/statistics.ts";
import { type Cost, growthFigures, growthPlot } from "./growthOf.ts";
import { type IdePrograms, IdeUnderTest } from "./ideUnderTest.ts";
import { timed } from "./timed.ts";

const sizes = [100, 1_000, 10_000, 100_000, 300_000, 1_000_000];
const roundsFor = (size: number) => (size >= 300_000 ? 3 : size >= 100_000 ? 5 : 15);
const proposals = 7;

interface Texts {
  readonly before: string;
  readonly after: string;
}

/** How long it takes to find the hunks, and until a proposal of that size is shown. */
export async function diffsGrowth(programs: IdePrograms): Promise<Measurement> {
  const library = computed();
  const shown = await proposed(programs);
  const times: readonly Cost[] = [
    { label: "hunks, 1 % of the lines changed", unit: "ms", points: library.few, growth: "linear" },
    { label: "hunks, every second line changed", unit: "ms", points: library.many, growth: "linear" },
    { label: "hunks, no line in common", unit: "ms", points: library.all, growth: "linear" },
    {
      label: "openDiff, until it is shown",
      unit: "ms",
      points: shown.opened,
      growth: "linear",
      remark: "above a million characters the lines are counted roughly",
    },
    { label: "the texts for a front end", unit: "ms", points: shown.read, growth: "linear" },
  ];
  const memory: readonly Cost[] = [
    { label: "memory of idebridge while it is pending", unit: "MB", points: shown.memory, growth: "linear" },
  ];
  return {
    figures: growthFigures("lines of a diff", [...times, ...memory]),
    plots: [
      growthPlot(
        {
          file: "growth-diffs",
          title: "Lines of a diff",
          subtitle: "From two texts to hunks, and from the agent's openDiff until front ends show it",
        },
        "lines",
        times,
      ),
    ],
  };
}

/** By the library alone. */
function computed() {
  const few: [number, number][] = [];
  const many: [number, number][] = [];
  const all: [number, number][] = [];
  for (let round = 0; round < 20; round++) computing(onePercent(1_000));
  for (const size of sizes) {
    const texts = { few: onePercent(size), many: everySecond(size), all: nothingInCommon(size) };
    const times = { few: [] as number[], many: [] as number[], all: [] as number[] };
    for (let round = 0; round < roundsFor(size); round++) {
      times.few.push(computing(texts.few));
      if (round % 3 !== 0) continue;
      times.many.push(computing(texts.many));
      times.all.push(computing(texts.all));
    }
    few.push([size, median(times.few)]);
    many.push([size, median(times.many)]);
    all.push([size, median(times.all)]);
  }
  return { few, many, all };
}

/** Milliseconds as if nothing else ran here: a busy machine takes longer by the clock, a collection of garbage by the processors. */
function computing({ before, after }: Texts): number {
  const startedAt = performance.now();
  const started = process.cpuUsage();
  diffTexts(before, after);
  const { user, system } = process.cpuUsage(started);
  return Math.min(performance.now() - startedAt, (user + system) / 1_000);
}

/** Through the built command: proposed by an agent, told to a front end. */
async function proposed(programs: IdePrograms) {
  const folder = join(process.cwd(), "diffs");
  mkdirSync(folder);
  const opened: [number, number][] = [];
  const read: [number, number][] = [];
  const memory: [number, number][] = [];
  const ide = await IdeUnderTest.start(folder, programs);
  const agent = await ide.agent();
  try {
    for (const size of sizes) {
      const { before, after } = onePercent(size);
      const path = join(folder, `lines${size}.txt`);
      writeFileSync(path, before);
      const times: { opened: number[]; read: number[] } = { opened: [], read: [] };
      for (let round = -1; round < proposals; round++) {
        let id = 0;
        const open = await timed(async () => {
          const shown = ide.event((event) => {
            if (event.type === "reviewOpened") id = event.review.id;
            return event.type === "reviewOpened";
          });
          agent.openDiff({ path, contents: after }).catch(() => {});
          await shown;
        });
        const reading = await timed(() => ide.control.request("reviews/read", { id }));
        if (round === 0) memory.push([size, await ide.megabytes()]);
        const closed = ide.event(({ type }) => type === "reviewClosed");
        await agent.closeAllDiffs();
        await closed;
        if (round < 0) continue;
        times.opened.push(open);
        times.read.push(reading);
      }
      opened.push([size, median(times.opened)]);
      read.push([size, median(times.read)]);
    }
  } finally {
    agent.close();
    await ide.end();
  }
  return { opened, read, memory };
}

/** So short that a million of them fit into one message, which may have 10 MB. */
const line = (number: number) => `v${number.toString(36)};\n`;

/** Of a hundred lines one is changed, in turn one more comes in, or one goes. */
function onePercent(lines: number): Texts {
  const before: string[] = [];
  const after: string[] = [];
  for (let number = 0; number < lines; number++) {
    before.push(line(number));
    const edit = number % 100 === 50 ? (number / 100) | 0 : undefined;
    if (edit === undefined) after.push(line(number));
    else if (edit % 3 === 0) after.push(`changed ${line(number)}`);
    else if (edit % 3 === 1) after.push(line(number), `new ${line(number)}`);
  }
  return { before: before.join(""), after: after.join("") };
}

function everySecond(lines: number): Texts {
  return pair(lines, (number) => (number % 2 === 0 ? line(number) : `changed ${line(number)}`));
}

function nothingInCommon(lines: number): Texts {
  return pair(lines, (number) => `another ${line(number)}`);
}

function pair(lines: number, changed: (number: number) => string): Texts {
  const numbers = Array.from({ length: lines }, (_, number) => number);
  return { before: numbers.map(line).join(""), after: numbers.map(changed).join("") };
}
