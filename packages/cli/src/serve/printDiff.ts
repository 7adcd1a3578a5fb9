import { printable } from "../printable.ts";
import type { Style } from "../style.ts";
import type { Asker } from "./asker.ts";

/** A terminal keeps perhaps as many. */
const mostLines = 2_000;

/** Prints the lines of a diff, each after its sign. */
export function printDiff(lines: readonly string[], asker: Pick<Asker, "print">, style: Style): void {
  for (const line of lines.slice(0, mostLines)) asker.print(painted(line, style));
  if (lines.length > mostLines) asker.print(`… and ${lines.length - mostLines} lines more`);
}

function painted(line: string, { green, red, cyan }: Style): string {
  const text = printable(line.replace(/\r$/, ""), { keepLines: true });
  if (line.startsWith("@@")) return cyan(text);
  if (line.startsWith("+")) return green(text);
  return line.startsWith("-") ? red(text) : text;
}
