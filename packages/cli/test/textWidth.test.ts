import fc from "fast-check";
import { describe, expect, test } from "vitest";
import { cutToWidth, padTo, sliceColumns, widthOf, widthOfRow } from "../src/terminal/textWidth.ts";

/** Characters of every kind that there is, in any order. */
const text = fc
  .array(
    fc.oneof(
      fc.constantFrom(
        "a",
        " ",
        "é",
        "e\u0301",
        "日",
        "한",
        "ｱ",
        "😀",
        "👨‍👩‍👧",
        "🇩🇪",
        "🇩",
        "❤️",
        "❤",
        "👍🏽",
        "\u200d",
        "\u0301",
        "नि",
        "\u001b",
        "\u202e",
        "ᄒ",
        "ᅡ",
      ),
      fc.string({ unit: "binary", maxLength: 3 }),
    ),
    { maxLength: 20 },
  )
  .map((parts) => parts.join(""));

describe("widthOf", () => {
  test.each([
    ["", 0],
    ["plain text", 10],
    ["é", 1],
    ["e\u0301", 1],
    ["日本語", 6],
    ["한국어", 6],
    ["\u1112\u1161\u11ab", 2],
    ["ｆｕｌｌ", 8],
    ["😀", 2],
    ["👨‍👩‍👧‍👦", 2],
    ["👍🏽", 2],
    ["🇩🇪", 2],
    ["🇩🇪🇫🇷", 4],
    ["🇩", 1],
    ["❤", 1],
    ["❤️", 2],
    ["1️⃣", 2],
    ["🏴󠁧󠁢󠁥󠁮󠁧󠁿", 2],
    ["नि", 2],
    ["ไทย", 3],
    ["ก็", 1],
    ["العربية", 7],
    ["\u0301", 1],
    ["…─│█", 4],
    ["\ue0b0", 1],
    ["\u001b[31m", 5],
    ["\u200b\u202e\ufeff\u00ad", 4],
    ["\ud83d", 1],
    ["a\u200cb", 3],
    ["a\u200db\ufe0fc\u{e0100}", 6],
    ["می\u200cخواهم", 7],
    ["\u3164\uffa0\u115f\u1160", 4],
  ])("%j takes %i columns", (value, width) => {
    expect(widthOf(value)).toBe(width);
  });

  test("a heap of marks is not on one character", () => {
    expect(widthOf(`a${"\u0301".repeat(1_000)}`)).toBeGreaterThan(10);
  });

  test("is the sum of what stands side by side", () => {
    fc.assert(
      fc.property(
        text,
        text,
        (one, other) =>
          widthOf(one) + 1 + widthOf(other) === widthOf(`${one} ${other}`) ||
          /^\p{M}|^\u200d|^\u200c|^[\ufe00-\ufe0f]|^[\u{1f3fb}-\u{1f3ff}]|^[\u1160-\u11ff]|^[\u{e0020}-\u{e007f}]/u.test(
            other,
          ),
      ),
    );
  });
});

describe("cutting", () => {
  test("never takes more columns than there are, and never half a character", () => {
    fc.assert(
      fc.property(text, fc.nat(30), (value, columns) => {
        const cut = cutToWidth(value, columns);
        expect(value.startsWith(cut)).toBe(true);
        expect(widthOf(cut)).toBeLessThanOrEqual(columns);
        expect(widthOf(padTo(value, columns))).toBe(columns);
      }),
    );
  });

  test("fills what is left", () => {
    expect([padTo("ab", 4), padTo("ab", 4, "right"), padTo("日本", 3), padTo("abcdef", 3)]).toEqual([
      "ab  ",
      "  ab",
      "日 ",
      "abc",
    ]);
  });
});

describe("sliceColumns", () => {
  test("takes columns, and a space for half a character", () => {
    expect([
      sliceColumns("abcdef", 2, 3),
      sliceColumns("日本語", 2, 2),
      sliceColumns("日本語", 1, 4),
      sliceColumns("日本語", 5, 10),
      sliceColumns("abc", 5, 2),
      sliceColumns("abc", -1, 3),
      sliceColumns("🇩🇩\u1161", 1, 2),
    ]).toEqual(["cde", "本", " 本 ", " ", "", "ab", " ◌\u1161"]);
  });

  test("of a row keeps styles, and the empty span that fills the line", () => {
    const row = [
      { text: "abc", style: { bold: true } },
      { text: "日本" },
      { text: "", style: { bg: "bar" } },
    ] as const;
    expect(sliceColumns(row, 2, 2)).toEqual([{ text: "c", style: { bold: true } }, { text: " " }]);
    expect(sliceColumns(row, 4, 9)).toEqual([{ text: " 本" }, { text: "", style: { bg: "bar" } }]);
    expect(widthOfRow(row)).toBe(7);
  });

  test("is as wide as what was there", () => {
    fc.assert(
      fc.property(text, fc.nat(20), fc.nat(20), (value, from, columns) => {
        const left = Math.max(0, Math.min(columns, widthOf(value) - from));
        expect(widthOf(sliceColumns(value, from, columns))).toBe(left);
      }),
    );
  });
});
