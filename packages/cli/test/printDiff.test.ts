import { expect, test } from "vitest";
import { printDiff } from "../src/serve/printDiff.ts";
import { styleFor } from "../src/style.ts";

const red = (text: string) => `\u001b[31m${text}\u001b[39m`;
const green = (text: string) => `\u001b[32m${text}\u001b[39m`;

function printed(lines: readonly string[]): readonly string[] {
  const out: string[] = [];
  printDiff(lines, { print: (line) => out.push(line) }, styleFor({ colour: true }));
  return out;
}

test("a line that looks like the head of a diff is painted as what it is", () => {
  expect(printed(["--- a comment of SQL", "+++i;", " same"])).toEqual([
    red("--- a comment of SQL"),
    green("+++i;"),
    " same",
  ]);
});

test("what is left out of a long one is told", () => {
  expect(printed(Array(2_003).fill(" line")).at(-1)).toBe("… and 3 lines more");
});
