import { describe, expect, it } from "vitest";
import { Desk, fileChange, lines, pending, prompt, status } from "./desk.ts";

const before = lines(30);
const after = lines(30, { 3: "three", 15: "fifteen", 28: "twenty-eight" });

/** A review of three hunks that is open, and takes decisions. */
function reviewing(options: ConstructorParameters<typeof Desk>[0] = {}): Desk {
  const desk = new Desk(options);
  desk.arrives(pending(1), before, after);
  desk.wait(1_000);
  desk.take();
  return desk;
}

describe("a review", () => {
  it("is shown as hunks with lines around them, the rest folded", () => {
    expect(reviewing({ columns: 60, rows: 29 }).rows).toEqual([
      " Inbox 1  Changes  Log                   ● claude-code 2.1",
      " file1.ts +1 −1  claude-code                       hunk 1/3",
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
    const desk = reviewing({ columns: 120 });
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
    const desk = reviewing();
    desk.press("a", "x", "a");
    expect([desk.take(), desk.screen]).toEqual([[], expect.stringContaining("A accept 2 of 3 hunks")]);
    desk.press("A");
    expect(desk.take()).toMatchObject([
      { type: "decide", id: 1, contents: lines(30, { 3: "three", 28: "twenty-eight" }) },
    ]);
  });

  it("with no hunk decided, the key for the file takes it as proposed", () => {
    const desk = reviewing();
    desk.press("A");
    expect(desk.take()).toMatchObject([{ type: "decide", id: 1, contents: after }]);
  });

  it.each([
    { key: "a", contents: lines(30, { 3: "three", 28: "twenty-eight" }) },
    { key: "x", contents: lines(30, { 3: "three" }) },
    { key: "esc", contents: undefined },
  ])("hunks without a decision are asked about once, answer $key", ({ key, contents }) => {
    const desk = reviewing();
    desk.press("a", "x", "A");
    expect([desk.take(), desk.screen]).toEqual([[], expect.stringContaining("1 hunk has no decision:")]);
    desk.press("A", "j", key);
    expect(desk.take()).toMatchObject(contents === undefined ? [] : [{ type: "decide", id: 1, contents }]);
    expect(desk.state.question).toBe(undefined);
  });

  it("all hunks rejected is a rejection, not an acceptance of nothing", () => {
    const desk = reviewing();
    desk.press("x", "x", "x");
    expect(desk.screen).toContain("A reject: no hunk is accepted");
    desk.press("A");
    expect(desk.take()).toMatchObject([{ type: "decide", id: 1, contents: undefined }]);
  });

  it("space turns a hunk around, u takes decisions back one by one", () => {
    const desk = reviewing();
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
    const desk = reviewing();
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
    const desk = reviewing();
    desk.press("R");
    desk.type("not like thiz");
    desk.press("backspace");
    desk.type("s");
    desk.press("enter");
    expect(desk.take()).toMatchObject([
      { type: "decide", id: 1, contents: undefined, message: "not like this" },
    ]);
    desk.event({
      type: "reviewClosed",
      id: 1,
      outcome: "rejected",
      by: "terminal",
      message: "not like this",
    });
    desk.tell({ type: "decided", id: 1, outcome: "rejected", result: { outcome: "decided" } });
    desk.press("3");
    expect(desk.rows[2]).toMatch(/✗ rejected file1\.ts #1 \(terminal\): not like this$/);
  });

  it("n and p go from hunk to hunk, and say where there are no more", () => {
    const desk = reviewing();
    const at = () => /hunk (\d)\/3/.exec(desk.screen)?.[1];
    const seen = ["p", "n", "n", "n", "p", "j", "j", "j", "p", "[", "]"].map((key) => {
      desk.press(key);
      return at();
    });
    expect(seen.join("")).toBe("12332233212");
  });

  it("folds open one by one, with Enter or a click, or all at once", () => {
    const desk = reviewing({ rows: 60 });
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
    const desk = reviewing({ rows: 60 });
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
    const desk = reviewing();
    desk.press("n", "e");
    expect(desk.take()).toEqual([
      { type: "edit", key: "review:1", path: "/w/file1.ts", text: after, line: 15 },
    ]);
    const mine = lines(30, { 3: "three", 15: "my own\ntwo lines", 28: "twenty-eight" });
    desk.tell({ type: "edited", key: "review:1", text: mine, file: "/tmp/x/file1.ts" });
    expect(desk.take()).toEqual([{ type: "forgetFile", file: "/tmp/x/file1.ts" }]);
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
  });

  it("starts from what is decided so far", () => {
    const desk = reviewing();
    desk.press("a", "x", "e");
    expect(desk.take()).toMatchObject([{ type: "edit", text: lines(30, { 3: "three" }), line: 28 }]);
  });

  it("is not lost when the review is over meanwhile", () => {
    const desk = reviewing();
    desk.press("e");
    desk.take();
    desk.event({ type: "reviewClosed", id: 1, outcome: "withdrawn", by: "agent" });
    desk.tell({ type: "edited", key: "review:1", text: "mine\n", file: "/tmp/x/file1.ts" });
    expect([desk.take(), desk.screen]).toEqual([
      [],
      expect.stringContaining("Your text is in /tmp/x/file1.ts"),
    ]);
  });
});

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
    const desk = reviewing();
    desk.arrives(pending(2), "a\n", "b\n");
    desk.take();
    desk.press("A");
    desk.event({ type: "reviewClosed", id: 1, outcome: "accepted", by: "terminal" });
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
    const desk = reviewing();
    desk.arrives(pending(2), "a\n", "b\n");
    expect([desk.rows[1], desk.screen]).toEqual([
      expect.stringContaining("file1.ts"),
      expect.stringContaining("claude-code wants to change file2.ts, too"),
    ]);
    expect(desk.rows[0]).toContain("Inbox 2");
  });

  it("decided elsewhere: it is said who did it, and the key meant for it decides nothing", () => {
    const desk = reviewing();
    desk.arrives(pending(2), "a\n", "b\n");
    desk.take();
    desk.press("a", "A");
    desk.event({ type: "reviewClosed", id: 1, outcome: "accepted", by: "browser" });
    desk.press("a", "A", "y", "X");
    expect([desk.take(), desk.state.diff, desk.screen]).toEqual([
      [],
      undefined,
      expect.stringContaining("file1.ts was accepted by browser"),
    ]);
    // Opened just now, it is no place for a key that was on its way either.
    desk.press("enter", "A");
    expect(desk.effects).toEqual([]);
  });

  it("taken back by the agent: the review closes", () => {
    const desk = reviewing();
    desk.event({ type: "reviewClosed", id: 1, outcome: "withdrawn", by: "agent" });
    expect(desk.screen).toContain("file1.ts was answered in claude-code, or taken back");
    expect(desk.screen).toContain("No change waits for a decision");
  });

  it("somebody else was faster: that is told, nothing else happens", () => {
    const desk = reviewing();
    desk.press("A");
    desk.event({ type: "reviewClosed", id: 1, outcome: "rejected", by: "browser" });
    desk.tell({ type: "decided", id: 1, outcome: "accepted", result: { outcome: "tooLate", by: "browser" } });
    expect(desk.screen).toContain("Too late: browser was faster with file1.ts");
  });

  it("a paste decides nothing", () => {
    const desk = reviewing();
    desk.tell({ type: "input", input: { type: "paste", text: "AXay" } });
    expect([desk.take(), desk.rows[1]]).toEqual([[], expect.stringContaining("hunk 1/3")]);
  });
});

describe("the file changes on disk", () => {
  it("the hunks move with it, and keep their decisions", () => {
    const desk = reviewing();
    desk.press("a");
    desk.holds("review:1", `new first line\n${before}`, after);
    desk.event({ type: "reviewChanged", review: pending(1) });
    expect(desk.screen).toContain("file1.ts has changed on disk: the hunks were moved");
    expect(desk.rows.find((row) => row.includes("three"))).toBe("        4 + three");
    desk.press("a", "a", "A");
    expect(desk.take()).toMatchObject([{ type: "decide", id: 1, contents: `new first line\n${after}` }]);
  });

  it("what was decided before is not forgotten: the others are asked about", () => {
    const desk = reviewing();
    desk.press("x");
    desk.holds("review:1", `new first line\n${before}`, after);
    desk.event({ type: "reviewChanged", review: pending(1) });
    desk.press("A");
    expect([desk.take(), desk.screen]).toEqual([[], expect.stringContaining("2 hunks have no decision")]);
    desk.press("a");
    const contents = `new first line\n${lines(30, { 15: "fifteen", 28: "twenty-eight" })}`;
    expect(desk.take()).toMatchObject([{ type: "decide", id: 1, contents }]);
  });

  it("in the very same place it is a conflict, which must be decided", () => {
    const desk = reviewing();
    desk.holds("review:1", lines(30, { 15: "mine" }), after);
    desk.event({ type: "reviewChanged", review: pending(1) });
    expect(desk.screen).toContain("one hunk meets that change");
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
    const desk = reviewing();
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

describe("what agents wrote without asking", () => {
  function looking(): Desk {
    const desk = new Desk({ rows: 40 });
    desk.wrote(prompt("p1", fileChange("aa"), fileChange("bb")), before, after);
    desk.press("2");
    desk.wait(1_000);
    return desk;
  }

  it("is listed by prompt, the newest first, while it comes in", () => {
    const desk = looking();
    desk.wrote(prompt("p2", fileChange("cc", { kind: "created" })), "", "x\n");
    expect(desk.rows.slice(2, 8).map((row) => row.replace(/\d\d:\d\d:\d\d/, "time"))).toEqual([
      "▸ claude-code 2.1  time  1 file  1 to look at",
      "    ● A cc.ts          +1     −1",
      "  claude-code 2.1  time  2 files  2 to look at",
      "    ● M aa.ts          +1     −1",
      "    ● M bb.ts          +1     −1",
      "",
    ]);
    expect(desk.rows[0]).toContain("Changes 3");
  });

  it("one hunk of a file is taken back, the rest is kept; then the next file is shown", () => {
    const desk = looking();
    desk.press("j", "enter", "n", "x", "A", "a");
    expect(desk.take()).toEqual([
      { type: "settle", id: "aa", changedAt: "2030-01-02T03:04:05.000Z", revert: [1] },
    ]);
    desk.tell({ type: "settled", id: "aa", result: { outcome: "reverted", paths: ["/w/aa.ts"] } });
    expect([desk.rows[1], desk.screen]).toEqual([
      expect.stringContaining("bb.ts"),
      expect.stringContaining("✓ aa.ts: taken back"),
    ]);
  });

  it.each([
    { keys: ["j", "enter", "X"], id: "aa", revert: "all" },
    { keys: ["j", "enter", "A"], id: "aa", revert: [] },
    { keys: ["j", "A"], id: "aa", revert: [] },
    { keys: ["j", "X", "y"], id: "aa", revert: "all" },
    { keys: ["A"], id: "p1", revert: [] },
    { keys: ["X", "y"], id: "p1", revert: "all" },
  ])("$keys: $id, $revert", ({ keys, id, revert }) => {
    const desk = looking();
    desk.press(...keys);
    expect(desk.take()).toMatchObject([{ type: "settle", id, revert }]);
  });

  it.each([
    { keys: ["X"], asks: "Take back all 2 files (nobody announced 1: may be yours)?", id: "p1" },
    { keys: ["j", "X"], asks: "Take back this file (nobody announced it: may be yours)?", id: "aa" },
    {
      keys: ["j", "enter", "X"],
      asks: "Take back the whole file (nobody announced it: may be yours)?",
      id: "aa",
    },
  ])("what nobody announced is asked about: $keys", ({ keys, asks, id }) => {
    const desk = new Desk({ rows: 40 });
    desk.wrote(prompt("p1", fileChange("aa", { beforeFrom: "git" }), fileChange("bb")), before, after);
    desk.press("2");
    desk.wait(1_000);
    desk.press(...keys);
    expect(desk.screen).toContain(asks);
    expect(desk.take()).toEqual([]);
    desk.press("y");
    expect(desk.take()).toMatchObject([{ type: "settle", id, revert: "all" }]);
  });

  it("hunks that were taken back before stay so, and are not asked about", () => {
    const desk = new Desk({ rows: 40 });
    const partly = fileChange("aa", { state: "partlyReverted", revertedHunks: [1] });
    desk.wrote(prompt("p1", partly), before, after);
    desk.press("2", "j", "enter");
    desk.wait(1_000);
    desk.press("n", "a");
    expect(desk.screen).toContain("This hunk was taken back already");
    expect(desk.screen).toContain("A keep file");
    desk.press("n", "x");
    expect(desk.screen).toContain("A take back 1 of 2…");
    desk.press("A", "a");
    expect(desk.take()).toMatchObject([{ type: "settle", id: "aa", revert: [2] }]);
  });

  it("a conflict is told, and the change stays open", () => {
    const desk = looking();
    desk.press("j", "enter", "X");
    const message = "Nothing was written.\n/w/aa.ts has been changed since.";
    desk.tell({ type: "settled", id: "aa", result: { outcome: "conflict", paths: [], message } });
    expect([desk.screen, desk.state.diff?.isSending]).toEqual([
      expect.stringContaining("Nothing was written. /w/aa.ts has been changed since."),
      false,
    ]);
  });

  it("a list that has just changed takes no decision for a moment", () => {
    const desk = looking();
    desk.wrote(prompt("p2", fileChange("cc")), "", "x\n");
    desk.press("A");
    expect([desk.take(), desk.screen]).toEqual([[], expect.stringContaining("The list has just changed")]);
  });
});

describe("the rest of the screen", () => {
  it("shows who is connected, what is shared and which problems there are, as far as there is room", () => {
    const desk = new Desk({ columns: 110 });
    const selection = {
      path: "/w/a.ts",
      text: "x",
      range: { start: { line: 2, character: 0 }, end: { line: 6, character: 1 } },
    };
    desk.event({ type: "selectionChanged", selection });
    desk.event({ type: "diagnosticsChanged", files: [], problems: { errors: 1, warnings: 2 } });
    desk.event({
      type: "languageServersChanged",
      servers: [{ name: "TypeScript", state: "starting", languages: [] }],
    });
    const wide = desk.rows[0];
    desk.resize(60, 15);
    expect([wide?.trim().replace(/ +/g, " "), desk.rows[0]]).toEqual([
      "idebridge Inbox Changes Log ● claude-code 2.1 ⧉ a.ts:3-7 ✘ 1 ▲ 2 TypeScript…",
      " Inbox  Changes  Log         ● claude-code 2.1  ⧉ a.ts:3-7",
    ]);
    desk.press("S");
    expect(desk.take()).toEqual([{ type: "pause", paused: true }]);
    desk.event({ type: "sharingChanged", paused: true });
    expect(desk.rows[0]).toContain("sharing paused");
  });

  it.each([
    [60, 15],
    [40, 8],
    [300, 100],
    [80, 24],
  ])("%i×%i: every row fits, nothing is missing", (columns, rows) => {
    const desk = reviewing({ columns, rows });
    desk.wrote(prompt("p1", fileChange("aa")), before, after);
    for (const key of [
      "?",
      "q",
      "n",
      "v",
      "v",
      "v",
      "w",
      "t",
      "/",
      "esc",
      "R",
      "esc",
      "q",
      "2",
      "enter",
      "q",
      "3",
    ]) {
      desk.press(key);
      const { length } = desk.frame.rows;
      expect([key, length]).toEqual([key, rows]);
    }
  });

  it("says when it is too small, and is there again when it is not", () => {
    const desk = reviewing({ columns: 39, rows: 24 });
    expect(desk.rows[0]).toBe("Too small: 39×24");
    desk.resize(80, 7);
    expect(desk.rows[0]).toBe("Too small: 80×7");
    desk.resize(80, 24);
    expect(desk.rows[1]).toContain("file1.ts");
  });

  it("the help has every action with its keys", () => {
    const desk = new Desk({ columns: 80, rows: 100 });
    desk.press("?");
    expect(desk.screen).toContain("  a              accept the hunk, go to the next");
    expect(desk.rows.filter((row) => /^ {2}\S+( {2}\S+)? {2,}\S/.test(row)).length).toBeGreaterThan(40);
    desk.press("q");
    expect(desk.screen).toContain("No change waits");
  });

  it("q asks before it stops an idebridge; elsewhere it leaves", () => {
    const own = new Desk({ ownsIdebridge: true });
    own.press("esc", "q");
    expect(own.screen).toContain("Stop idebridge? An agent is connected.");
    own.press("n", "q", "y");
    const other = new Desk();
    other.press("q");
    expect([own.take(), other.take()]).toEqual([
      [{ type: "leave", how: "left" }],
      [{ type: "leave", how: "left" }],
    ]);
  });

  it("with --once it ends when nothing is left", () => {
    const desk = new Desk({ once: true });
    expect(desk.take()).toEqual([{ type: "leave", how: "done" }]);
  });

  it("the idebridge stops and comes back: what is shown is what there is", () => {
    const desk = reviewing();
    desk.press("a");
    desk.tell({ type: "lost" });
    expect(desk.rows[0]).toContain("idebridge has stopped");
    desk.press("A");
    expect([desk.take(), desk.screen]).toEqual([[], expect.stringContaining("nothing can be decided")]);
    desk.tell({ type: "attached", status, reviews: [], prompts: [] });
    expect(desk.screen).toContain("idebridge is back");
    expect(desk.screen).toContain("No change waits");
  });

  it("what was decided is there again when one comes back to a review", () => {
    const desk = reviewing();
    desk.press("a", "x", "q");
    expect(desk.screen).toContain("file1.ts");
    desk.press("enter");
    expect(desk.rows[1]).toContain("hunk 3/3  ✓1  ✗1");
  });

  it("{ and } go from file to file", () => {
    const desk = reviewing();
    desk.arrives(pending(2), "a\n", "b\n");
    const names = ["{", "{", "}", "}"].map((key) => {
      desk.press(key);
      return [/file\d/.exec(desk.rows[1]!)?.[0], desk.rows.at(-2)];
    });
    expect(names).toEqual([
      ["file2", ""],
      ["file2", " This is the first file"],
      ["file1", ""],
      ["file1", " This is the last file"],
    ]);
  });
});
