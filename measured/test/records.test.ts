import { mkdtempSync, readdirSync, readFileSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { afterEach, expect, test } from "vitest";
import { atLeast } from "../figure.ts";
import type { MeasuredPart } from "../measurement.ts";
import type { Plot } from "../plot.ts";
import { publicationOf, Records } from "../records.ts";

const root = mkdtempSync(join(tmpdir(), "measured-"));
const folder = join(root, "docs", "measured");
afterEach(() => rmSync(root, { recursive: true, force: true }));
const benchRecords = (names = ["roundTrips", "first", "second"]) => new Records(root, "bench", names);

const speed: Plot = {
  kind: "curves",
  file: "speed",
  title: "Speed",
  subtitle: "How fast.",
  x: { label: "clients", scale: "linear" },
  y: { label: "ms", scale: "linear" },
  curves: [{ label: "calls", points: [[1, 2.5]] }],
};

const part: MeasuredPart = {
  date: "2026-01-02",
  seconds: 3,
  machine: { platform: "linux x64", cpu: "A CPU", cores: 2, memoryGigabytes: 8 },
  versions: { node: "20.0.0", ws: "8.0.0" },
  figures: [
    { name: "calls", measured: 0.5, unit: "× floor", aim: atLeast(0.8), note: "a | b <c>" },
    { name: "  of that", measured: 12, unit: "ms" },
  ],
  plots: [speed],
  remarks: ["Both took turns.", "Only *ours* asks."],
};

test("a part that was measured is kept with its page and its pictures", () => {
  benchRecords().keep("roundTrips", part);

  expect(readdirSync(folder).sort()).toEqual(["README.md", "bench.json", "speed.svg"]);
  expect(JSON.parse(readFileSync(join(folder, "bench.json"), "utf8"))).toEqual({ roundTrips: part });
  const page = readFileSync(join(folder, "README.md"), "utf8");
  expect(page.slice(page.indexOf("## `npm"))).toBe(`## \`npm run bench\`

### Round trips

\`npm run bench -- --only roundTrips\`, 3 s. 2026-01-02; A CPU, 2 cores, 8 GB, linux x64.<br><sub>node 20.0.0, ws 8.0.0</sub>

![Speed. How fast.](speed.svg)

| figure | aim | measured |  | note |
| --- | --- | ---: | --- | --- |
| calls | at least 0.80 | 0.50 × floor | **missed** | a \\| b &#60;c&#62; |
| &emsp;of that |  | 12 ms |  |  |

- Both took turns.
- Only \\*ours\\* asks.
`);
});

test("a part measured again replaces itself alone, and pictures that it no longer has go", () => {
  benchRecords().keep("first", part);
  benchRecords().keep("second", { ...part, plots: [{ ...speed, file: "other" }] });
  new Records(root, "torture", ["third"]).keep("third", { ...part, plots: [] });
  benchRecords().keep("first", { ...part, seconds: 9, plots: [] });

  expect(readdirSync(folder).sort()).toEqual(["README.md", "bench.json", "other.svg", "torture.json"]);
  const { first, second } = JSON.parse(readFileSync(join(folder, "bench.json"), "utf8"));
  expect([first.seconds, second.seconds]).toEqual([9, 3]);
});

test("parts stand in the order of their suite, and one that the suite no longer has goes", () => {
  const partsKept = () => Object.keys(JSON.parse(readFileSync(join(folder, "bench.json"), "utf8")));
  const bare = { ...part, plots: [] };
  benchRecords(["old", "first", "second"]).keep("second", bare);
  benchRecords(["old", "first", "second"]).keep("old", bare);
  expect(partsKept()).toEqual(["old", "second"]);
  benchRecords(["first", "second"]).keep("first", bare);
  expect(partsKept()).toEqual(["first", "second"]);
});

test("numbers in a row stand in one line, and text that looks like them is left alone", () => {
  const figures = [{ name: "[ 1,\n 2 ]", measured: 1, unit: "" }];
  benchRecords().keep("first", { ...part, figures });
  const text = readFileSync(join(folder, "bench.json"), "utf8");
  expect(text).toContain("[ 1, 2.5 ]");
  expect(JSON.parse(text).first.figures).toEqual(figures);
});

test("two plots of one name are refused", () => {
  const records = benchRecords();
  records.keep("first", part);
  expect(() => records.keep("second", part)).toThrow("Two plots want to be speed.svg");
});

test("what is published is what the records of this repository say", () => {
  const ours = join(import.meta.dirname, "..", "..", "docs", "measured");
  const files = readdirSync(ours).filter((file) => !file.endsWith(".json"));
  expect(Object.fromEntries(files.map((file) => [file, readFileSync(join(ours, file), "utf8")]))).toEqual(
    Object.fromEntries(publicationOf(ours)),
  );
});
