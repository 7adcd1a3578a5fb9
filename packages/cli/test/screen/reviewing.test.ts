import { Review } from "@idebridge/review";
import { describe, expect, it } from "vitest";
import { Desk, lines, pending, status } from "./desk.ts";
import { after, before, openReview } from "./openReview.ts";

describe("a review", () => {
  it("is shown as hunks with lines around them, the rest folded", () => {
    expect(openReview({ columns: 60, rows: 29 }).rows).toEqual([
      " Inbox 1  Changes Log Status             ● claude-code 2.1",
      " file1.ts +3 −3  claude-code                       hunk 1/3",
      "    1   1   line 1",
      "    2   2   line 2",
      "▶·  3     - line 3",
      "▌       3 + three",
      "    4   4   line 4",
      "    5   5   line 5",
      "    6   6   line 6",
      "   ⋯ 5 unchanged lines",
      "   12  12   line 12",
      "   13  13   line 13",
      "   14  14   line 14",
      " · 15     - line 15",
      "       15 + fifteen",
      "   16  16   line 16",
      "   17  17   line 17",
      "   18  18   line 18",
      "   ⋯ 6 unchanged lines",
      "   25  25   line 25",
      "   26  26   line 26",
      "   27  27   line 27",
      " · 28     - line 28",
      "       28 + twenty-eight",
      "   29  29   line 29",
      "   30  30   line 30",
      "",
      "",
      " a accept hunk  x reject hunk  A accept file  X reject file",
    ]);
  });

  it("stands side by side where there is room, and the layout can be chosen", () => {
    const desk = openReview({ columns: 120 });
    const row = () => desk.rows.find((line) => line.includes("three"))!;
    const wide = row();
    desk.press("t");
    const chosen = row();
    desk.press("t");
    desk.resize(80, 24);
    expect([wide, chosen, row()].map((line) => line.replace(/ +/g, " "))).toEqual([
      "▶· 3 - line 3 │ 3 + three",
      "▌ 3 + three",
      "▶· 3 - line 3 │ 3 + three",
    ]);
  });

  it("two hunks of three are accepted: exactly those are sent", () => {
    const desk = openReview();
    desk.press("a", "x", "a");
    expect([desk.take(), desk.screen]).toEqual([[], expect.stringContaining("A accept 2 of 3 hunks")]);
    desk.press("A");
    expect(desk.take()).toMatchObject([
      { type: "decide", id: 1, contents: lines(30, { 3: "three", 28: "twenty-eight" }) },
    ]);
  });

  it("asks about hunks without a decision where they are, and says when a key is no answer", () => {
    const desk = openReview();
    desk.press("a", "a", "p", "p", "A");
    const footer = desk.rows.at(-1);
    desk.press("A");
    expect([desk.rows[1], footer, desk.rows.slice(-2), desk.take()]).toEqual([
      expect.stringContaining("hunk 3/3"),
      expect.stringContaining("A accept"),
      [expect.stringContaining("1 hunk has no decision:"), " A is no answer: press a, x or Esc"],
      [],
    ]);
    desk.press("esc");
    expect(desk.rows.at(-1)).toBe(footer);
  });

  it("with no hunk decided, the key for the file takes it as proposed", () => {
    const desk = openReview();
    desk.press("A");
    expect(desk.take()).toMatchObject([{ type: "decide", id: 1, contents: after }]);
  });

  it.each([
    { key: "a", contents: lines(30, { 3: "three", 28: "twenty-eight" }) },
    { key: "x", contents: lines(30, { 3: "three" }) },
    { key: "esc", contents: undefined },
  ])("hunks without a decision are asked about once, answer $key", ({ key, contents }) => {
    const desk = openReview();
    desk.press("a", "x", "A");
    expect([desk.take(), desk.screen]).toEqual([[], expect.stringContaining("1 hunk has no decision:")]);
    desk.press("A", "j", key);
    expect(desk.take()).toMatchObject(contents === undefined ? [] : [{ type: "decide", id: 1, contents }]);
    expect(desk.state.question).toBe(undefined);
  });

  it("all hunks rejected is a rejection, not an acceptance of nothing", () => {
    const desk = openReview();
    desk.press("x", "x", "x");
    expect(desk.screen).toContain("A reject: no hunk is accepted");
    desk.press("A");
    expect(desk.take()).toMatchObject([{ type: "decide", id: 1, contents: undefined }]);
  });

  it("space turns a hunk around, u takes decisions back one by one", () => {
    const desk = openReview();
    const decisions = () => desk.rows.filter((row) => /^.[·✓✗]/.test(row)).map((row) => row[1]);
    const seen = [decisions()];
    for (const key of ["space", "space", "space", "u", "u", "u", "u"]) {
      desk.press(key);
      seen.push(decisions());
    }
    expect(seen.map((marks) => marks[0]).join("")).toBe("·✓✗·✗✓··");
    expect(desk.screen).toContain("There is nothing to undo");
  });

  it("rejecting what was partly accepted is asked about", () => {
    const desk = openReview();
    desk.press("a", "X");
    expect([desk.take(), desk.screen]).toEqual([
      [],
      expect.stringContaining("Reject the whole file, with 1 hunk that you have accepted?"),
    ]);
    desk.press("n", "X", "y");
    expect(desk.take()).toMatchObject([{ type: "decide", id: 1, contents: undefined }]);
    expect(desk.screen).toContain("Sending…");
    desk.press("A");
    expect(desk.take()).toEqual([]);
  });

  it("is rejected with a message", () => {
    const desk = openReview();
    desk.press("R");
    desk.type("not like thiz");
    desk.press("backspace");
    desk.type("s");
    desk.press("enter");
    expect(desk.take()).toMatchObject([
      { type: "decide", id: 1, contents: undefined, message: "not like this" },
    ]);
    desk.closes(1, { outcome: "rejected", by: "terminal", message: "not like this" });
    desk.tell({ type: "decided", id: 1, outcome: "rejected", result: { outcome: "decided" } });
    desk.press("3");
    expect(desk.rows[2]).toMatch(/✗ rejected file1\.ts #1 \(terminal\): not like this$/);
  });

  it("counts the lines as they are now: of what was edited, and of a file that has changed", () => {
    const desk = openReview();
    const counts = () => /\+\d+ −\d+/.exec(desk.rows[1]!)?.[0];
    const proposed = counts();
    desk.press("e");
    desk.tell({
      type: "edited",
      key: "review:1",
      text: after.replace("three\n", "three\n3\n"),
      file: "/t/a",
    });
    const edited = counts();
    const other = openReview();
    other.load("review:1", after.replace("three", "line 3"), after);
    expect([proposed, edited, /\+\d+ −\d+/.exec(other.rows[1]!)?.[0]]).toEqual(["+3 −3", "+4 −3", "+1 −1"]);
  });

  it("what is said of the last one does not stay under the next", () => {
    const desk = openReview();
    desk.arrives(pending(2), "a\n", "b\n");
    desk.press("A");
    desk.closes(1, { outcome: "accepted", by: "terminal" });
    desk.tell({ type: "decided", id: 1, outcome: "accepted", result: { outcome: "decided" } });
    const atFirst = desk.rows.at(-2);
    desk.wait(3_000);
    expect([atFirst, desk.rows.at(-2), desk.rows[1]]).toEqual([
      " ✓ file1.ts: accepted",
      "",
      expect.stringContaining("file2.ts"),
    ]);
    desk.press("A");
    desk.closes(2, { outcome: "accepted", by: "terminal" });
    desk.tell({ type: "decided", id: 2, outcome: "accepted", result: { outcome: "decided" } });
    desk.wait(3_000);
    expect(desk.rows.at(-2)).toBe(" ✓ file2.ts: accepted");
    desk.arrives(pending(3), "a\n", "b\n");
    expect(desk.rows.at(-2)).toBe("");
  });

  it("n and p go from hunk to hunk, and say where there are no more", () => {
    const desk = openReview();
    const at = () => /hunk (\d)\/3/.exec(desk.screen)?.[1];
    const seen = ["p", "n", "n", "n", "p", "j", "j", "j", "p", "[", "]"].map((key) => {
      desk.press(key);
      return at();
    });
    expect(seen.join("")).toBe("12332233212");
  });

  it("folds open one by one, with Enter or a click, or all at once", () => {
    const desk = openReview({ rows: 60 });
    const folds = () => desk.rows.filter((row) => row.includes("unchanged")).map((row) => row.trim());
    desk.press("j", "j", "j", "j", "j", "enter");
    expect(folds()).toEqual(["⋯ 6 unchanged lines"]);
    expect(desk.rows.find((row) => row.startsWith("▸"))).toBe("▸   7   7   line 7");
    desk.click("6 unchanged");
    expect(folds()).toEqual([]);
    desk.press("f");
    desk.press("f");
    expect(folds()).toHaveLength(2);
  });

  it("old, new and result can be looked at, each with the cursor at the same place", () => {
    const desk = openReview({ rows: 60 });
    desk.press("a", "x", "p");
    const shown = ["v", "v", "v", "v"].map((key) => {
      desk.press(key);
      const text = desk.rows.filter((row) => /(line|three|fifteen|eight)/.test(row));
      const cursor = desk.rows.find((row) => row.startsWith("▶"));
      const name = /(old text|new text|result)? {2}hunk/.exec(desk.rows[1]!)?.[1];
      return [name, text.length, cursor?.replace(/ +/g, " ")];
    });
    expect(shown).toEqual([
      ["old text", 30, "▶✗ 15 line 15"],
      ["new text", 30, "▶✗ 15 fifteen"],
      ["result", 30, "▶✗ 15 line 15"],
      [undefined, 24, "▶✗ 15 - line 15"],
    ]);
  });
});

describe("what the user wrote in the editor", () => {
  it("takes the place of the proposal, hunk by hunk", () => {
    const desk = openReview();
    desk.press("n", "e");
    expect(desk.take()).toEqual([
      { type: "edit", key: "review:1", path: "/w/file1.ts", text: after, line: 15 },
    ]);
    const mine = lines(30, { 3: "three", 15: "my own\ntwo lines", 28: "twenty-eight" });
    desk.tell({ type: "edited", key: "review:1", text: mine, file: "/tmp/x/file1.ts" });
    expect(desk.take()).toEqual([]);
    expect(desk.rows.filter((row) => /my own|two lines|line 15|fifteen/.test(row))).toEqual([
      "▶✎ 15     - line 15",
      "▌      15 + my own",
      "▌      16 + two lines",
    ]);
    desk.press("A");
    expect(desk.take()).toEqual([]);
    desk.wait(1_000);
    expect(desk.screen).toContain("A accept file, edited");
    desk.press("A");
    expect(desk.take()).toMatchObject([{ type: "decide", id: 1, contents: mine }]);
    desk.closes(1, { outcome: "accepted", by: "terminal" });
    desk.tell({ type: "decided", id: 1, outcome: "accepted", result: { outcome: "decided" } });
    expect(desk.take()).toEqual([{ type: "forgetFile", file: "/tmp/x/file1.ts" }]);
  });

  it("starts from what is decided so far", () => {
    const desk = openReview();
    desk.press("a", "x", "e");
    expect(desk.take()).toMatchObject([{ type: "edit", text: lines(30, { 3: "three" }), line: 28 }]);
  });

  it("is not lost when the review is over meanwhile", () => {
    const desk = openReview();
    desk.press("e");
    desk.take();
    desk.closes(1, { outcome: "withdrawn", by: "agent" });
    desk.tell({ type: "edited", key: "review:1", text: "mine\n", file: "/tmp/x/file1.ts" });
    expect([desk.take(), desk.screen]).toEqual([
      [],
      expect.stringContaining("Your text is in /tmp/x/file1.ts"),
    ]);
    desk.press("3");
    expect(desk.screen).toContain("! Your text is in /tmp/x/file1.ts");
  });

  describe("is not lost when the review ends undecided", () => {
    const told = "Your text is in /tmp/x/file1.ts";
    const editedReview = () => {
      const desk = openReview();
      desk.press("e");
      desk.tell({ type: "edited", key: "review:1", text: "mine\n", file: "/tmp/x/file1.ts" });
      desk.take();
      return desk;
    };
    const ends = { outcome: "withdrawn", by: "agent", reason: "agentLeft" } as const;

    it("the agent leaves: its file is kept, and told where, in the log as well", () => {
      const desk = editedReview();
      desk.closes(1, ends);
      expect([desk.take(), desk.screen]).toEqual([[], expect.stringContaining(told)]);
      desk.wait(60_000);
      desk.press("3");
      expect(desk.screen.replaceAll(/\s+/g, " ")).toContain(
        `! ${told} (not decided, as claude-code has left)`,
      );
    });

    it("while something else is looked at", () => {
      const desk = editedReview();
      desk.press("q");
      desk.closes(1, ends);
      expect([desk.take(), desk.screen]).toEqual([[], expect.stringContaining(told)]);
    });

    it("while the decision is on its way", () => {
      const desk = editedReview();
      desk.wait(1_000);
      desk.press("A");
      desk.take();
      desk.closes(1, ends);
      desk.tell({ type: "decided", id: 1, outcome: "accepted", result: { outcome: "tooLate", by: "agent" } });
      expect([desk.take(), desk.screen]).toEqual([[], expect.stringContaining(told)]);
    });

    it("idebridge is killed, and another one started", () => {
      const desk = editedReview();
      desk.tell({ type: "lost" });
      desk.tell({ type: "attached", status, reviews: [], prompts: [] });
      expect([desk.take(), desk.screen]).toEqual([[], expect.stringContaining(told)]);
    });

    it.each(["the agent leaves", "idebridge is killed"])("written in the browser, and %s", (how) => {
      const desk = openReview();
      const draft = Review.start(before, after).editHunk(0, "mine\n").toJSON();
      desk.event({ type: "reviewDrafted", id: 1, draft, by: "browser" });
      if (how === "the agent leaves") desk.closes(1, ends);
      else {
        desk.tell({ type: "lost" });
        desk.tell({ type: "attached", status, reviews: [], prompts: [] });
      }
      const [kept] = desk.take();
      expect(kept).toMatchObject({
        type: "keepText",
        review: { id: 1 },
        text: after.replace("three", "mine"),
      });
      desk.tell({ type: "textKept", review: pending(1), file: "/tmp/x/file1.ts", why: "it is over" });
      desk.press("3");
      expect(desk.screen).toContain(`! ${told} (it is over)`);
    });

    it("and goes once it is decided, here or elsewhere", () => {
      const desk = editedReview();
      desk.closes(1, { outcome: "rejected", by: "browser" });
      expect([desk.take(), desk.screen]).toEqual([
        [{ type: "forgetFile", file: "/tmp/x/file1.ts" }],
        expect.not.stringContaining(told),
      ]);
    });
  });
});

describe("searching", () => {
  it("goes from place to place in one line, and a long one is scrolled to it", () => {
    const desk = new Desk({ columns: 80 });
    const line = `here ${"x".repeat(300)} here ${"y".repeat(300)} here`;
    desk.arrives(pending(1), "a\n", `${line}\n`);
    desk.wait(1_000);
    desk.press("/");
    desk.type("here");
    desk.press("enter");
    const seen = ["", "n", "n", "n", "N"].map((key) => {
      if (key !== "") desk.press(key);
      return [desk.state.diff?.found?.match.start, desk.rows.some((row) => row.includes("here"))];
    });
    expect(seen).toEqual([0, 306, 612, 0, 612].map((at) => [at, true]));
    desk.press("N", "w");
    desk.press("n");
    expect(desk.screen).toContain("here");
  });

  it("finds in what is folded too, goes on around the end, and n is the next match", () => {
    const desk = openReview();
    desk.press("/");
    desk.type("line 9");
    desk.press("enter");
    expect(desk.rows.find((row) => row.startsWith("▸"))).toBe("▸   9   9   line 9");
    desk.press("n");
    expect(desk.screen).toContain("On from the beginning");
    desk.press("esc", "/");
    desk.type("LINE");
    desk.press("enter");
    expect(desk.screen).toContain("Not found: LINE");
    desk.press("/");
    desk.type("twenty");
    desk.press("enter");
    expect(desk.rows.find((row) => row.startsWith("▶"))).toBe("▶      28 + twenty-eight");
    // Hunks have keys of their own meanwhile.
    desk.press("[");
    expect(desk.rows[1]).toContain("hunk 2/3");
    desk.press("esc", "n");
    expect(desk.rows[1]).toContain("hunk 3/3");
  });
});
