import { atMost, type Figure } from "../measured/figure.ts";
import type { Measurement } from "../measured/measurement.ts";
import { Random } from "../test/fuzz/random.ts";
import { clockJumps } from "./faults/clockJumps.ts";
import { disks } from "./faults/disks.ts";
import { type Fault, Watch } from "./faults/fault.ts";
import { oddHomes } from "./faults/oddHomes.ts";
import { shortages } from "./faults/shortages.ts";
import { sleeps } from "./faults/sleeps.ts";
import type { TortureOptions } from "./torture.ts";

const all: readonly Fault[] = [...clockJumps, ...disks, ...shortages, ...oddHomes];

/** What goes wrong around a program: in each, a clear word, no crash, no hang, nothing lost, and all is well afterwards. */
export async function faults({ root, seed, fault }: TortureOptions): Promise<Measurement> {
  console.error(`torture: faults --seed ${seed}`);
  const isChosen = ({ name }: Fault) => fault === undefined || name.includes(fault);
  const suffer = (each: Fault) => figureOf(each, new Watch(new Random(seed), root));
  // Those who sleep need nothing of the machine: meanwhile the others.
  const asleep = sleeps.filter(isChosen).map(suffer);
  const figures: Figure[] = [];
  for (const each of all.filter(isChosen)) figures.push(await suffer(each));
  return { figures: [...figures, ...(await Promise.all(asleep))] };
}

async function figureOf(fault: Fault, watch: Watch): Promise<Figure> {
  try {
    await fault.run(watch);
  } catch (error) {
    watch.check(false, error instanceof Error ? (error.stack ?? error.message) : String(error));
  }
  console.error(`  ${fault.name}: ${watch.violations.length} violations`);
  for (const violation of watch.violations) console.error(`    ${violation}`);
  const note = watch.violations[0]?.split("\n")[0] ?? watch.told;
  return {
    name: `fault: ${fault.name}`,
    measured: watch.violations.length,
    unit: "violations",
    aim: atMost(0),
    ...(note !== "" && { note: note.replaceAll(/\/tmp\/[\w-]+/g, "…").slice(0, 160) }),
  };
}
