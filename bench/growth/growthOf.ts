import { atMost, type Figure, formatNumber } from "../../measured/figure.ts";
import type { Curves } from "../../measured/plot.ts";

/** What something costs, by how many there are. */
export interface Cost {
  readonly label: string;
  readonly unit: "ms" | "µs" | "MB";
  readonly points: readonly (readonly [count: number, cost: number])[];
  /** How it may grow. */
  readonly growth: "constant" | "linear";
  /** What the user should know besides. */
  readonly remark?: string;
}

/** A cost that does not grow is never measured as exactly that. */
const aims = { constant: atMost(0.3), linear: atMost(1.1) } as const;

/** `k` of the `n^k` that a cost grows like, over the last decade: below, what it costs anyway hides the growth. */
export function growthOf(points: Cost["points"]): number {
  const largest = Math.max(...points.map(([count]) => count));
  const upper = points.filter(([count]) => count * 10 >= largest);
  // Nothing costs nothing: half a clock tick keeps the logarithm finite.
  const logs = upper.map(([count, cost]) => [Math.log(count), Math.log(Math.max(cost, 1e-3))] as const);
  const mean = (values: readonly number[]) => values.reduce((sum, value) => sum + value, 0) / values.length;
  const [meanX, meanY] = [mean(logs.map(([x]) => x)), mean(logs.map(([, y]) => y))];
  const slope = logs.reduce((sum, [x, y]) => sum + (x - meanX) * (y - meanY), 0);
  return slope / logs.reduce((sum, [x]) => sum + (x - meanX) ** 2, 0);
}

export function growthFigures(what: string, costs: readonly Cost[]): readonly Figure[] {
  return costs.map(({ label, unit, points, growth, remark }, index) => {
    const [first, last] = [points[0]!, points.at(-1)!];
    const at = ([count, cost]: readonly [number, number]) =>
      `${formatNumber(cost)} ${unit} with ${count.toLocaleString("en")}`;
    return {
      name: `${index === 0 ? `${what}: ` : "  "}${label}`,
      aim: aims[growth],
      // What gets cheaper does not grow.
      measured: Math.max(0, growthOf(points)),
      unit: "= k, grows like n^k",
      note: `${growth}: ${at(first)}, ${at(last)}${remark === undefined ? "" : `; ${remark}`}`,
    };
  });
}

export function growthPlot(
  text: Pick<Curves, "file" | "title" | "subtitle">,
  counted: string,
  costs: readonly Cost[],
  unit: Cost["unit"] = "ms",
): Curves {
  return {
    kind: "curves",
    ...text,
    x: { label: counted, scale: "logarithmic" },
    y: {
      label: unit === "MB" ? "MB" : unit === "ms" ? "milliseconds" : "microseconds",
      scale: "logarithmic",
    },
    curves: costs.filter((cost) => cost.unit === unit).map(({ label, points }) => ({ label, points })),
  };
}
