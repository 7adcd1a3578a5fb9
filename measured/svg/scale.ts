import type { Axis } from "../plot.ts";

/** From values to pixels. */
export interface Scale {
  at(value: number): number;
  readonly ticks: readonly number[];
}

/** Holds all values, begins and ends at round ones, and on a linear axis begins at zero. */
export function scaleFor(
  { scale }: Pick<Axis, "scale">,
  values: readonly number[],
  [from, to]: readonly [from: number, to: number],
): Scale {
  return scale === "logarithmic" ? logarithmic(values, from, to) : linear(values, from, to);
}

function linear(values: readonly number[], from: number, to: number): Scale {
  const least = Math.min(0, ...values);
  const most = Math.max(0, ...values);
  const step = roundStep((most - least || 1) / 5);
  const first = Math.floor(least / step);
  const last = Math.max(Math.ceil(most / step - 1e-9), first + 1);
  const ticks = Array.from({ length: last - first + 1 }, (_, i) => (first + i) * step);
  const start = first * step;
  return {
    at: (value) => from + ((value - start) / ((last - first) * step)) * (to - from),
    ticks,
  };
}

/** The next of 1, 2, 5, 10, 20, 50… */
function roundStep(step: number): number {
  const power = 10 ** Math.floor(Math.log10(step));
  const digit = step / power;
  return power * (digit <= 1 ? 1 : digit <= 2 ? 2 : digit <= 5 ? 5 : 10);
}

/** Zero has no place on a logarithmic axis: it is drawn at the least that has one. */
function logarithmic(values: readonly number[], from: number, to: number): Scale {
  const positive = values.filter((value) => value > 0);
  const least = positive.length > 0 ? Math.min(...positive) : 1;
  const most = positive.length > 0 ? Math.max(...positive) : 10;
  const steps = roundNumbers(least, most);
  const [first, last] = [steps[0]!, steps.at(-1)!];
  const decades = Math.log10(last / first);
  const isDecade = (value: number) => Math.abs(Math.log10(value) - Math.round(Math.log10(value))) < 1e-9;
  const every = Math.ceil(decades / 8);
  const ticks =
    decades <= 2.4
      ? steps
      : steps.filter((value) => isDecade(value) && Math.round(Math.log10(value)) % every === 0);
  return {
    at: (value) => from + (Math.log10(Math.max(value, first) / first) / decades) * (to - from),
    ticks,
  };
}

/** 1, 2, 5, 10, 20…: from the last that is not above the least to the first that is not below the most. */
function roundNumbers(least: number, most: number): readonly number[] {
  const all: number[] = [];
  for (let power = Math.floor(Math.log10(least)); power <= Math.ceil(Math.log10(most)); power++)
    for (const digit of [1, 2, 5]) all.push(Number(`${digit}e${power}`));
  const first = all.findLastIndex((value) => value <= least);
  const last = all.findIndex((value) => value >= most);
  return all.slice(first, Math.max(last, first + 1) + 1);
}
