import { diffTexts, foldUnchanged, splitLines, statistics } from "@idebridge/review";
import fc from "fast-check";
import { describe, expect, it } from "vitest";
import { editedPair } from "./arbitraries.ts";

const lines = Array.from({ length: 30 }, (_, i) => `line ${i}\n`);
const edited = lines.map((line, i) => (i === 8 || i === 20 ? `new ${line}` : line));

describe("foldUnchanged", () => {
  it("shows some lines around each hunk", () => {
    const sections = foldUnchanged(diffTexts(lines.join(""), ["top\n", ...edited].join("")), 30, {
      context: 2,
    });
    expect(
      sections.map(({ kind, before, after }) => [kind, before.start, before.end, after.start, after.end]),
    ).toEqual([
      ["hunk", 0, 0, 0, 1],
      ["unchanged", 0, 2, 1, 3],
      ["folded", 2, 6, 3, 7],
      ["unchanged", 6, 8, 7, 9],
      ["hunk", 8, 9, 9, 10],
      ["unchanged", 9, 11, 10, 12],
      ["folded", 11, 18, 12, 19],
      ["unchanged", 18, 20, 19, 21],
      ["hunk", 20, 21, 21, 22],
      ["unchanged", 21, 23, 22, 24],
      ["folded", 23, 30, 24, 31],
    ]);
  });

  it("does not fold a line or two for nothing", () => {
    const hunks = diffTexts(lines.join(""), edited.join(""));
    const kinds = (context: number, smallestFold: number): string[] =>
      foldUnchanged(hunks, 30, { context, smallestFold }).map(({ kind }) => kind);
    expect(kinds(5, 2)).toEqual(["folded", "unchanged", "hunk", "unchanged", "hunk", "unchanged", "folded"]);
    expect(kinds(5, 1)).toEqual([
      "folded",
      "unchanged",
      "hunk",
      "unchanged",
      "folded",
      "unchanged",
      "hunk",
      "unchanged",
      "folded",
    ]);
  });

  it("has every line of both texts, once", () => {
    fc.assert(
      fc.property(
        editedPair,
        fc.nat({ max: 4 }),
        fc.nat({ max: 3 }),
        ([before, after], context, smallestFold) => {
          const [left, right] = [splitLines(before), splitLines(after)];
          const hunks = diffTexts(before, after);
          const sections = foldUnchanged(hunks, left.length, { context, smallestFold });
          expect(sections.flatMap(({ before: { start, end } }) => left.slice(start, end))).toEqual(left);
          expect(sections.flatMap(({ after: { start, end } }) => right.slice(start, end))).toEqual(right);
          expect(sections.flatMap((section) => (section.kind === "hunk" ? [section.hunk] : []))).toEqual(
            hunks,
          );
        },
      ),
    );
  });
});

describe("statistics", () => {
  it("counts added and removed lines", () => {
    const hunks = diffTexts(lines.join(""), ["top\n", ...edited.slice(0, 28)].join(""));
    expect(statistics(hunks)).toEqual({ hunks: 4, added: 3, removed: 4 });
    expect(statistics([])).toEqual({ hunks: 0, added: 0, removed: 0 });
  });
});
