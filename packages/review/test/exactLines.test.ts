import { changedEndings, exactEdit, exactLines, joinExactLines, splitLines } from "@idebridge/review";
import fc from "fast-check";
import { describe, expect, it } from "vitest";
import { anyText, editedPair } from "./arbitraries.ts";

/** As an editor with one kind of line ending shows a text. */
const shownAs = (ending: string) => (text: string) =>
  text.replace(/^\ufeff/, "").replace(/\r\n|\r|\n/g, ending);
const contentsOf = (text: string) => exactLines(splitLines(text)).contents;
const editorEnding = fc.constantFrom("\n", "\r\n");

describe("exactEdit", () => {
  it.each([
    ["a line is changed", "a\r\nb\nc\r", "a\nb\nc\n", "a\nB\nc\n", "a\r\nB\nc\r"],
    ["a line is added at the end", "a\r\nb", "a\nb", "a\nb\nc", "a\r\nb\r\nc"],
    ["the last line is closed", "a\r\nb", "a\nb", "a\nb\n", "a\r\nb\r\n"],
    ["lines are joined", "a\rb\nc\r\n", "a\nb\nc\n", "ab\nc\n", "ab\rc\r\n"],
    ["everything goes", "\ufeffa\r\n", "a\n", "", "\ufeff"],
    ["other line endings are chosen", "a\nb\r\n", "a\nb\n", "a\r\nb\r\n", "a\r\nb\r\n"],
    [
      "there is half a character elsewhere",
      "\ud83d\r\nb\r\n",
      "\ufffd\nb\n",
      "\ufffd\nB\n",
      "\ud83d\r\nB\r\n",
    ],
    ["a line between CR and LF is emptied", "a\rb\nc\n", "a\nb\nc\n", "a\n\nc\n", "a\n\nc\n"],
  ])("%s", (_, exact, shown, edited, expected) => {
    expect(exactEdit(exact, shown, edited)).toBe(expected);
  });

  it("gives back every byte when nothing was changed", () => {
    fc.assert(
      fc.property(anyText, editorEnding, (exact, ending) => {
        const shown = shownAs(ending)(exact);
        expect(exactEdit(exact, shown, shown)).toBe(exact);
      }),
    );
  });

  it("says what the user sees, line for line", () => {
    fc.assert(
      fc.property(editedPair, editorEnding, ([exact, other], ending) => {
        const show = shownAs(ending);
        // An editor hides the mark at the start: a second one behind it would be taken for that.
        fc.pre(!show(other).startsWith("\ufeff"));
        const result = exactEdit(exact, show(exact), show(other));
        expect(contentsOf(show(result))).toEqual(contentsOf(show(other)));
      }),
    );
  });

  it("leaves the lines before and after what was typed exactly as they were", () => {
    const lines = fc.array(fc.tuple(fc.string(), fc.constantFrom("\n", "\r\n")), { minLength: 1 });
    fc.assert(
      fc.property(lines, lines, (above, below) => {
        const numbered = (part: typeof above, from: number) =>
          part.map(([, ending], index) => `${from + index}${ending}`).join("");
        const [head, tail] = [numbered(above, 0), numbered(below, above.length)];
        const show = shownAs("\n");
        const result = exactEdit(head + tail, show(head + tail), `${show(head)}typed\n${show(tail)}`);
        expect([result.startsWith(head), result.endsWith(tail)]).toEqual([true, true]);
      }),
    );
  });
});

describe("changedEndings", () => {
  it("takes several changes of one line", () => {
    const endings = ["\r\n", "\n", ""];
    const changes = [
      { first: 0, last: 0, breaks: 1 },
      { first: 0, last: 1, breaks: 0 },
    ];
    expect(changedEndings(endings, changes)).toEqual(["\r\n", "\n", ""]);
  });

  it("and exactLines are undone by joinExactLines", () => {
    fc.assert(
      fc.property(anyText, (text) => {
        const { contents, endings } = exactLines(splitLines(text));
        expect(joinExactLines(contents, changedEndings(endings, []))).toBe(text);
      }),
    );
  });
});
