import type { Execution } from "@idebridge/headless";
import { describe, expect, it } from "vitest";
import { client, Desk, lines, pending, status } from "./desk.ts";

function execution(id: number, more: Partial<Execution> = {}): Execution {
  return {
    id,
    client,
    notebook: "/w/a.ipynb",
    folder: "/w",
    code: `x = ${id}\n\tprint(x)\n`,
    state: "asked",
    askedAt: "2030-01-02T03:04:05.000Z",
    textCharacters: 0,
    images: 0,
    ...more,
  };
}

const asks = (desk: Desk, id: number, more: Partial<Execution> = {}) =>
  desk.event({ type: "executionAsked", execution: execution(id, more) });

/** Code that is shown, and takes a decision. */
function asked(options: ConstructorParameters<typeof Desk>[0] = {}, more: Partial<Execution> = {}): Desk {
  const desk = new Desk(options);
  asks(desk, 1, more);
  desk.wait(1_000);
  desk.take();
  return desk;
}

describe("code that an agent wants to run", () => {
  it("is shown whole, with who wants it and where", () => {
    expect(asked({ columns: 60, rows: 9 }).rows).toEqual([
      " Inbox 1  Changes Log Status             ● claude-code 2.1",
      " claude-code wants to run code in a.ipynb #1",
      " 1 x = 1",
      " 2     print(x)",
      "",
      "",
      "",
      "",
      " y run it  n do not run it  2 changes  3 log  ? help",
    ]);
  });

  it.each([
    ["y", true],
    ["n", false],
  ])("%s decides, and the screen goes on", (key, allow) => {
    const desk = asked();
    asks(desk, 2);
    desk.take();
    desk.press(key);
    expect(desk.take()).toEqual([{ type: "decideCode", id: 1, allow }]);
    expect(desk.screen).toContain("wants to run code in a.ipynb #2");
    desk.wait(1_000);
    desk.click("do not run it");
    expect(desk.take()).toEqual([{ type: "decideCode", id: 2, allow: false }]);
    expect(desk.screen).toContain("No change waits for a decision.");
  });

  it("calls for attention, and takes no decision when it has just appeared", () => {
    const desk = new Desk();
    asks(desk, 1);
    expect(desk.take()).toEqual([
      { type: "attention", title: "claude-code", text: "wants to run code in a.ipynb" },
    ]);
    expect(desk.rows[1]).toContain("just appeared");
    desk.press("y", "n");
    expect([desk.take(), desk.screen.includes("Look at it first, then decide")]).toEqual([[], true]);
    desk.wait(1_000);
    desk.press("y");
    expect(desk.take()).toHaveLength(1);
  });

  it("waits behind a review that is open; what was pressed there does not decide", () => {
    const desk = new Desk();
    desk.arrives(pending(1), lines(9), lines(9, { 3: "three" }));
    desk.wait(1_000);
    asks(desk, 1);
    expect(desk.screen).toContain("claude-code wants to run code: it waits in the inbox");
    desk.wait(10_000);
    desk.take();
    desk.press("q", "n", "y");
    expect([desk.take(), desk.rows[1]]).toEqual([
      [],
      expect.stringContaining("wants to run code in a.ipynb #1  just appeared"),
    ]);
  });

  it("is not covered by a review that arrives", () => {
    const desk = asked();
    desk.arrives(pending(1), lines(9), lines(9, { 3: "three" }));
    expect(desk.rows[1]).toContain("wants to run code");
    desk.press("n");
    expect(desk.screen).toContain("file1.ts");
  });

  it("is wrapped and scrolled: what is not seen is said", () => {
    const desk = asked(
      { columns: 40, rows: 9 },
      { notebook: undefined, code: `${"long ".repeat(20)}\n${lines(9)}` },
    );
    expect(desk.rows.slice(1, 6)).toEqual(
      [
        " claude-code wants to run code #1  8 mor",
        "  1 long long long long long long long l",
        "    ong long long long long long long lo",
        "    ng long long long long long",
        "  2 line 1",
      ].map((row) => expect.stringContaining(row.trim().slice(0, 30))),
    );
    desk.press("G");
    expect(desk.rows.at(-3)).toBe(" 10 line 9");
    expect(desk.rows[1]).not.toContain("more");
    desk.press("g");
    expect(desk.rows[2]).toContain("  1 long");
  });

  it("is gone when it was decided elsewhere, or taken back", () => {
    const desk = asked();
    asks(desk, 2);
    desk.event({ type: "executionDecided", id: 1, allowed: true, by: "browser" });
    expect(desk.screen).toContain("Code #1 was allowed by browser");
    desk.event({ type: "executionEnded", execution: execution(2, { state: "interrupted" }) });
    expect(desk.screen).toContain("Code #2 was taken back");
    desk.tell({ type: "codeDecided", id: 2, result: { outcome: "tooLate", by: "browser" } });
    expect(desk.screen).toContain("Too late: browser was faster with code #2");
  });

  it("is there when the screen attaches, and keeps one that is there just once", () => {
    const desk = new Desk({ once: true });
    desk.take();
    desk.tell({ type: "attached", status, reviews: [], prompts: [], code: [execution(3)] });
    expect([desk.take(), desk.rows[1]]).toEqual([[], expect.stringContaining("#3")]);
    desk.wait(1_000);
    desk.press("n");
    expect(desk.take()).toEqual([
      { type: "decideCode", id: 3, allow: false },
      { type: "leave", how: "done" },
    ]);
  });

  it("that runs is in the status, and in the log in lines of its own", () => {
    const desk = new Desk({ columns: 100 });
    const kernel = { notebook: "/w/a.ipynb", folder: "/w", name: "Python", pid: 1, state: "busy" } as const;
    desk.event({ type: "kernelsChanged", kernels: [kernel] });
    desk.event({ type: "executionStarted", execution: execution(1, { state: "running" }) });
    desk.event({ type: "executionOutput", id: 1 });
    expect(desk.rows[0]).toContain("▶ a.ipynb");
    desk.press("3");
    expect(desk.rows.slice(2, 4)).toEqual([
      expect.stringMatching(/▶ claude-code runs code in a\.ipynb #1 x = 1 …$/),
      "",
    ]);
  });
});
