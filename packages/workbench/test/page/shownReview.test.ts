import { Review } from "@idebridge/review";
import fc from "fast-check";
import { describe, expect, test } from "vitest";
import { editShown, shownReview } from "../../src/page/diff/shownReview.ts";

const ending = fc.constantFrom("\n", "\r\n", "\r");
const line = fc
  .tuple(fc.constantFrom("", "a", "b", "c", "  d"), ending)
  .map(([content, end]) => content + end);
const anyText = fc
  .tuple(fc.array(line, { maxLength: 12 }), fc.constantFrom("", "last"))
  .map(([lines, last]) => lines.join("") + last);

describe("what a diff shows", () => {
  test("everything that is not rejected, and where each hunk stands", () => {
    const review = Review.start("1\n2\n3\n4\n5\n", "one\n2\n3\n4\nfive\nsix\n").decide(1, "rejected");
    const { lines, hunks } = shownReview(review);
    expect(lines.join("")).toBe("one\n2\n3\n4\n5\n");
    expect(hunks.map(({ shown, number }) => ({ shown, number }))).toEqual([
      { shown: { start: 0, end: 1 }, number: 1 },
      { shown: { start: 4, end: 5 }, number: 2 },
    ]);
  });

  test("editing one hunk leaves the others undecided", () => {
    const review = Review.start("1\n2\n3\n4\n5\n", "one\n2\n3\n4\nfive\n");
    const edited = editShown(review, "ONE\n2\n3\n4\nfive\n");
    expect(edited.hunks.map(({ decision, edited: text }) => [decision, text])).toEqual([
      ["accepted", "ONE\n"],
      ["undecided", undefined],
    ]);
    expect(edited.finalText()).toBe("ONE\n2\n3\n4\n5\n");
  });

  test("whatever is typed into it is what it shows then, to the last byte", () => {
    fc.assert(
      fc.property(anyText, anyText, anyText, fc.array(fc.boolean()), (before, after, typed, rejected) => {
        const started = Review.start(before, after);
        const ids = started.hunks.filter((_, index) => rejected[index]).map(({ id }) => id);
        const edited = editShown(started.decide(ids, "rejected"), typed);
        expect(shownReview(edited).lines.join("")).toBe(typed);
      }),
    );
  });
});
