import { describe, expect, it } from "vitest";
import { Desk } from "./desk.ts";

const long = Array.from({ length: 40 }, (_, index) => `word${index}`).join(" ");

function told(desk: Desk, ...messages: string[]): void {
  for (const message of messages) desk.event({ type: "warning", message });
}

/** What is in the log, without times and indentation. */
function read(desk: Desk): string {
  const rows = desk.rows.slice(2, -2).map((row) => row.slice(12));
  return rows.join(" ").trim();
}

describe("the log", () => {
  it.each([40, 80, 200])("has long lines whole, on %i columns", (columns) => {
    const desk = new Desk({ columns, rows: 30 });
    told(desk, long);
    desk.press("3");
    const widest = Math.max(...desk.rows.slice(2, -2).map((row) => row.length));
    expect([read(desk), widest <= columns]).toEqual([expect.stringContaining(long), true]);
  });

  it("scrolls through a line that is taller than the screen, and says how much is below", () => {
    const desk = new Desk({ columns: 40, rows: 8 });
    told(desk, `${long} the end`);
    desk.press("3");
    const heads = [desk.rows[1], read(desk).includes("the end")];
    desk.press("G");
    expect([heads, desk.rows[1], read(desk)]).toEqual([
      [expect.stringMatching(/^ {2}\d+ more rows below$/), false],
      "",
      expect.stringContaining("the end"),
    ]);
  });

  it("whoever reads further down is not moved by what comes in above, be it long", () => {
    const desk = new Desk({ columns: 40, rows: 12 });
    told(desk, ...Array.from({ length: 30 }, (_, index) => `message ${index}`));
    desk.press("3", "j", "j");
    const before = read(desk);
    told(desk, long);
    expect([read(desk), before]).toEqual([before, expect.stringContaining("message 27")]);
  });
});
