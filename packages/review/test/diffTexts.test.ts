import { diffTexts, type Hunk, splitLines } from "@idebridge/review";
import fc from "fast-check";
import { describe, expect, it } from "vitest";
import { DefaultLinesDiffComputer } from "vscode-diff";
import { anyText, editedPair } from "./arbitraries.ts";

describe("splitLines", () => {
  it("keeps every character", () => {
    fc.assert(
      fc.property(anyText, (text) => {
        const lines = splitLines(text);
        expect(lines.join("")).toBe(text);
        expect(lines.slice(0, -1).every((line) => /^[^\r\n]*(\r\n|\n|\r)$/.test(line))).toBe(true);
        expect(lines.every((line) => line !== "")).toBe(true);
      }),
    );
  });

  it("knows LF, CRLF and CR", () => {
    expect(splitLines("a\nb\r\nc\rd\n\r\n\r\re")).toEqual([
      "a\n",
      "b\r\n",
      "c\r",
      "d\n",
      "\r\n",
      "\r",
      "\r",
      "e",
    ]);
    expect(splitLines("")).toEqual([]);
  });
});

describe("diffTexts", () => {
  it("gives hunks that are ordered, apart, not empty, and tell every difference", () => {
    fc.assert(
      fc.property(editedPair, ([before, after]) => checkHunks(before, after)),
      { numRuns: 600 },
    );
  });

  it("does so for long texts too, which it compares piece by piece", () => {
    const long = fc.record({
      different: fc.integer({ min: 2, max: 2000 }),
      every: fc.integer({ min: 3, max: 400 }),
      operation: fc.constantFrom("change", "remove", "insert", "move"),
    });
    fc.assert(
      fc.property(long, ({ different, every, operation }) => {
        const lines = Array.from(
          { length: 3000 },
          (_, i) => `${(i * i) % different}${i % 50 === 0 ? "\r\n" : "\n"}`,
        );
        const edited = lines.flatMap((line, i) => {
          if (i % every !== 0) return [line];
          if (operation === "change") return [`changed ${line}`];
          if (operation === "remove") return [];
          return operation === "insert" ? [line, "new\n"] : [line, lines[(i * 7) % 3000]!];
        });
        checkHunks(lines.join(""), edited.join(""));
      }),
      { numRuns: 12 },
    );
  });

  it("highlights inside the hunk only, in order, without cutting a character", () => {
    fc.assert(
      fc.property(editedPair, ([before, after]) => {
        for (const hunk of diffTexts(before, after)) {
          checkSpans(splitLines(before), hunk.before, hunk.inner?.before);
          checkSpans(splitLines(after), hunk.after, hunk.inner?.after);
        }
      }),
      { numRuns: 300 },
    );
  });

  it("highlights all that differs: the rest is the same on both sides", () => {
    fc.assert(
      fc.property(editedPair, ([before, after]) => {
        for (const hunk of diffTexts(before, after)) {
          // Spans are made wider where visible characters consist of several.
          if (!hunk.inner || /[\u0300-\uffff]/.test(before + after)) continue;
          const left = unmarked(splitLines(before), hunk.before, hunk.inner.before);
          const right = unmarked(splitLines(after), hunk.after, hunk.inner.after);
          expect(left).toBe(right);
        }
      }),
      { numRuns: 300 },
    );
  });

  it("gives the same hunks for the same texts", () => {
    fc.assert(
      fc.property(editedPair, ([before, after]) => {
        expect(diffTexts(before, after)).toEqual(diffTexts(before, after));
        expect(diffTexts(before, before)).toEqual([]);
      }),
    );
  });

  it("marks the words that changed", () => {
    const before = "one\nconst total = sum(1, 2);\nthree\n";
    const after = "one\nconst total = product(1, 2);\nthree\nfour\n";
    expect(diffTexts(before, after)).toEqual([
      {
        id: 0,
        before: { start: 1, end: 2 },
        after: { start: 1, end: 2 },
        inner: { before: [[1, 14, 17]], after: [[1, 14, 21]] },
      },
      { id: 1, before: { start: 3, end: 3 }, after: { start: 3, end: 4 } },
    ]);
  });

  it.each<[name: string, before: string, after: string, hunks: Hunk[]]>([
    ["a new file", "", "a\nb\n", [hunk(0, [0, 0], [0, 2])]],
    ["a file made empty", "a\nb\n", "", [hunk(0, [0, 2], [0, 0])]],
    ["a lost final newline", "a\nb\n", "a\nb", [hunk(0, [1, 2], [1, 2], [[1, 1, 2]], [])]],
    ["a line ending", "a\r\nb\r\n", "a\nb\r\n", [hunk(0, [0, 1], [0, 1], [[0, 1, 2]], [])]],
    ["a byte order mark", "\ufeffa\nb\n", "a\nb\n", [hunk(0, [0, 1], [0, 1], [[0, 0, 1]], [])]],
    ["an emoji", "x😀y\n", "x😁y\n", [hunk(0, [0, 1], [0, 1], [[0, 1, 3]], [[0, 1, 3]])]],
    ["a family", "x👨‍👩‍👧y\n", "x👨‍👩‍👦y\n", [hunk(0, [0, 1], [0, 1], [[0, 1, 9]], [[0, 1, 9]])]],
    [
      "indentation",
      "if\n\ta\n\tb\n",
      "if\n  a\n  b\n",
      [
        hunk(
          0,
          [1, 3],
          [1, 3],
          [
            [1, 0, 1],
            [2, 0, 1],
          ],
          [
            [1, 0, 2],
            [2, 0, 2],
          ],
        ),
      ],
    ],
  ])("knows %s", (_, before, after, hunks) => {
    expect(diffTexts(before, after)).toEqual(hunks);
  });

  it("puts an inserted function where a reader would", () => {
    const one = "function one() {\n  return 1;\n}\n";
    const two = "\nfunction two() {\n  return 2;\n}\n";
    const three = "\nfunction three() {\n  return 3;\n}\n";
    expect(diffTexts(one + three, one + two + three)).toMatchObject([
      { before: { start: 3, end: 3 }, after: { start: 3, end: 7 } },
    ]);
  });

  it("marks a visible character once, however many of its parts changed", () => {
    const before = "xa\u0301\u0302\u0303\u0304\u0305\u0306\u0307y\n";
    const after = "xa\u0311\u0302\u0303\u0304\u0305\u0306\u0317y\n";
    expect(diffTexts(before, after)).toEqual([hunk(0, [0, 1], [0, 1], [[0, 1, 9]], [[0, 1, 9]])]);
  });

  it("gives the very hunks of VS Code", () => {
    const options = { ignoreTrimWhitespace: false, maxComputationTimeMs: 0, computeMoves: false };
    for (const [before, after] of [
      ...codePairs,
      ...codePairs.map(([old, proposed]) => [proposed, old] as const),
    ]) {
      const { changes } = new DefaultLinesDiffComputer().computeDiff(
        before.split("\n"),
        after.split("\n"),
        options,
      );
      expect(diffTexts(before, after).map((each) => [each.before, each.after])).toEqual(
        changes.map(({ original, modified }) => [rangeOf(original), rangeOf(modified)]),
      );
    }
  });

  it("finds every edit in a long text", () => {
    const lines = Array.from({ length: 10_000 }, (_, i) => (i % 7 === 0 ? "}\n" : `  call(${i % 1500});\n`));
    const edited = lines.map((line, i) => (i % 20 === 10 ? `  changed ${i}\n` : line));
    const hunks = diffTexts(lines.join(""), edited.join(""));
    expect(hunks.map(({ before }) => before)).toEqual(
      Array.from({ length: 500 }, (_, i) => ({ start: i * 20 + 10, end: i * 20 + 11 })),
    );
  });

  it("gives up on what cannot be compared in time, with one hunk", () => {
    const before = Array.from({ length: 100_000 }, (_, i) => `x${((i + 1) * 7919) % 300}\n`).join("");
    const after = Array.from({ length: 100_000 }, (_, i) => `x${(i * 104_729) % 301}\n`).join("");
    expect(diffTexts(before, after)).toMatchObject([
      { id: 0, before: { start: 0, end: 100_000 }, after: { start: 0, end: 100_000 } },
    ]);
  });

  it("marks one stretch in a line of 5 MB", () => {
    const line = "f(a);".repeat(1_000_000);
    const edited = `${line.slice(0, 2_000_000)}g${line.slice(2_000_001, 3_000_000)}g${line.slice(3_000_001)}`;
    expect(diffTexts(line, edited)).toEqual([
      hunk(0, [0, 1], [0, 1], [[0, 2_000_000, 3_000_001]], [[0, 2_000_000, 3_000_001]]),
    ]);
  });
});

function checkHunks(before: string, after: string): void {
  const [left, right] = [splitLines(before), splitLines(after)];
  const hunks = diffTexts(before, after);
  expect(hunks.map(({ id }) => id)).toEqual(hunks.map((_, i) => i));
  let [line, shift] = [0, 0];
  for (const [i, { before: old, after: proposed }] of hunks.entries()) {
    expect(old.start).toBeGreaterThan(i === 0 ? -1 : line);
    expect(proposed.start).toBe(old.start + shift);
    expect(left.slice(line, old.start)).toEqual(right.slice(line + shift, proposed.start));
    expect(textOf(left, old)).not.toBe(textOf(right, proposed));
    line = old.end;
    shift = proposed.end - old.end;
  }
  expect(left.slice(line)).toEqual(right.slice(line + shift));
}

const codePairs = [
  [
    "async open(path) {\n  const text = await read(path);\n  if (!text) {\n    return;\n  }\n  show(text);\n  a();\n  b();\n}\n\nclose() {\n  hide();\n}\n",
    "async open(path, options) {\n  const file = files.get(path);\n  if (file.isOpen) {\n    file.focus();\n  }\n  else {\n    x();\n    y();\n    z();\n  }\n  b();\n}\n\nclose(path) {\n  hide(path);\n  log();\n}\n",
  ],
  [
    "function one(a, b) {\n  const x = first(a);\n  const y = second(b);\n  return x + y;\n}\n\nfunction two() {\n  return 2;\n}\n",
    "function uno(list) {\n  let sum = 0;\n  for (const item of list) {\n    sum += item;\n  }\n  return sum;\n}\n\nfunction two() {\n    return 2;\n}\n",
  ],
  [
    "a = [\n  1,\n  2,\n  3,\n];\n\nb = [\n  4,\n];\n\nc = f(\n  5,\n);\n",
    "a = [\n  10,\n  20,\n  30,\n  40,\n  50,\n  60,\n];\n\nbb = {\n  x: 4,\n  y: 5,\n  z: 6,\n};\n\nc = g(\n  5,\n);\n",
  ],
] as const;

function rangeOf(range: { readonly startLineNumber: number; readonly endLineNumberExclusive: number }) {
  return { start: range.startLineNumber - 1, end: range.endLineNumberExclusive - 1 };
}

type Pair = [start: number, end: number];
type Spans = [line: number, start: number, end: number][];

function hunk(id: number, before: Pair, after: Pair, left?: Spans, right?: Spans): Hunk {
  const ranges = { before: { start: before[0], end: before[1] }, after: { start: after[0], end: after[1] } };
  return left && right ? { id, ...ranges, inner: { before: left, after: right } } : { id, ...ranges };
}

function textOf(lines: readonly string[], { start, end }: Hunk["before"]): string {
  return lines.slice(start, end).join("");
}

function checkSpans(
  lines: readonly string[],
  range: Hunk["before"],
  spans: readonly (readonly number[])[] = [],
): void {
  let previous: [number, number] = [range.start, 0];
  for (const [line = -1, start = -1, end = -1] of spans) {
    expect(line).toBeLessThan(range.end);
    expect(line > previous[0] || (line === previous[0] && start >= previous[1])).toBe(true);
    expect(start).toBeLessThan(end);
    expect(end).toBeLessThanOrEqual(lines[line]!.length);
    expect(isBetweenHalves(lines[line]!, start) || isBetweenHalves(lines[line]!, end)).toBe(false);
    previous = [line, end];
  }
}

function isBetweenHalves(text: string, at: number): boolean {
  return /^[\ud800-\udbff][\udc00-\udfff]$/.test(text.slice(Math.max(0, at - 1), at + 1));
}

function unmarked(
  lines: readonly string[],
  { start, end }: Hunk["before"],
  spans: readonly (readonly number[])[],
): string {
  const isMarked = (line: number, at: number): boolean =>
    spans.some(([spanLine, from = 0, to = 0]) => spanLine === line && from <= at && at < to);
  return lines
    .slice(start, end)
    .map((text, i) => [...text.split("")].filter((_, at) => !isMarked(start + i, at)).join(""))
    .join("");
}
