import { describe, expect, test } from "vitest";
import type { Bars, Curves, Distributions } from "../plot.ts";
import { drawPlot } from "../svg/drawPlot.ts";
import { scaleFor } from "../svg/scale.ts";
import { shortNumber, tickNumber } from "../svg/shortNumber.ts";

const bars: Bars = {
  kind: "bars",
  file: "bars",
  title: "Us & <them>",
  subtitle: 'A "quoted" word, and one control\u0007 character.',
  unit: "× floor",
  better: "higher",
  limit: { label: "aim", value: 0.8 },
  groups: [
    {
      label: "one at a time",
      bars: [
        { label: "ours", value: 0.9, isOurs: true },
        { label: "theirs", value: 0.45, isOurs: false },
        { label: "nothing", value: 0, isOurs: false },
      ],
    },
  ],
};

const curves: Curves = {
  kind: "curves",
  file: "curves",
  title: "Growth",
  subtitle: "Cost by size.",
  x: { label: "lines", scale: "logarithmic" },
  y: { label: "ms", scale: "logarithmic" },
  curves: [
    {
      label: "diff",
      points: [
        [1, 0],
        [1_000, 10],
        [1_000_000, 10_000],
      ],
    },
    {
      label: "hunks",
      points: [
        [1, 1],
        [1_000_000, 10_001],
      ],
    },
    {
      label: "linear",
      points: [
        [1, 1],
        [1_000_000, 100],
      ],
      isGuide: true,
    },
  ],
};

const distributions: Distributions = {
  kind: "distributions",
  file: "distributions",
  title: "Answers",
  subtitle: "Each dot is one edit.",
  x: { label: "ms", scale: "linear" },
  limit: { label: "budget", value: 2_000 },
  rows: [
    { label: "many", values: Array.from({ length: 5_000 }, (_, i) => i / 10) },
    { label: "one", values: [7] },
    { label: "none", values: [] },
  ],
};

describe.each([bars, curves, distributions])("$kind", (plot) => {
  const svg = drawPlot(plot);

  test("is a picture with a name, the same each time", () => {
    expect(svg).toMatch(/^<svg [^>]*role="img" aria-labelledby="title subtitle">/);
    expect(drawPlot(plot)).toBe(svg);
  });

  test("every number of it is one, and every element closed", () => {
    expect(svg).not.toMatch(/NaN|Infinity|undefined/);
    expect(openAtTheEnd(svg)).toEqual([]);
  });
});

test("what is written is text, never markup", () => {
  const svg = drawPlot(bars);
  expect(svg).toContain("Us &#38; &#60;them&#62;");
  expect(svg).toContain("&#34;quoted&#34; word, and one control� character");
});

test("a bar is as long as its value, and says it", () => {
  const svg = drawPlot(bars);
  const widths = [...svg.matchAll(/class="(?:ours|theirs)" [^>]*width="([\d.]+)"/g)].map((m) => Number(m[1]));
  expect(widths[1]! / widths[0]!).toBeCloseTo(0.5, 2);
  expect(textsOf(svg)).toEqual(expect.arrayContaining(["ours", "0.90", "theirs", "0.45", "nothing", "0"]));
});

test("names of curves that end at one place do not cover each other", () => {
  const heights = [...drawPlot(curves).matchAll(/<text [^>]*y="([\d.]+)" class="(?:s\d|muted)">/g)]
    .map((m) => Number(m[1]))
    .sort((a, b) => a - b);
  const gaps = heights.slice(1).map((height, i) => height - heights[i]!);
  expect(Math.min(...gaps)).toBeGreaterThanOrEqual(14);
});

test("many values are drawn as few dots, and told in full", () => {
  const svg = drawPlot(distributions);
  expect(svg.match(/<circle/g)).toHaveLength(301);
  expect(textsOf(svg)).toEqual(
    expect.arrayContaining(["median 250, most 500", "median 7.00, most 7.00", "nothing"]),
  );
});

test("axes begin and end at round numbers", () => {
  const ticks = (scale: "linear" | "logarithmic", ...values: number[]) =>
    scaleFor({ scale }, values, [0, 1]).ticks.map(tickNumber);
  expect(ticks("linear", 3, 97)).toEqual(["0", "20", "40", "60", "80", "100"]);
  expect(ticks("linear", 0.3)).toEqual(["0", "0.1", "0.2", "0.3"]);
  expect(ticks("linear")).toEqual(["0", "0.2"]);
  expect(ticks("logarithmic", 30, 900)).toEqual(["20", "50", "100", "200", "500", "1,000"]);
  expect(ticks("logarithmic", 1, 1_000_000)).toEqual(["1", "10", "100", "1,000", "10,000", "100,000", "1 M"]);
  expect(ticks("logarithmic", 0, 5)).toEqual(["5", "10"]);
});

test("numbers are as long as needed", () => {
  expect([0, 0.0123, 0.5, 1, 12.34, 123.4, 12_345.6].map(shortNumber)).toEqual([
    "0",
    "0.012",
    "0.50",
    "1.00",
    "12.3",
    "123",
    "12,346",
  ]);
});

function textsOf(svg: string): readonly string[] {
  return [...svg.matchAll(/<text[^>]*>([^<]*)</g)].map((match) => match[1]!);
}

function openAtTheEnd(svg: string): readonly string[] {
  const open: string[] = [];
  for (const [, closing, name, alone] of svg.matchAll(/<(\/?)(\w+)[^>]*?(\/?)>/g)) {
    if (closing) expect(open.pop()).toBe(name);
    else if (!alone) open.push(name!);
  }
  return open;
}
