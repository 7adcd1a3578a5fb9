import { diffTexts, type Hunk, splitLines } from "@idebridge/review";
import fc from "fast-check";
import { describe, expect, it } from "vitest";
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
      fc.property(editedPair, ([before, after]) => {
        const [left, right] = [splitLines(before), splitLines(after)];
        const hunks = diffTexts(before, after);
        expect(hunks.map(({ id }) => id)).toEqual(hunks.map((_, i) => i));
        let [line, shift] = [0, 0];
        for (const [i, hunk] of hunks.entries()) {
          if (i > 0) expect(hunk.before.start).toBeGreaterThan(line);
          expect(hunk.after.start).toBe(hunk.before.start + shift);
          expect(left.slice(line, hunk.before.start)).toEqual(right.slice(line + shift, hunk.after.start));
          expect(textOf(left, hunk.before)).not.toBe(textOf(right, hunk.after));
          line = hunk.before.end;
          shift = hunk.after.end - hunk.before.end;
        }
        expect(left.slice(line)).toEqual(right.slice(line + shift));
      }),
      { numRuns: 600 },
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
