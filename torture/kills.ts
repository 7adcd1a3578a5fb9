import type { Figure } from "../measured/figure.ts";
import type { Measurement } from "../measured/measurement.ts";
import { Random } from "../test/fuzz/random.ts";
import { Victims } from "./kills/people.ts";
import { Stage } from "./kills/stage.ts";
import { steps } from "./kills/steps.ts";
import { terminalSteps } from "./kills/terminal.ts";
import { slowVictims, victims } from "./kills/victims.ts";
import { type Writing, writings } from "./kills/writings.ts";
import type { TortureOptions } from "./torture.ts";
import { Violations } from "./violations.ts";

export interface KillCounts {
  /** At each step of a review. */
  readonly times: number;
  /** At each step of a review in a terminal. */
  readonly terminals: number;
  /** While each kind of file is being written. */
  readonly writings: number;
  /** All of them when left out. */
  readonly victims?: readonly string[];
  readonly steps?: readonly string[];
}

const full: KillCounts = { times: 2, terminals: 2, writings: 20 };

/** `kill -9` of everybody, at every step of a review and while files are being written. */
export async function kills({ root, seed }: TortureOptions, counts: KillCounts = full): Promise<Measurement> {
  const random = new Random(seed);
  const figures: Figure[] = [];
  await using people = await Victims.prepare(root);
  const chosen = counts.steps ?? Object.keys(steps);
  for (const [victim, play] of Object.entries(victims)) {
    if (counts.victims && !counts.victims.includes(victim)) continue;
    const violations = new Violations(`kills of ${victim}`, seed);
    await using stage = new Stage(violations, random.fork());
    const times = slowVictims.includes(victim) ? Math.min(1, counts.times) : counts.times;
    for (let time = 0; time < times; time++) {
      for (const name of chosen)
        await stage.scene(`a review ${name}`, () => play(stage, steps[name]!, people));
    }
    figures.push(
      violations.figure(`kill -9 of ${victim}`, `${stage.kills} kills, ${chosen.length} steps of a review`),
    );
  }
  figures.push(await killTerminals(counts, { root, seed }));
  for (const [name, writing] of Object.entries(writings)) {
    figures.push(await killWhileWriting(name, writing, counts.writings, { root, seed }));
  }
  return { figures };
}

async function killTerminals({ terminals }: KillCounts, { seed }: TortureOptions): Promise<Figure> {
  const violations = new Violations("kills of a terminal", seed);
  await using stage = new Stage(violations, new Random(seed));
  for (let time = 0; time < terminals; time++) {
    for (const [name, play] of Object.entries(terminalSteps))
      await stage.scene(`a review ${name} in a terminal`, () => play(stage));
  }
  return violations.figure("kill -9 of a terminal", `${stage.kills} kills, 3 steps of a review`);
}

async function killWhileWriting(
  name: string,
  writing: Writing,
  times: number,
  { seed }: TortureOptions,
): Promise<Figure> {
  const violations = new Violations(name, seed);
  await using stage = new Stage(violations, new Random(seed));
  const hits = { before: 0, after: 0 };
  for (let time = 0; time < times; time++) {
    await stage.scene(name, async () => {
      hits[await writing(stage, time / times)]++;
    });
  }
  return violations.figure(
    `kill -9 of the server while ${name}`,
    `${stage.kills} kills: ${hits.before} before, ${hits.after} after`,
  );
}
