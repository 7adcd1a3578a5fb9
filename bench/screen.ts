import { mkdirSync, mkdtempSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { atMost, type Figure } from "../measured/figure.ts";
import { residentMegabytes } from "../measured/residentMegabytes.ts";
import { median, percentile } from "../measured/statistics.ts";
import { buildCommand } from "./buildCommand.ts";
import { TerminalProbe } from "./terminalProbe.ts";
import type { Workshop } from "./workshop.ts";

const helpTitle = "In a review or a change";
const rounds = 9;
const scrolls = 200;
const size = { columns: 200, rows: 60 };

/** The review screen of the bundled command, in a pseudo-terminal. */
export async function screen(workshop: Workshop): Promise<readonly Figure[]> {
  const command = buildCommand(workshop.root);
  return [...(await usual(workshop, command)), ...(await huge(workshop, command))];
}

/** 10,000 lines with 500 edits. */
async function usual(workshop: Workshop, command: string): Promise<readonly Figure[]> {
  const place = await Place.open(workshop, command, 10_000, 500);
  const firstFrames: number[] = [];
  const steps: number[] = [];
  const pages: number[] = [];
  for (let round = 0; round < rounds; round++) {
    firstFrames.push(await place.propose("1/500"));
    // Decisions count after a moment.
    await new Promise((resolve) => setTimeout(resolve, 800));
    if (round === 0) {
      for (let at = 0; at < 60; at++) await place.probe.frameAfter("j");
      for (let at = 0; at < scrolls; at++) steps.push(await place.probe.frameAfter("j"));
      for (let at = 0; at < scrolls / 4; at++) pages.push(await place.probe.frameAfter("\u001b[6~"));
    }
    const over = place.probe.shows("No change waits");
    place.probe.type("X");
    await over;
  }
  const memory = place.megabytes();
  await place.close();
  // The first one compiles what the others use.
  const [first, ...later] = firstFrames;
  return [
    {
      name: "screen, 10,000 lines, 500 edits: request to first frame",
      aim: atMost(150),
      measured: median(later),
      unit: "ms",
      note: `the first one ${Math.round(first!)} ms; ${later.length} more, worst ${Math.round(Math.max(...later))} ms`,
    },
    {
      name: "screen, a line down at 200×60",
      aim: atMost(16),
      measured: percentile(steps, 0.95),
      unit: "ms",
      note: `95% of ${steps.length}; median ${median(steps).toFixed(1)} ms; a page down ${median(pages).toFixed(1)} ms`,
    },
    { name: "  memory after that", measured: memory, unit: "MB", note: "resident; idebridge and screen" },
  ];
}

/** 100,000 lines with 5,000 edits: a key is pressed again and again while all of it happens. */
async function huge(workshop: Workshop, command: string): Promise<readonly Figure[]> {
  const place = await Place.open(workshop, command, 100_000, 5_000);
  const { probe } = place;
  const idle = place.megabytes();
  await probe.frameAfter("3");
  const arriving = await place.pausesWhile(() => place.propose("Inbox 1"));
  await probe.frameAfter("1");
  const opening = await place.pausesWhile(() => {
    const ready = probe.shows("1/5000");
    probe.type("\r");
    return ready;
  });
  const keys = ["G", "g", "n", "f", "G", "g", "f", "v", "v", "v", "v", "t", "t", "/line 77777\r", "\u001b"];
  const using: number[] = [];
  for (const key of keys) using.push(await probe.frameAfter(key));
  await new Promise((resolve) => setTimeout(resolve, 800));
  for (const key of ["a", "x", " ", "u"]) using.push(await probe.frameAfter(key));
  const longest = Math.max(...arriving, ...opening, ...using);
  const figures = [
    {
      name: "screen, 100,000 lines, 5,000 edits: longest pause",
      aim: atMost(1_000),
      measured: longest,
      unit: "ms",
      note: `arriving ${top(arriving)}, opening ${top(opening)}, keys ${top(using)} ms`,
    },
    {
      name: "  memory with that",
      measured: place.megabytes(),
      unit: "MB",
      note: `resident, ${idle.toFixed(0)} MB before; both texts are ${place.megabytesOfTexts.toFixed(0)} MB`,
    },
  ];
  await place.close();
  return figures;
}

const top = (times: readonly number[]) => Math.round(Math.max(...times));

/** A project with one large file, an agent, and idebridge on its screen. */
class Place {
  readonly probe: TerminalProbe;
  readonly megabytesOfTexts: number;
  readonly #agent: Awaited<ReturnType<Workshop["start"]>>;
  readonly #file: string;
  readonly #proposed: string;

  private constructor(
    probe: TerminalProbe,
    agent: Awaited<ReturnType<Workshop["start"]>>,
    file: string,
    proposed: string,
    bytes: number,
  ) {
    this.probe = probe;
    this.#agent = agent;
    this.#file = file;
    this.#proposed = proposed;
    this.megabytesOfTexts = bytes / 1024 / 1024;
  }

  static async open(workshop: Workshop, command: string, lines: number, edits: number): Promise<Place> {
    const folder = mkdtempSync(join(workshop.folder, "screen-"));
    const project = join(folder, "project");
    mkdirSync(project);
    const before = Array.from({ length: lines }, (_, i) => `  const line ${i + 1} = compute(${i % 97});\n`);
    const after = [...before];
    for (let edit = 0; edit < edits; edit++) {
      const at = Math.floor((edit * lines) / edits) + 3;
      after[at] = after[at]!.replace("compute", `computed${edit}`);
    }
    const [file, proposed] = [join(project, "large.ts"), join(folder, "proposed.ts")];
    writeFileSync(file, before.join(""));
    writeFileSync(proposed, after.join(""));
    const env = {
      ...workshop.env,
      PATH: process.env.PATH ?? "",
      XDG_STATE_HOME: join(folder, "state"),
      TERM: "xterm-256color",
    };
    const probe = new TerminalProbe([process.execPath, command], { cwd: project, env, ...size });
    await probe.shows("No change waits");
    const agent = await workshop.start("proposer");
    const connected = probe.shows("agent 1");
    await agent.ask("connect", { cwd: project });
    await connected;
    return new Place(probe, agent, file, proposed, before.join("").length + after.join("").length);
  }

  /** Milliseconds from when the agent sent it until the screen shows that. */
  async propose(shows: string): Promise<number> {
    const shown = this.probe.shows(shows);
    const sent = await this.#agent.ask<number>("propose", { path: this.#file, from: this.#proposed });
    return (await shown) - sent;
  }

  /** How long the screen takes for a key, again and again while something else goes on. */
  async pausesWhile(work: () => Promise<unknown>): Promise<number[]> {
    let isOver = false;
    const working = work().finally(() => {
      isOver = true;
    });
    const pauses: number[] = [];
    while (!isOver) pauses.push(await this.probe.turned("?", helpTitle));
    if (this.probe.screen().includes(helpTitle)) pauses.push(await this.probe.turned("?", helpTitle));
    await working;
    return pauses;
  }

  megabytes(): number {
    return residentMegabytes(this.probe.pid);
  }

  async close(): Promise<void> {
    await this.#agent.end();
    await this.probe.end();
  }
}
