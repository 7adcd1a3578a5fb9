import { describe, expect, it } from "vitest";
import { loadTexts } from "../../src/screen/diff/loadTexts.ts";
import { FakeControl } from "../fakeControl.ts";
import { Desk, fileChange, prompt } from "./desk.ts";
import { after, before } from "./openReview.ts";

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
      { type: "settle", id: "aa", changedAt: "2030-01-02T03:04:05.000Z", revert: [1], of: 3 },
    ]);
    const part = { hunks: 1, of: 3 };
    desk.tell({ type: "settled", id: "aa", result: { outcome: "reverted", paths: ["/w/aa.ts"] }, part });
    expect([desk.rows[1], desk.screen]).toEqual([
      expect.stringContaining("bb.ts"),
      expect.stringContaining("✓ aa.ts: 1 of 3 hunks taken back"),
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
    expect(desk.screen.match(/\S+(?=.*not announced)/g)).toEqual(["●", "M", "aa.ts", "+1", "−1"]);
    desk.wait(1_000);
    desk.press(...keys);
    expect(desk.screen).toContain(asks);
    expect(desk.take()).toEqual([]);
    desk.press("y");
    expect(desk.take()).toMatchObject([{ type: "settle", id, revert: "all" }]);
  });

  it("what was taken back already is not asked about", () => {
    const desk = new Desk({ rows: 40 });
    const reverted = fileChange("aa", { state: "reverted" });
    desk.wrote(prompt("p1", reverted), before, after);
    desk.wrote(prompt("p2", fileChange("bb", { state: "reverted" }), fileChange("cc")), before, after);
    desk.press("2");
    desk.wait(1_000);
    desk.press("X");
    expect(desk.rows.at(-2)).toContain("Take back 1 file of this prompt?");
    desk.press("n", "j", "X");
    expect(desk.rows.at(-2)).toBe(" It was taken back already");
    for (const keys of [["j", "j", "X"], ["j", "X"], ["enter"]]) desk.press(...keys);
    desk.wait(1_000);
    desk.press("X");
    expect([desk.rows.at(-2), desk.take().filter(({ type }) => type === "settle")]).toEqual([
      " It was taken back already",
      [],
    ]);
  });

  it("what cannot be taken back has no key for it, no lines that nobody counted, and no question", () => {
    const desk = new Desk({ rows: 40 });
    const notRevertible = "It is too large, so it was not stored.";
    const large = fileChange("aa", { beforeFrom: "known", added: 0, removed: 0, notRevertible });
    desk.wrote(prompt("p1", large, fileChange("bb")), before, after);
    desk.press("2");
    desk.wait(1_000);
    desk.press("X");
    const told = `aa.ts cannot be taken back. ${notRevertible}`;
    expect(desk.rows.at(-2)).toBe(` ${told} Take back the others one by one`);
    desk.press("j", "X");
    expect([desk.rows[3], desk.rows.at(-2)]).toEqual([
      `▸   ● M aa.ts       lines not known  not announced    ${notRevertible}`,
      ` ${told}`,
    ]);
    expect(desk.rows.at(-1)).toMatch(/A keep (?!.*take back)/);
    desk.press("enter");
    desk.tell({
      type: "loaded",
      key: "change:aa",
      loaded: { kind: "opaque", why: notRevertible, proposed: undefined },
    });
    desk.wait(1_000);
    desk.press("X");
    expect([desk.rows.at(-2), desk.take()]).toEqual([` ${told}`, []]);
    expect(desk.rows.at(-1)).toMatch(/A keep file (?!.*take back)/);
    desk.press("esc", "j");
    expect(desk.rows.at(-1)).toContain("X take back");
  });

  it("what turns out to be damaged when it is opened cannot be taken back any more", async () => {
    const desk = new Desk({ rows: 40 });
    const change = fileChange("aa", { notRevertible: "What was recorded of it is damaged." });
    const told = { change, before: undefined, after: "new\n", current: "new\n" };
    const { client } = new FakeControl({ "changes/read": told });
    desk.event({ type: "changesChanged", prompt: prompt("p1", fileChange("aa")) });
    desk.press("2", "j", "enter");
    desk.take();
    desk.tell({
      type: "loaded",
      key: "change:aa",
      loaded: await loadTexts(client, "change:aa", () => undefined),
    });
    desk.wait(1_000);
    expect([desk.rows[2], desk.rows.at(-1)]).toEqual([
      " What was recorded of it is damaged.",
      expect.stringMatching(/A keep file (?!.*take back)/),
    ]);
    desk.press("X");
    expect([desk.rows.at(-2), desk.take()]).toEqual([
      " aa.ts cannot be taken back. What was recorded of it is damaged.",
      [],
    ]);
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
