import fc from "fast-check";
import { describe, expect, it } from "vitest";
import { LineNumbers } from "../src/lineNumbers.ts";

/** Lines that are often the same, or the same but for space; also space that only Unicode knows. */
const lines = fc.array(
  fc
    .array(
      fc.constantFrom("a", "b", " ", "\t", "\u00a0", "\u3000", "\ufeff", "\u200b", "\r", "é", "\ud83d"),
      {
        maxLength: 4,
      },
    )
    .map((parts) => `${parts.join("")}\n`),
  { maxLength: 40 },
);

function asMapWould(texts: readonly string[], key: (line: string) => string): number[] {
  const numbers = new Map<string, number>();
  return texts.map((line) => {
    const number = numbers.get(key(line)) ?? numbers.size;
    numbers.set(key(line), number);
    return number;
  });
}

describe("lines are numbered", () => {
  it.each([
    ["exactly", false, (line: string) => line],
    ["but for the space around them", true, (line: string) => line.trim()],
  ] as const)("%s", (_, isTrimmed, key) => {
    fc.assert(
      fc.property(lines, lines, (before, after) => {
        const numbers = new LineNumbers(before.length + after.length, isTrimmed);
        const found = [...numbers.of(before), ...numbers.of(after)];
        expect(found).toEqual(asMapWould([...before, ...after], key));
      }),
    );
  });

  it("one by one when there are many", () => {
    const many = Array.from({ length: 50_000 }, (_, number) => `${number.toString(36)}\n`);
    const numbers = new LineNumbers(2 * many.length, true);
    expect(numbers.of(many)).toEqual(many.map((_, number) => number));
    expect(numbers.of(many.toReversed())).toEqual(many.map((_, number) => many.length - 1 - number));
  });
});
