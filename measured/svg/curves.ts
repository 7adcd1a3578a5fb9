import type { Curves } from "../plot.ts";
import { axisHeight, type Frame, horizontalAxis, verticalAxis } from "./axes.ts";
import { element, label, line } from "./element.ts";
import { scaleFor } from "./scale.ts";
import { type Drawing, margin, seriesCount, sheetWidth } from "./sheet.ts";
import { tickNumber } from "./shortNumber.ts";
import { textWidth } from "./textWidth.ts";

const labelSize = 13;
const labelDistance = 18;

/** Each curve has its name at its end. */
export function drawCurves({ x, y, curves }: Curves): Drawing {
  const height = Math.max(300, curves.length * labelDistance + 40);
  const points = curves.flatMap((curve) => curve.points);
  const ys = points.map((point) => point[1]);
  const nameWidth = Math.max(...curves.map((curve) => textWidth(curve.label, labelSize)));
  const vertical: readonly [number, number] = [height, 34];
  const yScale = scaleFor(y, ys, vertical);
  const frame: Frame = {
    left: margin + Math.max(...yScale.ticks.map((tick) => textWidth(tickNumber(tick), 12))) + 10,
    right: sheetWidth - margin - nameWidth - 26,
    top: 34,
    bottom: height,
  };
  const xScale = scaleFor(
    x,
    points.map((point) => point[0]),
    [frame.left, frame.right],
  );

  const marks = [...verticalAxis(y, yScale, frame, margin), ...horizontalAxis(x, xScale, frame)];
  const ends = curves.map(({ points }) => points.at(-1) ?? ([0, 0] as const));
  const labelsAt = spread(
    ends.map((end) => yScale.at(end[1])),
    frame,
  );
  let series = 0;
  for (const [i, { label: name, points, isGuide = false }] of curves.entries()) {
    const colour = isGuide ? "guide" : `s${series++ % seriesCount}`;
    const places = points.map((point) => [xScale.at(point[0]), yScale.at(point[1])] as const);
    const path = places.map(([px, py]) => `${px.toFixed(1)},${py.toFixed(1)}`).join(" ");
    marks.push(element("polyline", { class: isGuide ? "guide" : `curve ${colour}`, points: path }));
    if (!isGuide)
      marks.push(...places.map(([cx, cy]) => element("circle", { class: colour, cx, cy, r: 3.5 })));
    const end = places.at(-1);
    if (!end) continue;
    const at = labelsAt[i]!;
    const textLeft = frame.right + 22;
    if (Math.abs(at - end[1]) > 3 || textLeft - end[0] > 30)
      marks.push(line(end[0] + 7, end[1], textLeft - 5, at, { class: "leader" }));
    marks.push(label(textLeft, at + 4.5, name, { class: isGuide ? "muted" : colour }));
  }
  return { height: height + axisHeight, marks };
}

/** Moves what is too close apart, in order, as little as needed. */
function spread(wanted: readonly number[], { top, bottom }: Frame): readonly number[] {
  const order = wanted.map((_, i) => i).sort((a, b) => wanted[a]! - wanted[b]!);
  const placed: number[] = [...wanted];
  let above = top - labelDistance;
  for (const i of order) above = placed[i] = Math.max(placed[i]!, above + labelDistance);
  let below = bottom + labelDistance;
  for (const i of order.reverse()) below = placed[i] = Math.min(placed[i]!, below - labelDistance);
  return placed;
}
