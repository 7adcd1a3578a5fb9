import type { Measurement } from "../measured/measurement.ts";
import type { Curves } from "../measured/plot.ts";
import { Random } from "../test/fuzz/random.ts";
import { Project } from "../test/idebridge/project.ts";
import { type Footprint, leakFigures, Probe } from "./footprint.ts";
import { type Desk, kindsOfWork, type WorkCounts } from "./leaks/kindsOfWork.ts";
import type { TortureOptions } from "./torture.ts";
import { Violations } from "./violations.ts";

export interface LeakCounts {
  /** How often the day's work is repeated; that many times more to begin with. */
  readonly rounds: number;
  readonly warmUp: number;
  /** Of one round. */
  readonly work: WorkCounts;
}

const full: LeakCounts = {
  rounds: 50,
  // All that is kept on purpose, up to a limit, must be full before: 500 decisions, 200 prompts, 2,000 messages.
  warmUp: 10,
  work: { reviews: 100, documents: 100, diagnostics: 40, frontEnds: 20, changes: 200 },
};
const MB = 1024 * 1024;

/** A session that goes on and on, in one process: does it hold more at the end than at the beginning? */
export async function leaks({ root, seed }: TortureOptions, counts: LeakCounts = full): Promise<Measurement> {
  const violations = new Violations("leaks", seed);
  await using project = new Project({
    "tsconfig.json": "{}\n",
    "problems.ts": "export const start = 1;\n",
    "review.txt": "one\ntwo\nthree\n",
  });
  const probe = new Probe(root, project.outside("."));
  const program = project.start(["serve"], probe.env);
  await program.printed(/serves/);
  const agent = await project.agent();
  const writer = await project.agent({ clientInfo: { name: "writer", version: "1" } });
  const frontEnd = await project.control("front end");
  const desk: Desk = { project, agent, writer, frontEnd, random: new Random(seed), violations };

  const round = async (number: number) => {
    const works = Object.entries(kindsOfWork).map(([name, work]) =>
      violations.during(`${name} of round ${number}`, () =>
        work({ ...desk, random: desk.random.fork() }, counts.work, number),
      ),
    );
    await Promise.all(works);
  };
  await frontEnd.request("traffic/watch", { watch: true });
  for (let number = 0; number < counts.warmUp; number++) await round(number);
  await frontEnd.request("traffic/watch", { watch: false });
  const before = await probe.quiet(program.pid);
  const heap: [number, number][] = [[0, before.heapBytes / MB]];
  for (let number = 1; number <= counts.rounds; number++) {
    await round(counts.warmUp + number);
    const { heapBytes } = await probe.footprint(program.pid);
    heap.push([number, heapBytes / MB]);
  }
  const after: Footprint = await probe.settled(program.pid, before);
  await violations.during("the end", async () => {
    const { pendingReviews, clients } = await frontEnd.request("status");
    violations.expect(pendingReviews === 0 && clients.length === 2, "something is left", {
      pendingReviews,
      clients: clients.length,
    });
  });
  frontEnd.close();
  agent.close();
  writer.close();
  // On a machine that is busy with something else a file may not be read in time: that is said, and no fault.
  const complaints = program.stderr.split("\n").filter((line) => !/^$|not read in time/.test(line));
  violations.expect(complaints.length === 0, "it complains", { complaints: complaints.slice(0, 5) });
  return {
    figures: [
      violations.figure("a long session: answers", describe(counts)),
      ...leakFigures("a long session", before, after),
    ],
    plots: [heapPlot(heap, counts)],
  };
}

function describe({ rounds, work }: LeakCounts): string {
  const { reviews, documents, diagnostics, frontEnds, changes } = work;
  return (
    `${rounds * reviews} reviews, ${rounds * documents} documents, ${rounds * diagnostics} questions for problems, ` +
    `${rounds * frontEnds} front ends, ${rounds * changes} changes recorded`
  );
}

function heapPlot(points: Curves["curves"][number]["points"], counts: LeakCounts): Curves {
  return {
    kind: "curves",
    file: "torture-leaks",
    title: "Memory in a long session",
    subtitle: `The heap of idebridge, all garbage collected, over ${describe(counts)}: level is good.`,
    x: { label: "rounds", scale: "linear" },
    y: { label: "heap, MB", scale: "linear" },
    curves: [{ label: "idebridge serve", points }],
  };
}
