import unicode11 from "@xterm/addon-unicode11";
import xterm from "@xterm/headless";
import fc from "fast-check";
import { describe, expect, test } from "vitest";
import { Painter } from "../src/terminal/painter.ts";
import type { Row, SpanStyle } from "../src/terminal/row.ts";
import { Theme } from "../src/terminal/theme.ts";

const size = { columns: 12, rows: 4 };
const theme = new Theme("dark", 256);

/** A terminal, of which some know nothing of newer characters. */
class Display {
  readonly #terminal = new xterm.Terminal({
    cols: size.columns,
    rows: size.rows,
    scrollback: 0,
    allowProposedApi: true,
  });

  constructor(unicode: "6" | "11") {
    this.#terminal.loadAddon(new unicode11.Unicode11Addon());
    this.#terminal.unicode.activeVersion = unicode;
  }

  /** After all that was shown before is forgotten. */
  showAnew(changes: string): Promise<void> {
    this.#terminal.reset();
    return new Promise((resolve) => this.#terminal.write(`\u001b[?7l${changes}`, resolve));
  }

  /** Every cell with its colours. */
  cells(): readonly string[] {
    const { active } = this.#terminal.buffer;
    return Array.from({ length: size.rows }, (_, row) => {
      const line = active.getLine(active.baseY + row)!;
      const cells = Array.from({ length: size.columns }, (_, column) => line.getCell(column)!);
      return cells
        .map((cell) => `${cell.getChars() || (cell.getWidth() ? " " : "")}${cell.getBgColor()}`)
        .join("");
    });
  }

  text(): readonly string[] {
    const { active } = this.#terminal.buffer;
    return Array.from({ length: size.rows }, (_, row) =>
      active.getLine(active.baseY + row)!.translateToString(true),
    );
  }
}

async function shown(...frames: readonly (readonly Row[])[]): Promise<Display> {
  const display = new Display("11");
  const painter = new Painter(theme, size);
  await display.showAnew(frames.map((rows) => painter.frame(rows)).join(""));
  return display;
}

const plain = (text: string): Row => [{ text }];

describe("a frame", () => {
  test("is cut to the width, and empty where there are no rows", async () => {
    const display = await shown([plain("abcdefghijklmnop"), [], plain("12345678901日")]);
    expect(display.text()).toEqual(["abcdefghijkl", "", "12345678901", ""]);
  });

  test("fills a line with the last background", async () => {
    const display = await shown([[{ text: "ab", style: { bg: "addedLine", underline: true } }]]);
    expect(display.cells()[0]).toBe(`a22b22${" 22".repeat(10)}`);
    const stopped = await shown([[{ text: "ab", style: { bg: "addedLine" } }, { text: "" }]]);
    expect(stopped.cells()[0]).toBe(`a22b22${" -1".repeat(10)}`);
  });

  test("holds nothing that a terminal would obey", () => {
    fc.assert(
      fc.property(fc.array(fc.string({ unit: "binary" })), (texts) => {
        const changes = new Painter(theme, { columns: 200, rows: 20 }).frame(texts.map(plain));
        const rest = changes
          .replaceAll("\u001b[?25l", "")
          .split("\u001b[")
          .map((part) => part.replace(/^[\d;]*[mHKJG]/, ""))
          .join("");
        expect(rest).not.toMatch(/[\p{Cc}\p{Cs}\p{Zl}\p{Zp}\u200e\u200f\u202a-\u202e\u2066-\u2069]/u);
      }),
      { numRuns: 300 },
    );
  });

  test("shows control characters as one cell each", async () => {
    expect((await shown([plain("\u001b[1m\t\u0000\u007f\u0085\u202e\ud800")])).text()[0]).toBe("␛[1m␉␀␡���");
  });

  test("that is the same again sends nothing, and else only what has changed", () => {
    const painter = new Painter(theme, size);
    painter.frame([plain("one line"), plain("two lines")]);
    expect(painter.frame([plain("one line"), plain("two lines")])).toBe("");
    const changes = painter.frame([plain("one line"), plain("two mines")]);
    expect(changes).toBe("\u001b[2;5H\u001b[0mm");
  });

  test("hides the cursor, unless it has a place", () => {
    const painter = new Painter(theme, size);
    // Another painter may have shown it.
    expect(painter.frame([])).toBe("\u001b[?25l\u001b[0m\u001b[2J");
    expect(painter.frame([], { column: 3, row: 1 })).toBe("\u001b[2;4H\u001b[?25h");
    expect(painter.frame([], { column: 3, row: 1 })).toBe("");
    expect(painter.frame([], { column: 99, row: 1 })).toBe("\u001b[2;12H");
    expect(painter.frame([plain("a")], { column: 99, row: 1 })).toMatch(/a\S*\[2;12H$/);
    expect(painter.frame([plain("a")])).toBe("\u001b[?25l");
  });
});

describe("one frame after another", () => {
  const styles: readonly (SpanStyle | undefined)[] = [undefined, { bg: "addedLine" }, { bg: "bar" }];
  const texts = [
    "",
    "a",
    " ",
    "    ",
    "abc",
    "日",
    "日本",
    "e\u0301",
    "😀",
    "👨‍👩‍👧",
    "❤️",
    "🇩🇪",
    "\u0301",
    "\u001b",
    "x日y",
    "👍🏽",
  ];
  const span = fc.record({ text: fc.constantFrom(...texts), style: fc.constantFrom(...styles) });
  const row = fc
    .array(span, { maxLength: 5 })
    .map((spans): Row => spans.map(({ text, style }) => (style ? { text, style } : { text })));
  const frame = fc.array(row, { maxLength: 5 });

  // The older one gives one column to most emoji: whatever it does, nothing may be left behind or out of its place.
  test.each(["6", "11"] as const)(
    "looks as if it were the first, on a terminal of Unicode %s",
    async (unicode) => {
      const [display, fresh] = [new Display(unicode), new Display(unicode)];
      await fc.assert(
        fc.asyncProperty(fc.array(frame, { minLength: 2, maxLength: 4 }), async (frames) => {
          const painter = new Painter(theme, size);
          await display.showAnew(frames.map((rows) => painter.frame(rows)).join(""));
          await fresh.showAnew(new Painter(theme, size).frame(frames.at(-1)!));
          expect(display.cells()).toEqual(fresh.cells());
        }),
        { numRuns: 100 },
      );
    },
  );
});
