import { type Decision, diffTexts, Review, type ReviewData, splitLines } from "@idebridge/review";
import fc from "fast-check";
import { describe, expect, it } from "vitest";
import { anyText, editedPair, place } from "./arbitraries.ts";

const before = "one\ntwo\nthree\nfour\nfive\nsix\nseven\n";
const after = "ONE\ntwo\nthree\nFOUR\nfive\nsix\nseven\neight\n";

const decision = fc.constantFrom<Decision>("undecided", "accepted", "rejected");
const decisions = fc.array(decision, { minLength: 20, maxLength: 20 });

describe("the final text", () => {
  it("is exactly the proposal with all hunks accepted, exactly the original with none", () => {
    fc.assert(
      fc.property(editedPair, ([old, proposed]) => {
        const review = Review.start(old, proposed);
        expect(review.finalText()).toBe(old);
        expect(review.decide("all", "accepted").finalText()).toBe(proposed);
        expect(review.decide("all", "accepted").decide("all", "rejected").finalText()).toBe(old);
      }),
      { numRuns: 400 },
    );
  });

  it("has of each hunk what was decided, and of the rest every line", () => {
    fc.assert(
      fc.property(editedPair, decisions, ([old, proposed], choices) => {
        const [left, right] = [splitLines(old), splitLines(proposed)];
        const hunks = diffTexts(old, proposed);
        let [expected, line] = ["", 0];
        for (const [i, hunk] of hunks.entries()) {
          expected += left.slice(line, hunk.before.start).join("");
          const isAccepted = choices[i] === "accepted";
          expected += isAccepted
            ? right.slice(hunk.after.start, hunk.after.end).join("")
            : left.slice(hunk.before.start, hunk.before.end).join("");
          line = hunk.before.end;
        }
        expected += left.slice(line).join("");
        const review = hunks.reduce((r, { id }, i) => r.decide(id, choices[i]!), Review.start(old, proposed));
        expect(review.finalText()).toBe(expected);
      }),
      { numRuns: 300 },
    );
  });

  it("has lines of the two texts only: no mix glues two of them together", () => {
    fc.assert(
      fc.property(editedPair, decisions, ([old, proposed], choices) => {
        const start = Review.start(old, proposed);
        const review = start.hunks.reduce((r, { id }, i) => r.decide(id, choices[i]!), start);
        const known = new Set([...start.beforeLines, ...start.afterLines]);
        expect(splitLines(review.finalText()).filter((line) => !known.has(line))).toEqual([]);
      }),
      { numRuns: 300 },
    );
  });

  it("does not depend on the order of the decisions", () => {
    const ordered = editedPair.chain(([old, proposed]) => {
      const ids = diffTexts(old, proposed).map(({ id }) => id);
      return fc.tuple(fc.constant([old, proposed] as const), fc.shuffledSubarray(ids));
    });
    fc.assert(
      fc.property(ordered, ([[old, proposed], ids]) => {
        const inOrder = Review.start(old, proposed).decide([...ids].sort(), "accepted");
        const oneByOne = ids.reduce((r, id) => r.decide(id, "accepted"), Review.start(old, proposed));
        expect(oneByOne.finalText()).toBe(inOrder.finalText());
        expect(oneByOne.hunks).toEqual(inOrder.hunks);
      }),
    );
  });

  it("takes a hunk without a decision for not accepted", () => {
    const review = Review.start(before, after).decide(1, "accepted");
    expect(review.finalText()).toBe(before.replace("four", "FOUR"));
    expect(review.decide("undecided", "accepted").finalText()).toBe(after);
  });
});

describe("undo", () => {
  it("goes back one step at a time", () => {
    const start = Review.start(before, after);
    const steps = [start, start.decide(0, "accepted")];
    steps.push(steps.at(-1)!.editHunk(1, "fourth\n"));
    steps.push(steps.at(-1)!.editResult("nothing left"));
    const back: Review[] = [];
    for (let review = steps.at(-1)!; back.length < 5; review = review.undo()) back.push(review);
    expect(back).toEqual([...steps.reverse(), start]);
    expect(back.map(({ canUndo }) => canUndo)).toEqual([true, true, true, false, false]);
  });
});

describe("edits of a hunk", () => {
  it("replace the proposed lines", () => {
    const review = Review.start(before, after).editHunk(1, "4\n4a\n");
    expect(review.hunk(1)).toMatchObject({ decision: "accepted", edited: "4\n4a\n" });
    expect(review.resultOf(1)).toBe("4\n4a\n");
    expect(review.finalText()).toBe(before.replace("four\n", "4\n4a\n"));
    expect(review.decide(1, "rejected").finalText()).toBe(before);
    expect(review.editHunk(1, undefined).finalText()).toBe(before.replace("four", "FOUR"));
  });

  it("stay lines of their own", () => {
    const review = Review.start("a\r\nb\r\nc\r\nd", "A\r\nb\r\nc\r\nD").editHunk(0, "x").editHunk(1, "y");
    expect(review.finalText()).toBe("x\r\nb\r\nc\r\ny");
    expect(Review.start("a\nb\n", "A\nb\n").editHunk(0, "").finalText()).toBe("b\n");
  });

  it("are no edits if they are one of the two texts", () => {
    const review = Review.start(before, after);
    expect(review.editHunk(1, "FOUR\n").hunks).toEqual(review.decide(1, "accepted").hunks);
    expect(review.editHunk(1, "four\n").hunks).toEqual(review.decide(1, "rejected").hunks);
  });

  it("know no hunk that is not there", () => {
    expect(() => Review.start(before, after).editHunk(7, "x")).toThrow(RangeError);
    expect(() => Review.start(before, after).decide([0, 7], "accepted")).toThrow(RangeError);
  });
});

describe("edits of the whole result", () => {
  it("are the result, to the last character", () => {
    fc.assert(
      fc.property(editedPair, decisions, anyText, anyText, ([old, proposed], choices, text, second) => {
        const start = Review.start(old, proposed);
        const decided = start.hunks.reduce((r, { id }, i) => r.decide(id, choices[i]!), start);
        const edited = decided.editResult(text);
        expect(edited.finalText()).toBe(text);
        expect(edited.editResult(second).finalText()).toBe(second);
        expect(Review.from(JSON.parse(JSON.stringify(edited)) as ReviewData).hunks).toEqual(edited.hunks);
        expect(edited.decide("all", "rejected").finalText()).toBe(old);
      }),
      { numRuns: 400 },
    );
  });

  it("keep decisions about hunks that they leave alone", () => {
    const review = Review.start(before, after).decide(0, "accepted").decide(2, "rejected");
    const edited = review.editResult(review.resultText().replace("six", "6"));
    expect(edited.hunks.map(({ id, decision: made, edited: text }) => [id, made, text])).toEqual([
      [0, "accepted", undefined],
      [1, "undecided", undefined],
      [3, "accepted", "6\n"],
      [2, "rejected", undefined],
    ]);
    expect(edited.decide(3, "rejected").finalText()).toBe(review.finalText());
    expect(edited.editHunk(3, undefined).hunks).toEqual(review.hunks);
  });

  it("belong to the hunk that they touch", () => {
    const review = Review.start(before, after).decide("all", "accepted");
    const edited = review.editResult(after.replace("FOUR", "Four"));
    expect(edited.hunks).toEqual(review.editHunk(1, "Four\n").hunks);
  });

  it("that change nothing are no edits", () => {
    const review = Review.start(before, after).decide(0, "accepted");
    expect(review.editResult(review.resultText()).hunks).toEqual(review.hunks);
  });
});

describe("the JSON of a review", () => {
  it("gives the same review again, half characters and all", () => {
    fc.assert(
      fc.property(editedPair, decisions, ([old, proposed], choices) => {
        const start = Review.start(old, proposed);
        const review = start.hunks.reduce((r, { id }, i) => r.decide(id, choices[i]!), start);
        const again = Review.from(JSON.parse(JSON.stringify(review)) as ReviewData);
        expect(again.toJSON()).toEqual(review.toJSON());
        expect(again.finalText()).toBe(review.finalText());
        expect(again.decide("all", "accepted").finalText()).toBe(proposed);
      }),
    );
  });

  const data = Review.start(before, after).toJSON();
  const [first, second, third] = [data.hunks[0]!, data.hunks[1]!, data.hunks[2]!];
  it.each<[string, ReviewData]>([
    ["other texts", { ...data, after: `${after}more\n` }],
    ["a hunk missing", { ...data, hunks: [first, third] }],
    ["hunks out of order", { ...data, hunks: [second, first, third] }],
    ["one hunk twice", { ...data, hunks: [first, first, second, third] }],
    ["the same id twice", { ...data, hunks: [first, { ...second, id: 0 }, third] }],
    [
      "a range beyond the end",
      { ...data, hunks: [first, second, { ...third, before: { start: 9, end: 9 } }] },
    ],
    [
      "ranges beyond the end of both texts",
      { ...data, hunks: [first, second, { ...third, ...place([7, 9], [7, 10]) }] },
    ],
    ["a range that is none", { ...data, hunks: [first, { ...second, after: { start: 4, end: 3 } }, third] }],
    [
      "a decision that is none",
      { ...data, hunks: [{ ...first, decision: "yes" as Decision }, second, third] },
    ],
  ])("is refused with %s", (_, wrong) => {
    expect(() => Review.from(wrong)).toThrow(TypeError);
  });
});
