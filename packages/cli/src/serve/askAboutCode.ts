import type { ControlClient, Execution } from "@idebridge/headless";
import { printable } from "../printable.ts";
import type { Style } from "../style.ts";
import { codeLine } from "./codeLine.ts";

/** What a question needs of the terminal that asks it. */
export interface Asking {
  readonly control: ControlClient;
  readonly folder: string;
  readonly style: Style;
  print(line: string): void;
  /** Rejects when it is answered elsewhere. */
  question(text: string): Promise<string>;
}

/** Of code that is longer, the rest is shown when it is asked for. */
const shownLines = 12;

/** Shows the code, and asks whether it may run. */
export async function askAboutCode(execution: Execution, asking: Asking): Promise<void> {
  const { control, style, print, question } = asking;
  const { id } = execution;
  print(`${style.yellow("?")} ${codeLine({ ...execution, code: "" }, asking.folder, style, "wants to run")}`);
  const lines = execution.code.trimEnd().split("\n").map(shownLine);
  const printLines = (some: readonly string[]) => {
    for (const line of some) print(`  ${style.dim("│")} ${line}`);
  };
  const isLong = lines.length > shownLines;
  printLines(isLong ? lines.slice(0, shownLines - 1) : lines);
  if (isLong) print(`  ${style.dim(`│ … and ${lines.length - shownLines + 1} lines more`)}`);
  for (;;) {
    const answer = await question(`  run it? y, n${isLong ? " or c for all the code" : ""}, then Enter: `);
    const allow = /^y(es)?$/i.test(answer) ? true : /^no?$/i.test(answer) ? false : undefined;
    if (allow !== undefined) {
      const result = await control.request("executions/decide", { id, allow });
      if (result.outcome === "tooLate") print(`Too late: ${printable(result.by)} was faster.`);
      return;
    }
    if (/^c(ode)?$/i.test(answer)) printLines(lines);
    else if (answer !== "") print(`  ${printable(answer)} is no answer: y runs it, n does not.`);
  }
}

function shownLine(line: string): string {
  return printable(line.replace(/\r$/, ""), { keepLines: true });
}
