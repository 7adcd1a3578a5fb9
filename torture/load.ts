import type { ControlClient } from "@idebridge/headless";
import { atLeast, atMost } from "../measured/figure.ts";
import type { Measurement } from "../measured/measurement.ts";
import { percentile } from "../measured/statistics.ts";
import { Random } from "../test/fuzz/random.ts";
import { Project } from "../test/idebridge/project.ts";
import { eventually } from "./eventually.ts";
import { grown, Probe } from "./footprint.ts";
import { decideAsAsked } from "./load/decideAsAsked.ts";
import { manners, type Session } from "./load/manners.ts";
import { PoliteAgent } from "./load/politeAgent.ts";
import type { TortureOptions } from "./torture.ts";
import { Violations } from "./violations.ts";

export interface LoadSize {
  readonly seconds: number;
  /** How many rough clients there are at once. */
  readonly rough: number;
}

/** Half an hour of five busy agents is some 5,000 calls: here they are made in two minutes, and more. */
const full: LoadSize = { seconds: 120, rough: 6 };

/** As long as Claude Code waits for problems: nobody may be kept waiting longer by what others do. */
const patience = 2_000;

/** A working day's traffic, compressed: clients that work, stall, vanish, come back and send halves of things. */
export async function load({ root, seed }: TortureOptions, size: LoadSize = full): Promise<Measurement> {
  const violations = new Violations("load", seed);
  const random = new Random(seed);
  await using project = new Project({
    "tsconfig.json": "{}\n",
    "wrong.ts": 'export const wrong: number = "text";\n',
    "right.ts": "export const right = 1;\n",
    "large.txt": Array.from({ length: 20_000 }, (_, line) => `line ${line} of a long file\n`).join(""),
  });
  const probe = new Probe(root, project.outside("."));
  const program = project.start(["serve"], probe.env);
  await program.printed(/serves/);
  const { port, authToken: token } = project.locks()[0]!;
  const frontEnd = await project.control("front end");
  decideAsAsked(frontEnd, violations);

  const polite = new PoliteAgent(await project.agent({ reconnect: false }), project, violations);
  await polite.ask(random.fork());
  const waits = { quiet: [] as number[], alone: [] as number[], beside: [] as number[] };
  for (let count = 0; count < 3; count++) waits.quiet.push(...(await polite.ask(random.fork())));
  const before = await probe.footprint(program.pid);

  const traffic: Traffic = { calls: 0, sessions: {}, stalled: 0 };
  const end = performance.now() + size.seconds * 1_000;
  const isOver = () => performance.now() > end;
  const rough = Array.from({ length: size.rough }, async () => {
    const own = random.fork();
    while (!isOver()) {
      const [manner, behave] = own.pick(Object.entries(manners));
      traffic.sessions[manner] = (traffic.sessions[manner] ?? 0) + 1;
      const session: Session = {
        address: { port, token },
        project,
        random: own.fork(),
        violations,
        called: () => traffic.calls++,
        stalled: (by) => {
          traffic.stalled += by;
        },
      };
      await violations.during(manner, () => behave(session));
    }
  });
  const working = (async () => {
    const own = random.fork();
    while (!isOver()) {
      const isBeside = traffic.stalled > 0;
      const times = await polite.ask(own);
      (isBeside ? waits.beside : waits.alone).push(...times);
    }
  })();
  await Promise.all([...rough, working]);

  await everythingIsOver(frontEnd, violations);
  const after = await probe.settled(program.pid, before);
  const left = grown(before, after);
  violations.expect(left.length === 0, "something is left", { left });
  frontEnd.close();
  polite.agent.close();
  program.kill("SIGTERM");
  const { code } = await program.ended;
  violations.expect(code === 143 && project.locks().length === 0, "it did not end in good order", {
    code,
    locks: project.locks(),
    stderr: program.stderr.slice(-500),
  });

  const all = [...waits.alone, ...waits.beside];
  const sessions = Object.values(traffic.sessions).reduce((sum, count) => sum + count, 0);
  return {
    figures: [
      violations.figure("load: all kinds of clients at once", `${sessions} sessions in ${size.seconds} s`),
      {
        name: "  calls of rough clients",
        measured: traffic.calls,
        unit: "calls",
        note: Object.entries(traffic.sessions)
          .map(([manner, count]) => `${manner} ${count}`)
          .join(", "),
      },
      { name: "  calls of the polite one, all right", measured: all.length, unit: "calls", aim: atLeast(20) },
      {
        name: "  its wait, 50 %",
        measured: percentile(all, 0.5),
        unit: "ms",
        note: `${percentile(waits.quiet, 0.5).toFixed(1)} ms when nobody else is there`,
      },
      { name: "  its wait, 99 %", measured: percentile(all, 0.99), unit: "ms" },
      {
        name: "  its longest wait",
        measured: Math.max(...all),
        unit: "ms",
        aim: atMost(patience),
        note: "as long as Claude Code waits for problems",
      },
    ],
    plots: [
      {
        kind: "distributions",
        file: "torture-load",
        title: "A well-behaved client among others",
        subtitle: `How long it waits for its answers while ${size.rough} others work, stall, vanish and send halves of things.`,
        x: { label: "milliseconds", scale: "logarithmic" },
        limit: { label: "Claude Code's patience", value: patience },
        rows: [
          { label: "nobody else is there", values: waits.quiet },
          { label: "nobody stalls", values: waits.alone },
          { label: "others stall", values: waits.beside },
        ].filter(({ values }) => values.length > 0),
      },
    ],
  };
}

interface Traffic {
  calls: number;
  /** Of each manner. */
  readonly sessions: Record<string, number>;
  /** How many do not read just now. */
  stalled: number;
}

/** Nobody is there any more but the polite one: no review may be left, and none accepted that nobody decided. */
async function everythingIsOver(frontEnd: ControlClient, violations: Violations): Promise<void> {
  const isOver = await eventually(async () => {
    const { pendingReviews, clients } = await frontEnd.request("status");
    return pendingReviews === 0 && clients.length === 1;
  }, 15_000);
  const { pendingReviews, clients } = await frontEnd.request("status");
  violations.expect(isOver, "reviews or clients are left", {
    pendingReviews,
    clients: clients.map(({ name }) => name),
  });
  const pending = await frontEnd.request("reviews/list");
  violations.expect(pending.length === 0, "the inbox is not empty", { pending });
  for (const { title, outcome } of await frontEnd.request("reviews/history")) {
    const isUndecided = title.startsWith("nobody") && outcome !== "withdrawn";
    violations.expect(!isUndecided, "a review that nobody decided has an outcome", { title, outcome });
  }
}
