import { lineContent, Review, splitLines } from "@idebridge/review";
import fc from "fast-check";
import { describe, expect, it } from "vitest";
import { DiffItems } from "../../src/screen/diff/diffItems.ts";

const line = fc.constantFrom("a", "b", "c", "", "same", "漢字");
const text = fc.array(line, { maxLength: 40 }).map((lines) => lines.map((each) => `${each}\n`).join(""));
const decisions = fc.array(fc.constantFrom("undecided", "accepted", "rejected"), { maxLength: 20 });

const reviews = fc.tuple(text, text, decisions).map(([before, after, wanted]) => {
  const start = Review.start(before, after);
  return start.hunks.reduce((review, { id }, i) => review.decide(id, wanted[i] ?? "undecided"), start);
});

/** What a reader sees on one side, from the first row to the last. */
function read(items: DiffItems, side: "left" | "right"): string {
  return Array.from({ length: items.count }, (_, index) => {
    const item = items.itemAt(index);
    if (item.kind === "fold") return "";
    const ref = item[side];
    return ref ? items.textOf(ref, item.hunk) : "";
  }).join("");
}

const folding = { unfoldsAll: true, unfolded: new Set<number>() };

describe("the rows of a diff", () => {
  it.each([true, false])(
    "have the old text on the left, the new one on the right; side by side: %s",
    (sideBySide) => {
      fc.assert(
        fc.property(reviews, (review) => {
          const items = DiffItems.difference(review, sideBySide, folding);
          expect([read(items, "left"), read(items, "right")]).toEqual([review.before, review.after]);
        }),
      );
    },
  );

  it("have each text alone, the result as it would be written", () => {
    fc.assert(
      fc.property(reviews, (review) => {
        const texts = (["old", "new", "result"] as const).map((shown) =>
          read(DiffItems.text(review, shown), "right"),
        );
        expect(texts).toEqual([review.before, review.after, review.resultText()]);
      }),
    );
  });

  it("are numbered from 1 without a gap, and folds leave none out", () => {
    fc.assert(
      fc.property(reviews, fc.boolean(), (review, sideBySide) => {
        const items = DiffItems.difference(review, sideBySide, { unfoldsAll: false, unfolded: new Set() });
        let [left, right] = [0, 0];
        for (let index = 0; index < items.count; index++) {
          const item = items.itemAt(index);
          if (item.kind === "fold") {
            expect(item.start).toBe(left);
            [left, right] = [left + item.count, right + item.count];
          } else {
            if (item.left) expect(item.left.number).toBe(++left);
            if (item.right) expect(item.right.number).toBe(++right);
          }
        }
        expect([left, right]).toEqual([review.beforeLines.length, review.afterLines.length]);
      }),
    );
  });

  it("keep their place in every arrangement", () => {
    fc.assert(
      fc.property(reviews, fc.nat(), (review, at) => {
        const all = DiffItems.difference(review, false, folding);
        if (all.count === 0) return;
        const index = at % all.count;
        const item = all.itemAt(index);
        if (item.kind === "fold" || item.hunk !== undefined) return;
        for (const other of [DiffItems.difference(review, true, folding), DiffItems.text(review, "new")]) {
          const there = other.itemAt(other.itemFor(all.anchorOf(index)));
          expect(there.kind === "line" && there.right?.index).toBe(item.right?.index);
        }
        expect(all.itemFor(all.anchorOf(index))).toBe(index);
      }),
    );
  });

  it("show what the user wrote in place of the proposal, and count on from there", () => {
    const review = Review.start("1\n2\n3\n", "1\ntwo\n3\n").editHunk(0, "my\nown\n");
    const items = DiffItems.difference(review, false, folding);
    const rows = Array.from({ length: items.count }, (_, i) => {
      const item = items.itemAt(i);
      if (item.kind === "fold") return "";
      const ref = item.right ?? item.left!;
      return `${item.left?.number ?? "-"} ${item.right?.number ?? "-"} ${lineContent(items.textOf(ref, item.hunk))}`;
    });
    expect(rows).toEqual(["1 1 1", "2 - 2", "- 2 my", "- 3 own", "3 4 3"]);
  });

  it("cost the same for a long file as for a short one", () => {
    const lines = splitLines("x\n".repeat(200_000));
    const review = Review.start(lines.join(""), lines.with(100_000, "y\n").join(""));
    const items = DiffItems.difference(review, true, { unfoldsAll: false, unfolded: new Set() });
    expect(items.count).toBe(9);
  });
});
