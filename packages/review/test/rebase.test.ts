import {
  type Decision,
  Review,
  type ReviewData,
  splitLines,
  UnresolvedConflictError,
} from "@idebridge/review";
import fc from "fast-check";
import { describe, expect, it } from "vitest";
import { anyText, distinctLines, editedTriple, place, without } from "./arbitraries.ts";

const before = "one\ntwo\nthree\nfour\nfive\nsix\nseven\n";
const after = "ONE\ntwo\nthree\nFOUR\nfive\nsix\nseven\neight\n";

describe("a file that changes under its review", () => {
  it("keeps the decisions and the edits of hunks that still apply", () => {
    const review = Review.start(before, after).decide(0, "accepted").editHunk(1, "4\n").decide(2, "rejected");
    const disk = `zero\n${before.replace("six\n", "six\nsix and a half\n")}`;
    const rebased = review.rebase(disk);
    expect([rebased.conflicts, rebased.applied]).toEqual([[], []]);
    expect(rebased.review.hunks).toEqual([
      { ...review.hunk(0), ...place([1, 2], [1, 2]), inner: { before: [[1, 0, 3]], after: [[1, 0, 3]] } },
      { ...review.hunk(1), ...place([4, 5], [4, 5]), inner: { before: [[4, 0, 4]], after: [[4, 0, 4]] } },
      { ...review.hunk(2), ...place([9, 9], [9, 10]) },
    ]);
    expect(rebased.review.finalText()).toBe(disk.replace("one", "ONE").replace("four", "4"));
    expect(rebased.review.canUndo).toBe(false);
  });

  it("says which hunks conflict, and gives no text until they are decided again", () => {
    const review = Review.start(before, after).decide("all", "accepted");
    const disk = before.replace("four", "vier");
    const { review: rebased, conflicts } = review.rebase(disk);
    expect(conflicts).toEqual([1]);
    expect(rebased.hunk(1)).toMatchObject({ decision: "undecided", conflict: true });
    expect(() => rebased.finalText()).toThrow(new UnresolvedConflictError([1]));
    expect(rebased.decide(1, "rejected").finalText()).toBe(after.replace("FOUR", "vier"));
    expect(rebased.decide(1, "accepted").finalText()).toBe(after);
    expect(rebased.editHunk(1, "4\n").finalText()).toBe(after.replace("FOUR", "4"));
  });

  it("keeps a rejected hunk rejected, whatever is there now", () => {
    const review = Review.start(before, after).decide("all", "rejected");
    const disk = before.replace("four", "vier");
    expect(review.rebase(disk).review.finalText()).toBe(disk);
  });

  it("drops hunks that the file already has", () => {
    const review = Review.start(before, after).decide(2, "accepted");
    const rebased = review.rebase(before.replace("four", "FOUR"));
    expect([rebased.conflicts, rebased.applied]).toEqual([[], [1]]);
    expect(rebased.review.hunks.map(({ id, decision }) => [id, decision])).toEqual([
      [0, "undecided"],
      [2, "accepted"],
    ]);
    expect(review.rebase(after).review.hunks).toEqual([]);
  });

  it("does not lose the user's own text when the file gets the proposed one", () => {
    const review = Review.start(before, after).editHunk(1, "4\n");
    const rebased = review.rebase(before.replace("four", "FOUR"));
    expect(rebased.conflicts).toEqual([1]);
    expect(rebased.review.decide(1, "accepted").finalText()).toBe(before.replace("four", "4"));
  });

  it.each([
    ["a change in the next line", "a\nb\n", "A\nb\n", "a\nB\n", "A\nB\n"],
    ["a line added next to it", "a\nb\n", "A\nb\n", "a\nnew\nb\n", "A\nnew\nb\n"],
    ["a changed line above an insertion", "a\nb\n", "a\nnew\nb\n", "A\nb\n", "A\nnew\nb\n"],
    ["two insertions at one place", "a\nb\n", "a\nmine\nb\n", "a\ntheirs\nb\n", undefined],
    ["an insertion into what is deleted", "a\nb\nc\nd\n", "a\nb\nnew\nc\nd\n", "a\nd\n", undefined],
    ["an appended line, and none after it allowed", "a\n", "A", "a\nb\n", undefined],
    ["a line appended to one that lost its end", "a\n", "a\nnew\n", "a", undefined],
    ["two hunks that lose the line between", "a\n\nb\n", "A\n\nB\n", "a\nb\n", undefined],
  ])("knows %s", (_, old, proposed, disk, expected) => {
    const { review, conflicts } = Review.start(old, proposed).decide("all", "accepted").rebase(disk);
    if (expected === undefined) expect(conflicts).not.toEqual([]);
    else expect([conflicts, review.finalText()]).toEqual([[], expected]);
  });

  it("never loses what is on disk without a decision, for any three texts", () => {
    const decisions = fc.array(fc.constantFrom<Decision>("undecided", "accepted", "rejected"), {
      minLength: 20,
      maxLength: 20,
    });
    fc.assert(
      fc.property(editedTriple, anyText, fc.boolean(), decisions, (texts, other, isOther, choices) => {
        const disk = isOther ? other : texts.theirs;
        const start = Review.start(texts.base, texts.mine);
        const { review, conflicts, applied } = start.hunks
          .reduce((r, { id }, i) => r.decide(id, choices[i]!), start)
          .rebase(disk);
        // Whatever became of the hunks, the review is a whole one again.
        Review.from(JSON.parse(JSON.stringify(review)) as ReviewData);
        expect(review.before).toBe(disk);
        expect(review.decide("all", "rejected").finalText()).toBe(disk);
        expect(review.decide("all", "accepted").finalText()).toBe(review.after);
        const kept = review.hunks.filter(({ conflict }) => !conflict);
        const ids = [...kept.map(({ id }) => id), ...conflicts, ...applied];
        expect(ids.sort((a, b) => a - b)).toEqual(start.hunks.map(({ id }) => id));
        for (const hunk of kept) {
          const old = start.hunk(hunk.id);
          expect(hunk.decision).toBe(choices[hunk.id]);
          expect(linesIn(review.beforeLines, hunk.before)).toEqual(linesIn(start.beforeLines, old.before));
          expect(linesIn(review.afterLines, hunk.after)).toEqual(linesIn(start.afterLines, old.after));
        }
      }),
      { numRuns: 500 },
    );
  });

  it("has no conflict if the changes are apart, and then all of both", () => {
    const places = fc.uniqueArray(fc.nat({ max: 19 }), { minLength: 2, maxLength: 8 });
    fc.assert(
      fc.property(distinctLines, places, fc.nat({ max: 8 }), (lines, at, mine) => {
        const changed = (from: number, to: number): string =>
          lines.map((line, i) => (at.slice(from, to).includes(i) ? `changed ${line}` : line)).join("");
        const { review, conflicts } = Review.start(lines.join(""), changed(0, mine))
          .decide("all", "accepted")
          .rebase(changed(mine, at.length));
        expect([conflicts, review.finalText()]).toEqual([[], changed(0, at.length)]);
      }),
    );
  });

  it("keeps every line that only the disk has, if there is no conflict", () => {
    fc.assert(
      fc.property(editedTriple, ({ base, mine, theirs }) => {
        const { review, conflicts } = Review.start(base, mine).decide("all", "accepted").rebase(theirs);
        if (conflicts.length > 0) return;
        const own = without(splitLines(theirs), splitLines(base));
        expect(without(own, splitLines(review.finalText()))).toEqual([]);
      }),
      { numRuns: 300 },
    );
  });

  it("a file that is gone for a moment, or changes again and again, brings the hunks and their decisions back", () => {
    const review = Review.start("a\nb\nc\nd\ne\n", "A\nb\nC\nd\nE\n")
      .decide(0, "accepted")
      .decide(1, "rejected");
    const gone = review.rebase("").review;
    expect(gone.hunks).toMatchObject([{ conflict: true, decision: "undecided" }]);
    const decisions = (each: Review) => each.hunks.map(({ decision }) => decision);
    expect(decisions(gone.rebase("top\na\nb\nc\nd\ne\n").review)).toEqual(decisions(review));
    expect(gone.rebase(review.before).review).toBe(review);
    // What was decided meanwhile counts.
    const decided = gone.decide("all", "rejected");
    expect(decided.rebase(review.before).review.hunks).toMatchObject([{ decision: "rejected" }]);
  });

  it("can be rebased again, and back", () => {
    fc.assert(
      fc.property(editedTriple, ({ base, mine, theirs }) => {
        const review = Review.start(base, mine).decide("all", "accepted").rebase(theirs).review;
        const back = review.rebase(base).review;
        Review.from(JSON.parse(JSON.stringify(back)) as ReviewData);
        expect(back.before).toBe(base);
      }),
    );
  });
});

function linesIn(
  lines: readonly string[],
  { start, end }: { start: number; end: number },
): readonly string[] {
  return lines.slice(start, end);
}
