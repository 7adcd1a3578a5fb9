import fc from "fast-check";

const ending = fc.constantFrom("\n", "\n", "\n", "\r\n", "\r");
/** Few different lines, so that they repeat and can be matched in many ways. */
const repeatedLine = fc.constantFrom("", "a", "b", "}", "  a", "\ta", " ");
const oddLine = fc.constantFrom(
  "\ufeffa",
  "\ud83d\ude00 x",
  "\ud83d\ude01 x",
  "\ud83d", // half a character
  "\udc00b",
  "e\u0301t\u00e9",
  "日本語 x",
  "日本酒 x",
  "const total = sum(1, 2);",
  "const totals = sum(1, 3);",
  "\u2028",
  "\0",
);
const line = fc.oneof(
  { weight: 3, arbitrary: repeatedLine },
  oddLine,
  fc.string({ unit: "binary", maxLength: 4 }),
);

/** Any text: every line ending, often mixed, with or without one at the end. */
export const anyText: fc.Arbitrary<string> = fc
  .tuple(fc.array(fc.tuple(line, ending), { maxLength: 14 }), fc.boolean(), fc.boolean())
  .map(([lines, isOpen, hasMark]) => {
    const text = lines
      .map(([content, end], i) => content + (isOpen && i === lines.length - 1 ? "" : end))
      .join("");
    return hasMark ? `\ufeff${text}` : text;
  });

interface Operation {
  readonly at: number;
  readonly remove: number;
  readonly insert: readonly string[];
}

const operations: fc.Arbitrary<Operation[]> = fc.array(
  fc.record({
    at: fc.nat({ max: 40 }),
    remove: fc.nat({ max: 3 }),
    insert: fc.array(
      fc.tuple(line, ending).map(([content, end]) => content + end),
      { maxLength: 3 },
    ),
  }),
  { minLength: 1, maxLength: 4 },
);

/** A text and one made from it by a few edits: what a proposal usually is. */
export const editedPair: fc.Arbitrary<[string, string]> = fc.oneof(
  fc.tuple(anyText, anyText),
  fc.tuple(anyText, operations).map(([text, edits]): [string, string] => [text, applied(text, edits)]),
);

/** A text, what an agent made of it, and what somebody else made of one of the two. */
export const editedTriple: fc.Arbitrary<{ base: string; mine: string; theirs: string; later: string }> = fc
  .tuple(anyText, operations, operations)
  .map(([base, own, others]) => {
    const mine = applied(base, own);
    return { base, mine, theirs: applied(base, others), later: applied(mine, others) };
  });

/** A text of many different lines, and edits of it that are far from each other. */
export const distinctLines: fc.Arbitrary<string[]> = fc
  .integer({ min: 20, max: 60 })
  .map((count) => Array.from({ length: count }, (_, i) => `line ${i} of the text\n`));

function applied(text: string, edits: readonly Operation[]): string {
  const lines = text.split(/(?<=\n)/);
  for (const { at, remove, insert } of edits) lines.splice(at % (lines.length + 1), remove, ...insert);
  return lines.join("");
}

/** What is left of `lines` when each line of `others` has been taken away once. */
export function without(lines: readonly string[], others: readonly string[]): string[] {
  const left = [...lines];
  for (const line of others) {
    const at = left.indexOf(line);
    if (at >= 0) left.splice(at, 1);
  }
  return left;
}

export function place(beforeLines: [number, number], afterLines: [number, number]) {
  return {
    before: { start: beforeLines[0], end: beforeLines[1] },
    after: { start: afterLines[0], end: afterLines[1] },
  };
}
