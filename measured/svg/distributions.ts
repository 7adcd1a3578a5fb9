import type { Distributions } from "../plot.ts";
import { percentile } from "../statistics.ts";
import { axisHeight, type Frame, horizontalAxis } from "./axes.ts";
import { element, label, line } from "./element.ts";
import { type Scale, scaleFor } from "./scale.ts";
import { type Drawing, margin, sheetWidth } from "./sheet.ts";
import { shortNumber } from "./shortNumber.ts";
import { textWidth } from "./textWidth.ts";

const rowHeight = 46;
const textSize = 13;
const mostDots = 300;

/** Every time as a dot, the middle half of them as a box, the median as its line. */
export function drawDistributions({ x, limit, rows }: Distributions): Drawing {
  const told = rows.map(({ values }) => summary(values));
  const frame: Frame = {
    left: margin + Math.max(...rows.map((row) => textWidth(row.label, textSize))) + 14,
    right: sheetWidth - margin - Math.max(...told.map((text) => textWidth(text, textSize))) - 26,
    top: limit ? 22 : 4,
    bottom: (limit ? 22 : 4) + rows.length * rowHeight,
  };
  const all = rows.flatMap((row) => row.values);
  const scale = scaleFor(x, limit ? [...all, limit.value] : all, [frame.left, frame.right]);
  const marks = horizontalAxis(x, scale, frame);
  for (const [i, row] of rows.entries()) {
    const middle = frame.top + (i + 0.5) * rowHeight;
    marks.push(label(frame.left - 12, middle + 4.5, row.label, { class: "end" }));
    marks.push(...strip(row.values, scale, middle));
    marks.push(label(sheetWidth - margin, middle + 4.5, told[i]!, { class: "muted end" }));
  }
  if (limit) {
    const at = scale.at(limit.value);
    marks.push(
      line(at, frame.top - 6, at, frame.bottom, { class: "limit" }),
      label(at, frame.top - 11, limit.label, { class: "limit middle" }),
    );
  }
  return { height: frame.bottom + axisHeight, marks };
}

function strip(values: readonly number[], scale: Scale, middle: number): readonly string[] {
  if (values.length === 0) return [];
  const sorted = [...values].sort((a, b) => a - b);
  const every = Math.max(1, sorted.length / mostDots);
  const shown = Array.from(
    { length: Math.min(sorted.length, mostDots) },
    (_, i) => sorted[Math.floor(i * every)]!,
  );
  // The golden ratio keeps neighbours apart, and the picture the same each time.
  const dots = shown.map((value, i) => {
    const cy = middle + (((i * 0.618034) % 1) - 0.5) * 22;
    return element("circle", { class: "s0 dot", cx: scale.at(value), cy, r: 3 });
  });
  const [from, half, to] = [0.25, 0.5, 0.75].map((share) => scale.at(percentile(sorted, share)));
  const box = { x: from!, y: middle - 15, width: Math.max(to! - from!, 1), height: 30, rx: 2 };
  return [
    ...dots,
    element("rect", { class: "box", ...box }),
    line(half!, middle - 15, half!, middle + 15, { class: "median" }),
  ];
}

function summary(values: readonly number[]): string {
  if (values.length === 0) return "nothing";
  return `median ${shortNumber(percentile(values, 0.5))}, most ${shortNumber(Math.max(...values))}`;
}
