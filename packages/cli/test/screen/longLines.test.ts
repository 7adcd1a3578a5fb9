import { describe, expect, it } from "vitest";
import { Desk, lines, pending } from "./desk.ts";

const words = "word ".repeat(80);

/** A review of a file, opened. */
function reviewing(before: string, after: string, options: ConstructorParameters<typeof Desk>[0] = {}): Desk {
  const desk = new Desk(options);
  desk.arrives(pending(1), before, after);
  desk.wait(1_000);
  return desk;
}

/** The rows of hunks, without numbers and marks. */
function changed(desk: Desk): string[] {
  return desk.rows.slice(2, -2).filter((row) => /\d +[-+]/.test(row));
}

describe("a change far to the right in a long line", () => {
  it.each([
    { form: "one below the other", columns: 80 },
    { form: "side by side", columns: 140 },
    { form: "on a small screen", columns: 40 },
  ])("is on the screen when it is opened, with something before it: $form", ({ columns }) => {
    const desk = reviewing(`${words}old\n`, `${words}new\n`, { columns });
    const shown = changed(desk).join("\n");
    expect([shown, shown]).toEqual([
      expect.stringMatching(/-‹[^│+]*word old/),
      expect.stringMatching(/\+‹.*word new/),
    ]);
  });

  it("is found in a line of 5 MB, wide characters and tabs", () => {
    const long = "word ".repeat(1_000_000);
    const wide = "\t漢字 ".repeat(60);
    for (const line of [long, wide]) {
      const shown = changed(reviewing(`${line}old end\n`, `${line}new end\n`));
      expect(shown).toEqual([expect.stringContaining("old end"), expect.stringContaining("new end")]);
    }
  });

  it("is gone to with n and p; a hunk that fits is shown from its beginning", () => {
    const before = lines(20, { 12: `${words}old` });
    const desk = reviewing(before, before.replace("line 2\n", "two\n").replace("old", "new"));
    const isThere = () => [desk.screen.includes("+ two"), desk.screen.includes("word new")];
    const at = [isThere()];
    for (const key of ["n", "p"]) {
      desk.press(key);
      at.push(isThere());
    }
    expect(at).toEqual([
      [true, false],
      [false, true],
      [true, false],
    ]);
  });

  it("nothing is scrolled away when it fits to the last column", () => {
    // Twelve columns are marks, numbers and signs.
    const rest = "x".repeat(80 - 12 - 3);
    const desk = reviewing(`${rest}old\n`, `${rest}new\n`);
    expect(changed(desk)).toEqual([
      expect.stringContaining(`- ${rest}old`),
      expect.stringContaining(`+ ${rest}new`),
    ]);
  });

  it("is still there when the layout or the size is another, and lines are no longer wrapped", () => {
    const line = "word ".repeat(20);
    const desk = reviewing(`${line}old\n`, `${line}new\n`, { columns: 130, layout: "unified" });
    const isThere = () => /old/.test(desk.screen) && /new/.test(desk.screen);
    const seen = [isThere()];
    for (const act of [
      () => desk.press("t"),
      () => desk.resize(60, 24),
      () => desk.press("w"),
      () => desk.press("w"),
      () => desk.resize(130, 24),
    ]) {
      act();
      seen.push(isThere());
    }
    desk.press("t");
    expect([seen, changed(desk)[0]]).toEqual([Array(6).fill(true), expect.stringContaining("- word word")]);
  });

  it("where the user has scrolled to is kept when the size changes", () => {
    const desk = reviewing(`${words}old\n`, `${words}new\n`);
    desk.press("0");
    desk.resize(70, 24);
    expect(changed(desk)[0]).toContain("- word word");
  });

  it("is scrolled to within a wrapped line that is taller than the screen", () => {
    const long = "word ".repeat(2_000);
    const desk = reviewing(`${long}old\n`, `${long}new\n`, { columns: 120 });
    desk.press("w");
    expect(desk.screen).toMatch(/old.*new/);
  });

  it("an end of line that has changed is on the screen, too", () => {
    const desk = reviewing(`${words}\r\n`, `${words}\n`);
    expect(desk.screen).toContain("␍␊");
  });
});
