import fc from "fast-check";
import { describe, expect, it } from "vitest";
import { LineColumns } from "../../src/screen/diff/lineColumns.ts";
import { lineSpans } from "../../src/screen/diff/lineSpans.ts";
import { widthOf } from "../../src/terminal/textWidth.ts";

const piece = fc.constantFrom("a", " ", "\t", "漢", "é", "👨‍👩‍👧", "e\u0301", "\u001b", "word");
const text = fc.array(piece, { maxLength: 60 }).map((pieces) => pieces.join(""));
/** Longer than what is remembered in steps. */
const longText = fc
  .tuple(text, fc.integer({ min: 300, max: 2_000 }))
  .map(([part, times]) => `x${part}`.repeat(times));

const shown = (line: string, from: number, columns: number) =>
  lineSpans(line, from, columns, {})
    .spans.map((span) => span.text)
    .join("");

describe("a part of a line", () => {
  it("is exactly as wide as it says, and never wider than asked", () => {
    fc.assert(
      fc.property(
        fc.oneof(text, longText),
        fc.nat(5_000),
        fc.integer({ min: 1, max: 80 }),
        (line, from, columns) => {
          const part = lineSpans(line, from, columns, {});
          expect(widthOf(part.spans.map((span) => span.text).join(""))).toBe(part.width);
          expect(part.width).toBe(Math.max(0, Math.min(columns, LineColumns.of(line).width - from)));
        },
      ),
      { numRuns: 300 },
    );
  });

  it("and the next one make the whole, but for wide characters that are cut", () => {
    fc.assert(
      fc.property(text, fc.integer({ min: 1, max: 30 }), (line, columns) => {
        const { width } = LineColumns.of(line);
        const parts = Array.from({ length: Math.ceil(width / columns) }, (_, i) =>
          shown(line, i * columns, columns),
        );
        expect(widthOf(parts.join(""))).toBe(width);
      }),
    );
  });

  it("is found from a place and back, also in long lines", () => {
    fc.assert(
      fc.property(fc.oneof(text, longText), fc.nat(20_000), (line, column) => {
        const columns = LineColumns.of(line);
        const place = columns.placeOfColumn(column);
        expect(place.column).toBeLessThanOrEqual(column);
        expect(columns.columnOf(place.at)).toBe(place.column);
      }),
      { numRuns: 300 },
    );
  });

  it("has tabs expanded and styles where they belong", () => {
    const { spans } = lineSpans("\tab漢c", 0, 20, { fg: "muted" }, [
      { start: 1, end: 3, style: { bold: true } },
      { start: 2, end: 4, style: { bg: "match" } },
    ]);
    expect(spans).toEqual([
      { text: "    ", style: { fg: "muted" } },
      { text: "a", style: { fg: "muted", bold: true } },
      { text: "b", style: { fg: "muted", bold: true, bg: "match" } },
      { text: "漢", style: { fg: "muted", bg: "match" } },
      { text: "c", style: { fg: "muted" } },
    ]);
  });
});
