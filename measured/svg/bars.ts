import type { Bars } from "../plot.ts";
import { element, label, line } from "./element.ts";
import { type Scale, scaleFor } from "./scale.ts";
import { type Drawing, margin, sheetWidth } from "./sheet.ts";
import { shortNumber, tickNumber } from "./shortNumber.ts";
import { textWidth } from "./textWidth.ts";

const rowHeight = 22;
const barHeight = 15;
const headingHeight = 26;
const gap = 14;
const textSize = 13;

/** Each value is printed at its bar, so there is no axis to read. */
export function drawBars({ groups, unit, better, limit }: Bars): Drawing {
  const bars = groups.flatMap((group) => group.bars);
  const left = margin + Math.max(...bars.map((bar) => textWidth(bar.label, textSize))) + 12;
  const format = bars.every(({ value }) => Number.isInteger(value)) ? tickNumber : shortNumber;
  const right = Math.max(...bars.map(({ value }) => textWidth(format(value), textSize))) + 12;
  const values = [...bars.map(({ value }) => value), limit?.value ?? 0];
  const scale = unrounded(Math.max(...values), [left, sheetWidth - margin - right]);

  const rects: string[] = [];
  const texts: string[] = [label(margin, 14, `${unit}, ${better} is better`, { class: "muted" })];
  const top = limit ? 44 : 22;
  let y = top;
  for (const group of groups) {
    texts.push(label(margin, y + 18, group.label, { class: "group over" }));
    y += headingHeight;
    for (const { label: name, value, isOurs } of group.bars) {
      const middle = y + rowHeight / 2;
      const width = Math.max(scale.at(value) - left, 1);
      const bar = { x: left, y: middle - barHeight / 2, width, height: barHeight, rx: 2 };
      rects.push(element("rect", { class: isOurs ? "ours" : "theirs", ...bar }));
      texts.push(
        label(left - 10, middle + 4.5, name, { class: isOurs ? "end mine" : "end" }),
        label(left + width + 7, middle + 4.5, format(value), { class: isOurs ? "over mine" : "over muted" }),
      );
      y += rowHeight;
    }
    y += gap;
  }
  const height = y - gap;
  const limits = limit ? limitMarks(limit.label, scale.at(limit.value), top, height) : [];
  return { height, marks: [...rects, ...limits, ...texts] };
}

function limitMarks(text: string, x: number, top: number, bottom: number): readonly string[] {
  return [
    line(x, top - 4, x, bottom, { class: "limit" }),
    label(x, top - 10, text, { class: "limit middle" }),
  ];
}

/** To the longest bar, which need not end at a round number. */
function unrounded(most: number, [from, to]: readonly [number, number]): Scale {
  const unit = scaleFor({ scale: "linear" }, [1], [from, to]);
  return { at: (value) => unit.at(most > 0 ? value / most : 0), ticks: [] };
}
