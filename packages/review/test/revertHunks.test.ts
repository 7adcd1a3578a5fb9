import { diffTexts, Review, revertHunks, splitLines } from "@idebridge/review";
import fc from "fast-check";
import { describe, expect, it } from "vitest";
import { anyText, distinctLines, editedPair, editedTriple, without } from "./arbitraries.ts";

const before = "one\ntwo\nthree\nfour\nfive\nsix\nseven\n";
const after = "ONE\ntwo\nthree\nFOUR\nfive\nsix\nseven\neight\n";

describe("revertHunks", () => {
  it("undoes one hunk and keeps the rest", () => {
    expect(revertHunks(before, after, after, [1])).toEqual({
      kind: "reverted",
      text: after.replace("FOUR", "four"),
      already: [],
    });
  });

  it("gives exactly the text as it was, if nobody has touched it since", () => {
    fc.assert(
      fc.property(editedPair, ([old, written]) => {
        expect(revertHunks(old, written, written, "all")).toEqual({
          kind: "reverted",
          text: old,
          already: [],
        });
        expect(revertHunks(old, written, written, [])).toEqual({
          kind: "reverted",
          text: written,
          already: [],
        });
        expect(revertHunks(old, written, old, "all")).toMatchObject({ kind: "reverted", text: old });
      }),
      { numRuns: 300 },
    );
  });

  it("undoes hunks one after the other, in any order", () => {
    const ordered = editedPair
      .map(([old, written]) => ({ old, written, ids: diffTexts(old, written).map(({ id }) => id) }))
      .filter(({ old, written, ids }) => ids.length <= 6 && isUnambiguous(old, written, ids))
      .chain(({ old, written, ids }) =>
        fc.record({
          old: fc.constant(old),
          written: fc.constant(written),
          ids: fc.shuffledSubarray(ids, { minLength: ids.length }),
        }),
      );
    fc.assert(
      fc.property(ordered, ({ old, written, ids }) => {
        let current = written;
        for (const [i, id] of ids.entries()) {
          const reverted = revertHunks(old, written, current, [id]);
          const expected = Review.start(old, written)
            .decide(ids.slice(i + 1), "accepted")
            .finalText();
          expect(reverted).toEqual({ kind: "reverted", text: expected, already: [] });
          current = expected;
        }
        expect(current).toBe(old);
      }),
      { numRuns: 300 },
    );
  });

  it("keeps what the user has changed elsewhere", () => {
    const places = fc.uniqueArray(fc.nat({ max: 19 }), { minLength: 2, maxLength: 8 });
    fc.assert(
      fc.property(distinctLines, places, fc.nat({ max: 8 }), (lines, at, mine) => {
        const changed = (agents: readonly number[], users: readonly number[]): string =>
          lines
            .map((line, i) =>
              agents.includes(i) ? `agent ${line}` : users.includes(i) ? `user\n${line}` : line,
            )
            .join("");
        const [agents, users] = [at.slice(0, mine), at.slice(mine)];
        const reverted = revertHunks(lines.join(""), changed(agents, []), changed(agents, users), "all");
        expect(reverted).toEqual({ kind: "reverted", text: changed([], users), already: [] });
      }),
    );
  });

  it("refuses to overwrite what the user has changed since, and then does nothing", () => {
    const current = after.replace("FOUR", "FOUR!");
    expect(revertHunks(before, after, current, "all")).toEqual({ kind: "conflict", conflicts: [1] });
    expect(revertHunks(before, after, current, [0, 2])).toEqual({
      kind: "reverted",
      text: before.replace("four", "FOUR!"),
      already: [],
    });
  });

  it("says what had been undone before", () => {
    const current = after.replace("FOUR", "four").replace("seven", "7");
    expect(revertHunks(before, after, current, [0, 1])).toEqual({
      kind: "reverted",
      text: before.replace("seven\n", "7\neight\n"),
      already: [1],
    });
  });

  it("never removes a line of the user, for any three texts", () => {
    fc.assert(
      fc.property(editedTriple, anyText, ({ base, mine, later }, other) => {
        for (const current of [other, later]) {
          const reverted = revertHunks(base, mine, current, "all");
          if (reverted.kind === "conflict") continue;
          const own = without(splitLines(current), splitLines(mine));
          expect(without(own, splitLines(reverted.text))).toEqual([]);
        }
      }),
      { numRuns: 400 },
    );
  });

  it("knows no hunk that is not there", () => {
    expect(() => revertHunks(before, after, after, [3])).toThrow(RangeError);
  });
});

/** False if two sets of hunks give the same text: then nobody can say which of them has been undone. */
function isUnambiguous(old: string, written: string, ids: readonly number[]): boolean {
  const review = Review.start(old, written);
  const texts = Array.from({ length: 2 ** ids.length }, (_, set) =>
    review
      .decide(
        ids.filter((_id, i) => set & (1 << i)),
        "accepted",
      )
      .finalText(),
  );
  return new Set(texts).size === texts.length;
}
