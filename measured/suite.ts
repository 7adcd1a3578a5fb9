import { parseArgs } from "node:util";
import { messageOf } from "@idebridge/sdk/core";
import { type Figure, formatTable, isMet } from "./figure.ts";
import type { MeasuredPart, Measurement } from "./measurement.ts";
import { thisMachine, versionsInUse } from "./place.ts";
import { Records } from "./records.ts";

export interface Suite<Options> {
  readonly name: string;
  /** The folder of the repository. */
  readonly root: string;
  readonly parts: Readonly<Record<string, (options: Options & SuiteOptions) => Promise<Measurement>>>;
  /** One line each, for `--help`. */
  readonly usage: readonly string[];
}

/** Runs the parts that were asked for, prints one table, keeps it in `docs/measured`; returns the exit code. */
async function runSuite<Options>(
  suite: Suite<Options>,
  chosen: readonly string[],
  options: Options & SuiteOptions,
): Promise<number> {
  const records = new Records(suite.root, suite.name, Object.keys(suite.parts));
  const figures: Figure[] = [];
  try {
    for (const name of chosen) {
      console.error(`${suite.name}: ${name}…`);
      const started = performance.now();
      const measurement = withoutPlace(await suite.parts[name]!(options), suite.root);
      figures.push(...measurement.figures);
      const part: MeasuredPart = {
        date: new Date().toISOString().slice(0, 10),
        seconds: Math.round((performance.now() - started) / 1_000),
        machine: thisMachine(),
        versions: versionsInUse(suite.root),
        ...measurement,
      };
      if (options.keep) records.keep(name, part);
    }
  } finally {
    console.log(formatTable(figures));
  }
  const missed = figures.filter((figure) => !isMet(figure));
  if (missed.length > 0) console.log(`\nmissed: ${missed.map(({ name }) => name.trim()).join("; ")}`);
  return options.check && missed.length > 0 ? 1 : 0;
}

export interface SuiteOptions {
  /** A missed aim is a failure. */
  readonly check: boolean;
  /** Into `docs/measured`. */
  readonly keep: boolean;
  /** Fewer rounds: tells the direction, not the second digit. Never kept. */
  readonly quick: boolean;
}

const suiteOptions = {
  check: { type: "boolean", default: false },
  "no-keep": { type: "boolean", default: false },
  quick: { type: "boolean", default: false },
  only: { type: "string", multiple: true },
  help: { type: "boolean", default: false },
} as const;

/** The command line of a suite; its own options beside those that all suites have. */
export async function suiteCommand<Options>(
  suite: Suite<Options>,
  args: readonly string[],
  own: Readonly<Record<string, { type: "string" }>>,
  toOptions: (values: Readonly<Record<string, string | undefined>>) => Options,
): Promise<number> {
  const names = Object.keys(suite.parts);
  const wrong = (message: string) => {
    console.error(`${message}\n${usageOf(suite)}`);
    return 2;
  };
  let values: SuiteValues;
  try {
    values = parseArgs({ args: [...args], options: { ...suiteOptions, ...own } }).values as SuiteValues;
  } catch (error) {
    // Of several sentences: those after the first are about other programs.
    return wrong(messageOf(error).split(". ")[0]!);
  }
  const { check, quick, "no-keep": noKeep, only = names, help, ...rest } = values;
  if (help) {
    console.log(usageOf(suite));
    return 0;
  }
  const unknown = only.filter((name) => !names.includes(name));
  if (unknown.length > 0) return wrong(`There is no part ${unknown.join(", ")}`);
  return runSuite(suite, only, {
    ...toOptions(rest as Readonly<Record<string, string | undefined>>),
    check,
    quick,
    keep: !noKeep && !quick,
  });
}

interface SuiteValues extends Readonly<Record<string, unknown>> {
  readonly check: boolean;
  readonly quick: boolean;
  readonly "no-keep": boolean;
  readonly only?: readonly string[];
  readonly help: boolean;
}

function usageOf({ name, parts, usage }: Suite<never>): string {
  return [
    `npm run ${name} -- [options]`,
    "  --check          exit with 1 when an aim is missed",
    "  --no-keep        leave docs/measured as it is",
    "  --quick          fewer rounds, where a part has rounds; leaves docs/measured as it is",
    `  --only <part>    one of ${Object.keys(parts).join(", ")}; may be repeated`,
    ...usage.map((line) => `  ${line}`),
  ].join("\n");
}

/** Records are for everybody: where the repository is on this machine is nobody's business. */
function withoutPlace(measurement: Measurement, root: string): Measurement {
  const figures = measurement.figures.map(({ note, ...figure }) =>
    note === undefined ? figure : { ...figure, note: note.replaceAll(root, "…") },
  );
  return { ...measurement, figures };
}
