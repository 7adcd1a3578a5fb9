import { existsSync, mkdirSync, readdirSync, readFileSync, rmSync, writeFileSync } from "node:fs";
import { basename, join } from "node:path";
import type { MeasuredPart } from "./measurement.ts";
import { type RecordedSuite, reportOf } from "./report.ts";
import { drawPlot } from "./svg/drawPlot.ts";

type Parts = Readonly<Record<string, MeasuredPart>>;

/** What was measured last, part by part: `docs/measured/<suite>.json`. Pictures and pages are made from that alone. */
export class Records {
  readonly #folder: string;
  readonly #file: string;
  readonly #partNames: readonly string[];

  constructor(root: string, suite: string, partNames: readonly string[]) {
    this.#partNames = partNames;
    this.#folder = join(root, "docs", "measured");
    this.#file = join(this.#folder, `${suite}.json`);
  }

  keep(name: string, part: MeasuredPart): void {
    mkdirSync(this.#folder, { recursive: true });
    const kept: Parts = { ...(existsSync(this.#file) ? readParts(this.#file) : {}), [name]: part };
    // In the order of the suite, and without parts that it no longer has.
    const names = this.#partNames.filter((partName) => partName in kept);
    writeFileSync(this.#file, readableJson(Object.fromEntries(names.map((key) => [key, kept[key]]))));
    publishRecords(this.#folder);
  }
}

/** Writes the page and the pictures beside the records in a folder, and takes away pictures that none of them has. */
export function publishRecords(folder: string): void {
  const published = publicationOf(folder);
  for (const file of readdirSync(folder))
    if (file.endsWith(".svg") && !published.has(file)) rmSync(join(folder, file));
  for (const [file, content] of published) writeFileSync(join(folder, file), content);
}

/** What the records in a folder come to, by file name. */
export function publicationOf(folder: string): ReadonlyMap<string, string> {
  const suites = readdirSync(folder)
    .filter((file) => file.endsWith(".json"))
    .sort()
    .map((file): RecordedSuite => ({ name: basename(file, ".json"), parts: readParts(join(folder, file)) }));
  const published = new Map([["README.md", reportOf(suites)]]);
  for (const plot of suites.flatMap(({ parts }) => Object.values(parts).flatMap(({ plots = [] }) => plots))) {
    const file = `${plot.file}.svg`;
    if (published.has(file)) throw new Error(`Two plots want to be ${file}`);
    published.set(file, drawPlot(plot));
  }
  return published;
}

function readParts(file: string): Parts {
  return JSON.parse(readFileSync(file, "utf8"));
}

/** Numbers in a row stand in one line. A line break inside a string would be escaped, so none is touched. */
function readableJson(value: unknown): string {
  const text = JSON.stringify(value, null, 2);
  return `${text.replace(/\[\n\s*[-+.\deE]+(?:,\n\s*[-+.\deE]+)*\n\s*\]/g, (row) => row.replace(/\s+/g, " "))}\n`;
}
