import type { Axis } from "../plot.ts";
import { label, line } from "./element.ts";
import type { Scale } from "./scale.ts";
import { tickNumber } from "./shortNumber.ts";

export interface Frame {
  readonly left: number;
  readonly right: number;
  readonly top: number;
  readonly bottom: number;
}

/** Below the frame, with a line up through it at each tick. */
export function horizontalAxis(axis: Axis, scale: Scale, { left, right, top, bottom }: Frame): string[] {
  return [
    ...scale.ticks.flatMap((tick) => [
      line(scale.at(tick), top, scale.at(tick), bottom, { class: "grid" }),
      label(scale.at(tick), bottom + 18, tickNumber(tick), { class: "tick middle" }),
    ]),
    line(left, bottom, right, bottom, { class: "axis" }),
    label((left + right) / 2, bottom + 39, axis.label, { class: "muted middle" }),
  ];
}

/** Left of the frame. Its name stands above it, where it can be read without turning the head. */
export function verticalAxis(
  axis: Axis,
  scale: Scale,
  { left, right, top }: Frame,
  nameAt: number,
): string[] {
  return [
    label(nameAt, top - 14, axis.label, { class: "muted" }),
    ...scale.ticks.flatMap((tick) => [
      line(left, scale.at(tick), right, scale.at(tick), { class: "grid" }),
      label(left - 8, scale.at(tick) + 4, tickNumber(tick), { class: "tick end" }),
    ]),
  ];
}

export const axisHeight = 44;
