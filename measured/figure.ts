/** One line of the table. Without an aim it only explains the others. */
export interface Figure {
  readonly name: string;
  readonly measured: number;
  readonly unit: string;
  readonly aim?: Aim;
  readonly note?: string;
}

export interface Aim {
  readonly relation: "at most" | "at least";
  readonly value: number;
}

export const atMost = (value: number): Aim => ({ relation: "at most", value });
export const atLeast = (value: number): Aim => ({ relation: "at least", value });

export function isMet({ measured, aim }: Figure): boolean {
  if (aim === undefined) return true;
  return aim.relation === "at most" ? measured <= aim.value : measured >= aim.value;
}

export function formatTable(figures: readonly Figure[]): string {
  const rows = figures.map((figure) => [
    figure.name,
    figure.aim ? `${figure.aim.relation} ${formatNumber(figure.aim.value)}` : "",
    `${formatNumber(figure.measured)} ${figure.unit}`.trim(),
    figure.aim ? (isMet(figure) ? "ok" : "NOT") : "",
    figure.note ?? "",
  ]);
  const all = [["figure", "aim", "measured", "", "note"], ...rows];
  const widths = all[0]!.map((_, column) => Math.max(...all.map((row) => row[column]!.length)));
  return all
    .map((row) =>
      row
        .map((cell, i) => cell.padEnd(widths[i]!))
        .join("  ")
        .trimEnd(),
    )
    .join("\n");
}

export function formatNumber(value: number): string {
  if (Number.isInteger(value)) return String(value);
  return value.toFixed(Math.abs(value) < 10 ? 2 : 1);
}
