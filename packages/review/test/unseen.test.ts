import { describe, expect, test } from "vitest";
import { isUnseen, spellUnseen } from "../src/index.ts";

const spelled = (text: string) =>
  spellUnseen(text, (character) => `<${character.codePointAt(0)!.toString(16)}>`);

describe("what a reader would not see is spelled", () => {
  test.each([
    [
      "marks that turn the direction",
      "a\u202ab\u202bc\u202cd\u202de\u202e",
      "a<202a>b<202b>c<202c>d<202d>e<202e>",
    ],
    [
      "… of parts",
      "a\u2066b\u2067c\u2068d\u2069e\u061c\u200e\u200f",
      "a<2066>b<2067>c<2068>d<2069>e<61c><200e><200f>",
    ],
    [
      "nothing at all between letters",
      "ad\u200bm\u200ci\u200dn\u2060\ufeff\u00ad",
      "ad<200b>m<200c>i<200d>n<2060><feff><ad>",
    ],
    ["names that are nothing", "\u3164\u115f\u1160\uffa0\u2800", "<3164><115f><1160><ffa0><2800>"],
    ["selectors on letters and numbers", "a\ufe0f1\ufe0f\u{e0100}", "a<fe0f>1<fe0f><e0100>"],
    ["a text of tags", "x\u{e0068}\u{e0069}", "x<e0068><e0069>"],
    ["what a terminal obeys", "\u001b]52;c;\u0007\u009b1m\r\u0000\u2028", "<1b>]52;c;<7><9b>1m<d><0><2028>"],
    ["marks that are no marks", "a\u034fb\u17b4", "a<34f>b<17b4>"],
    ["halves of characters", "\ud83d", "<d83d>"],
  ])("%s", (_, text, expected) => {
    expect(spelled(text)).toBe(expected);
  });
});

describe("what belongs where it stands is left alone", () => {
  test.each([
    ["letters with marks", "e\u0301 ก็ नि"],
    ["a family", "👨‍👩‍👧‍👦 🧑🏽‍🚀 ❤️‍🔥"],
    ["a heart, a key, a flag", "❤️ ☎︎ 1️⃣ 🇩🇪 🏴󠁧󠁢󠁥󠁮󠁧󠁿"],
    ["Persian, Hindi, Malayalam", "می‌خواهم क्‍ष ന്‍റെ"],
    ["forms of Chinese characters", "葛\u{e0100} 辻\ufe00"],
    ["Korean and Arabic numbers", "\u1112\u1161\u11ab \u0600123"],
  ])("%s", (_, text) => {
    expect(spelled(text)).toBe(text);
  });
});

test("one place can be asked about", () => {
  expect([isUnseen("a\u200db", 1), isUnseen("👨‍👩", 2), isUnseen("ab", 1)]).toEqual([true, false, false]);
});
