import { printable } from "../printable.ts";
import type { Style } from "../style.ts";

/** Of a diff, on a terminal that keeps perhaps as many. */
export const mostLines = 2_000;

/** A line of a patch, in its colour. */
export function diffLine(line: string, { green, red, cyan, dim }: Style): string {
  const text = printable(line.replace(/\r$/, ""), { keepLines: true });
  if (/^(diff|index|---|\+\+\+|new file|deleted file)/.test(line)) return dim(text);
  if (line.startsWith("@@")) return cyan(text);
  if (line.startsWith("+")) return green(text);
  return line.startsWith("-") ? red(text) : text;
}
