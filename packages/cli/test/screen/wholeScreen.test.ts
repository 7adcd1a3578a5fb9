import { describe, expect, it } from "vitest";
import { actionOf, actions } from "../../src/screen/keys/keyTable.ts";
import type { Message } from "../../src/screen/messages.ts";
import { startState } from "../../src/screen/startState.ts";
import { update } from "../../src/screen/update.ts";
import { widthOf } from "../../src/terminal/textWidth.ts";
import { Desk, fileChange, pending, prompt, status } from "./desk.ts";
import { after, before, openReview } from "./openReview.ts";

describe("the screen as a whole", () => {
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
      "idebridge Inbox Changes Log Status ● claude-code 2.1 ⧉ a.ts:3-7 ✘ 1 ▲ 2 TypeScript…",
      " Inbox  Changes Log Status   ● claude-code 2.1  ⧉ a.ts:3-7",
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
    const desk = openReview({ columns, rows });
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
    const desk = openReview({ columns: 39, rows: 24 });
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

  it.each([60, 80, 120])("the help is whole at %i columns", (columns) => {
    const desk = new Desk({ columns, rows: 150 });
    desk.press("?");
    expect(desk.rows.slice(1, -1).filter((row) => widthOf(row) > columns)).toEqual([]);
    if (columns === 120) return;
    const shown = desk.screen.replace(/\s+/g, " ");
    expect(actions.filter((action) => !shown.includes(` ${actionOf(action).does} `))).toEqual([]);
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

  it("Ctrl-C asks while something would be left undecided; pressed again it is meant", () => {
    const desk = openReview({ ownsIdebridge: true });
    desk.press("ctrl+c");
    expect([desk.take(), desk.rows.at(-2)]).toEqual([
      [],
      " Stop idebridge? 1 question is open. An agent is connected.   y yes  n no",
    ]);
    desk.press("n", "ctrl+c", "ctrl+c");
    expect(desk.take()).toEqual([{ type: "leave", how: "interrupted" }]);
    // Elsewhere, and with nothing to decide, it leaves at once.
    for (const other of [openReview(), new Desk({ ownsIdebridge: true })]) {
      other.press("ctrl+c");
      expect(other.take()).toEqual([{ type: "leave", how: "interrupted" }]);
    }
  });

  it("40×8: what sends the decision has room before all else", () => {
    const desk = openReview({ columns: 40, rows: 8 });
    const before = desk.rows.at(-1);
    desk.press("a", "x", "a");
    expect([before, desk.rows.at(-1)]).toEqual([
      " A accept file  a accept  x reject",
      " A accept 2 of 3 hunks  a accept  ? help",
    ]);
  });

  it("the next file is offered where there is one", () => {
    const desk = openReview({ columns: 200 });
    const alone = desk.rows.at(-1);
    desk.press("}");
    expect([alone?.includes("next file"), desk.rows.at(-2)]).toEqual([false, " There is no other file"]);
    desk.arrives(pending(2), "a\n", "b\n");
    expect(desk.rows.at(-1)).toContain("} next file");
  });

  it("with --once it ends when nothing is left", () => {
    const desk = new Desk({ once: true });
    expect(desk.take()).toEqual([{ type: "leave", how: "done" }]);
  });

  it("with --once it stays until it knows what there is to decide, whatever it is told before", () => {
    const { state, now } = new Desk({ once: true });
    const fresh = startState(state.options, state.size, now);
    const told: Message = { type: "told", event: { type: "languageServersChanged", servers: [] } };
    const early = update(fresh, told, now);
    const attached = { type: "attached", status, reviews: [pending(1)], prompts: [] } as const;
    const { effects } = update(early.state, attached, now);
    expect([early.effects, effects]).toEqual([[], [{ type: "load", key: "review:1" }]]);
  });

  it("the idebridge stops and comes back: what is shown is what there is", () => {
    const desk = openReview();
    desk.press("a");
    desk.tell({ type: "lost" });
    const hint = " Start one for this folder: idebridge. This screen connects again by itself";
    expect([desk.rows[0], ...desk.rows.slice(-2)]).toEqual([
      expect.stringContaining("idebridge has stopped"),
      hint,
      expect.not.stringMatching(/accept|reject/),
    ]);
    for (const key of ["A", "S", "b"]) {
      desk.press(key);
      expect([desk.take(), desk.rows.at(-2)]).toEqual([
        [],
        " Not now: idebridge has stopped. Start one for this folder: idebridge",
      ]);
    }
    desk.wait(60_000);
    const pages = ["q", "2", "3"].map((key) => {
      desk.press(key);
      return desk.rows.at(-2);
    });
    expect(pages).toEqual([hint, hint, hint]);
    desk.press("1", "enter");
    desk.tell({ type: "attached", status, reviews: [], prompts: [] });
    expect(desk.screen).toContain("idebridge is back");
    expect(desk.screen).toContain("No change waits");
  });

  it("what was decided is there again when one comes back to a review", () => {
    const desk = openReview();
    desk.press("a", "x", "q");
    expect(desk.screen).toContain("file1.ts");
    desk.press("enter");
    expect(desk.rows[1]).toContain("hunk 3/3  ✓1  ✗1");
  });

  it("{ and } go from file to file", () => {
    const desk = openReview();
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
