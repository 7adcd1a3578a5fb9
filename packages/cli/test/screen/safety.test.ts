import type { ControlClient } from "@idebridge/headless";
import { Review } from "@idebridge/review";
import { describe, expect, it } from "vitest";
import { loadTexts } from "../../src/screen/diff/loadTexts.ts";
import { Desk, lines, pending } from "./desk.ts";
import { after, before, openReview } from "./openReview.ts";

describe("nobody decides by accident", () => {
  it("a review that has just appeared takes no decision for a moment", () => {
    const desk = new Desk();
    desk.arrives(pending(1), before, after);
    desk.take();
    for (const key of ["A", "X", "a", "x", "space", "R"]) desk.press(key);
    expect([desk.take(), desk.state.question]).toEqual([[], undefined]);
    expect(desk.screen).toContain("Look at it first, then decide");
    expect(desk.rows[1]).toMatch(/just appeared {2}hunk 1\/3$/);
    // It can be looked at.
    desk.press("n");
    expect(desk.screen).toContain("hunk 2/3");
    desk.wait(700);
    desk.press("A");
    expect(desk.take()).toMatchObject([{ type: "decide", id: 1, contents: after }]);
  });

  it("nor does one that slides in after a decision", () => {
    const desk = openReview();
    desk.arrives(pending(2), "a\n", "b\n");
    desk.take();
    desk.press("A");
    desk.closes(1, { outcome: "accepted", by: "terminal" });
    desk.tell({ type: "decided", id: 1, outcome: "accepted", result: { outcome: "decided" } });
    expect(desk.rows[1]).toContain("file2.ts");
    desk.take();
    desk.press("A");
    expect(desk.take()).toEqual([]);
    desk.wait(700);
    desk.press("A");
    expect(desk.take()).toMatchObject([{ type: "decide", id: 2, contents: "b\n" }]);
  });

  it("the newest question is on top, whichever is ready first; the cursor stays on its own", () => {
    const desk = new Desk();
    desk.press("3");
    for (const id of [2, 4, 1, 3]) desk.arrives(pending(id), "a\n", "b\n");
    desk.press("1");
    expect(desk.rows.slice(2, 6).map((row) => /(▸?) +(file\d)/.exec(row)?.slice(1))).toEqual([
      ["", "file4"],
      ["", "file3"],
      ["▸", "file2"],
      ["", "file1"],
    ]);
  });

  it("what arrives while something is looked at does not take its place", () => {
    const desk = openReview();
    desk.arrives(pending(2), "a\n", "b\n");
    expect([desk.rows[1], desk.screen]).toEqual([
      expect.stringContaining("file1.ts"),
      expect.stringContaining("claude-code wants to change file2.ts, too"),
    ]);
    expect(desk.rows[0]).toContain("Inbox 2");
  });

  it("decided elsewhere: it is said who did it, and the key meant for it decides nothing", () => {
    const desk = openReview();
    desk.arrives(pending(2), "a\n", "b\n");
    desk.take();
    desk.press("a", "A");
    desk.closes(1, { outcome: "accepted", by: "browser" });
    desk.press("a", "A", "y", "X");
    expect([desk.take(), desk.state.diff, desk.screen]).toEqual([
      [],
      undefined,
      expect.stringContaining("file1.ts: accepted by browser"),
    ]);
    // Opened just now, it is no place for a key that was on its way either.
    desk.press("enter", "A");
    expect(desk.effects).toEqual([]);
  });

  it.each([
    ["answeredInAgent", "answered in claude-code"],
    ["takenBack", "taken back by claude-code"],
    ["agentLeft", "not decided, as claude-code has left"],
    ["stopped", "not decided, as idebridge was stopped"],
  ] as const)("it ends undecided (%s): the review closes, and why is said", (reason, words) => {
    const desk = openReview();
    desk.closes(1, { outcome: "withdrawn", by: "agent", reason });
    expect(desk.screen).toContain(`file1.ts: ${words}`);
    expect(desk.screen).toContain("No change waits for a decision");
    desk.press("3");
    expect(desk.screen).toContain(words.replace("claude-code", "the agent"));
  });

  it("a part that was accepted is told as that, here and in the log", () => {
    const desk = openReview();
    desk.press("a", "x", "a", "A");
    const hunks = { accepted: 2, total: 3, edited: 0 };
    expect(desk.take()).toMatchObject([{ type: "decide", id: 1, hunks }]);
    desk.closes(1, { outcome: "accepted", by: "terminal", hunks });
    desk.tell({ type: "decided", id: 1, outcome: "accepted", hunks, result: { outcome: "decided" } });
    expect(desk.screen).toContain("✓ file1.ts: accepted 2 of 3 hunks");
    desk.press("3");
    expect(desk.screen).toContain("✓ accepted 2 of 3 hunks file1.ts #1 (terminal)");
  });

  it("somebody else was faster: that is told, nothing else happens", () => {
    const desk = openReview();
    desk.press("A");
    desk.closes(1, { outcome: "rejected", by: "browser" });
    desk.tell({ type: "decided", id: 1, outcome: "accepted", result: { outcome: "tooLate", by: "browser" } });
    expect(desk.screen).toContain("Too late: browser was faster with file1.ts");
  });

  it("a paste decides nothing", () => {
    const desk = openReview();
    desk.tell({ type: "input", input: { type: "paste", text: "AXay" } });
    expect([desk.take(), desk.rows[1]]).toEqual([[], expect.stringContaining("hunk 1/3")]);
  });
});

describe("the file changes on disk", () => {
  it("the hunks move with it, and keep their decisions", () => {
    const desk = openReview();
    desk.press("a");
    desk.holds("review:1", `new first line\n${before}`, after);
    desk.event({ type: "reviewChanged", review: pending(1) });
    expect(desk.screen).toContain("file1.ts has changed on disk: the hunks were moved");
    expect(desk.rows.find((row) => row.includes("three"))).toBe("        4 + three");
    desk.press("a", "a", "A");
    expect(desk.take()).toMatchObject([{ type: "decide", id: 1, contents: `new first line\n${after}` }]);
  });

  it("what was decided before is not forgotten: the others are asked about", () => {
    const desk = openReview();
    desk.press("x");
    desk.holds("review:1", `new first line\n${before}`, after);
    desk.event({ type: "reviewChanged", review: pending(1) });
    desk.press("A");
    expect([desk.take(), desk.screen]).toEqual([[], expect.stringContaining("2 hunks have no decision")]);
    desk.press("a");
    const contents = `new first line\n${lines(30, { 15: "fifteen", 28: "twenty-eight" })}`;
    expect(desk.take()).toMatchObject([{ type: "decide", id: 1, contents }]);
  });

  it("left and opened again, it has its decisions still", () => {
    const desk = openReview();
    desk.press("a", "x", "a");
    desk.holds("review:1", `new first line\n${before}`, after);
    desk.event({ type: "reviewChanged", review: pending(1) });
    desk.press("q", "enter");
    desk.wait(1_000);
    desk.press("A");
    const contents = `new first line\n${lines(30, { 3: "three", 28: "twenty-eight" })}`;
    expect(desk.take()).toMatchObject([{ type: "decide", id: 1, contents }]);
  });

  it.each([true, false])(
    "seen only after that, it is the same review (somebody decided: %s)",
    async (isDecided) => {
      const present = `new first line\n${before}`;
      const draft = Review.start(before, after).decide(1, "rejected").decide([0, 2], "accepted").toJSON();
      const proposal = { id: 1, path: "/w/file1.ts", oldPath: "/w/file1.ts", contents: after, title: "" };
      const texts = {
        review: pending(1),
        proposal,
        base: before,
        original: present,
        ...(isDecided && { draft }),
      };
      const control = { request: async () => texts } as unknown as ControlClient;
      const desk = new Desk();
      desk.event({ type: "reviewOpened", review: pending(1) });
      const key = "review:1";
      desk.tell({ type: "loaded", key, loaded: await loadTexts(control, key, Review.start) });
      desk.wait(1_000);
      desk.take();
      expect(desk.screen).not.toContain("- new first line");
      desk.press("A");
      const decided = lines(30, { 3: "three", ...(!isDecided && { 15: "fifteen" }), 28: "twenty-eight" });
      expect(desk.take()).toMatchObject([
        { type: "decide", contents: `new first line\n${decided}`, before: present },
      ]);
    },
  );

  it("decided in another front end that has not seen the change yet: it is decided here, too", () => {
    const desk = openReview();
    desk.holds("review:1", `new first line\n${before}`, after);
    desk.event({ type: "reviewChanged", review: pending(1) });
    const draft = Review.start(before, after).decide("all", "accepted").decide(0, "rejected").toJSON();
    desk.event({ type: "reviewDrafted", id: 1, draft, by: "browser" });
    desk.press("A");
    const contents = `new first line\n${lines(30, { 15: "fifteen", 28: "twenty-eight" })}`;
    expect(desk.take()).toMatchObject([{ type: "decide", id: 1, contents }]);
  });

  it("gone and back again, it has its hunks as before", () => {
    const desk = openReview();
    desk.press("x");
    desk.holds("review:1", "", after);
    desk.event({ type: "reviewChanged", review: pending(1) });
    expect(desk.rows[1]).toContain("hunk 1/1");
    expect(desk.screen).toContain("one hunk meets that change. Decide about it again");
    desk.holds("review:1", before, after);
    desk.event({ type: "reviewChanged", review: pending(1) });
    expect(desk.rows[1]).toMatch(/hunk \d\/3 +✗1/);
  });

  it("where it is the only hunk, the last line says how to decide about it", () => {
    const desk = new Desk();
    desk.arrives(pending(1), "one\n", "two\n");
    desk.wait(1_000);
    desk.holds("review:1", "mine\n", "two\n");
    desk.event({ type: "reviewChanged", review: pending(1) });
    // Not A, which would send nothing yet.
    expect(desk.rows.at(-1)).toContain("a accept hunk  x reject hunk  X reject file");
    desk.take();
    desk.press("a");
    expect(desk.rows.at(-1)).toContain("A accept file  X reject file");
    desk.press("A");
    expect(desk.take()).toMatchObject([{ type: "decide", contents: "two\n" }]);
  });

  it("what was being asked about the file is void, and its answer decides nothing", () => {
    const desk = openReview();
    desk.press("a", "a", "X");
    expect(desk.screen).toContain("Reject the whole file, with 2 hunks that you have accepted?");
    desk.holds("review:1", lines(30, { 3: "mine", 15: "mine" }), after);
    desk.event({ type: "reviewChanged", review: pending(1) });
    expect(desk.screen).toContain("2 hunks meet that change. Decide about them again");
    desk.press("y", "a", "x");
    expect([desk.take(), desk.rows[1]]).toEqual([[], expect.stringContaining("!2")]);
  });

  it("in the very same place it is a conflict, which must be decided", () => {
    const desk = openReview();
    desk.holds("review:1", lines(30, { 15: "mine" }), after);
    desk.event({ type: "reviewChanged", review: pending(1) });
    expect(desk.screen).toContain("one hunk meets that change");
    expect(desk.rows.at(-1)).toContain("a accept hunk  x reject hunk  X reject file");
    desk.press("A");
    expect([desk.take(), desk.screen]).toEqual([
      [],
      expect.stringContaining("The file has changed where this hunk is: decide about it first"),
    ]);
    expect(desk.rows.find((row) => row.startsWith("▶"))).toBe("▶! 15     - mine");
    desk.press("x", "A", "a");
    expect(desk.take()).toMatchObject([
      { type: "decide", id: 1, contents: lines(30, { 3: "three", 15: "mine", 28: "twenty-eight" }) },
    ]);
  });
});

describe("lines that were not counted one by one", () => {
  it("are told as that, in the list and while the texts are compared", () => {
    const desk = new Desk();
    const size = { added: 299_991, removed: 299_991 };
    desk.event({ type: "reviewOpened", review: pending(1, "/w/big.ts", { ...size, isRough: true }) });
    const loaded = { kind: "texts", before: "a\n", after: "b\n", present: "a\n" } as const;
    desk.tell({ type: "loaded", key: "review:1", loaded });
    expect(desk.rows[1]).toContain("big.ts ~+299991 ~−299991");
    desk.press("q");
    expect(desk.screen).toMatch(/big\.ts +~\+299991 ~−299991 /);
    desk.press("enter");
    desk.tell({ type: "loaded", key: "review:1", loaded: { ...loaded, review: Review.start("a\n", "b\n") } });
    expect(desk.rows[1]).toContain("big.ts +1 −1");
  });
});
