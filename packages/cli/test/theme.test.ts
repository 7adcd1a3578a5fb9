import { describe, expect, test } from "vitest";
import { type ColourDepth, colourDepthOf } from "../src/terminal/colourDepth.ts";
import { contrast, rgbOfIndexed } from "../src/terminal/contrast.ts";
import { type Paint, palettes } from "../src/terminal/palette.ts";
import type { Background, TextColour } from "../src/terminal/row.ts";
import { Theme } from "../src/terminal/theme.ts";
import { themeOfBackground, themeOfEnvironment } from "../src/terminal/themeOfTerminal.ts";

/** Backgrounds that people have: plain, and of well-known themes. */
const terminals = {
  dark: ["#000000", "#1e1e1e", "#282c34", "#002b36", "#282a36", "#2e3440"],
  light: ["#ffffff", "#fafafa", "#fdf6e3", "#eff1f5"],
} as const;

describe.each(["dark", "light"] as const)("the %s palette", (name) => {
  const { text, background } = palettes[name];
  const rgb = ([exact, indexed]: Paint, depth: "true" | 256) =>
    depth === "true" ? exact : rgbOfIndexed(indexed);

  test.each(["true", 256] as const)("can be read on every terminal of its kind, with %s colours", (depth) => {
    const poor = Object.entries(text).flatMap(([role, paint]) =>
      terminals[name].map((terminal) => [role, terminal, contrast(rgb(paint, depth), terminal)] as const),
    );
    expect(poor.filter(([, , value]) => value < 4.5)).toEqual([]);
  });

  test.each(["true", 256] as const)("can be read on its own backgrounds, with %s colours", (depth) => {
    const theme = new Theme(name, depth);
    for (const bg of Object.keys(background) as Background[]) {
      for (const fg of Object.keys(text) as TextColour[]) {
        const [above, below] = coloursOf(theme.sequenceOf({ fg, bg }));
        expect([fg, bg, contrast(above, below) >= 4.5]).toEqual([fg, bg, true]);
      }
    }
  });

  test("keeps the colours of syntax on changed lines", () => {
    const theme = new Theme(name, "true");
    for (const bg of ["addedLine", "removedLine"] as const) {
      for (const fg of Object.keys(text) as TextColour[]) {
        expect(coloursOf(theme.sequenceOf({ fg, bg }))).toEqual([text[fg][0], background[bg][0]]);
      }
    }
  });
});

describe("depths", () => {
  const sequence = (depth: ColourDepth) =>
    new Theme("dark", depth).sequenceOf({ fg: "added", bg: "bar", bold: true });

  test("are used as they are there", () => {
    expect(([0, 16, 256, "true"] as const).map(sequence)).toEqual([
      "\u001b[0;1;7m",
      "\u001b[0;1;7m",
      "\u001b[0;1;38;5;120;48;5;237m",
      "\u001b[0;1;38;2;126;226;154;48;2;47;58;72m",
    ]);
  });

  test.each([0, 16] as const)("%i: the page that is shown stands out in the bar", (depth) => {
    const theme = new Theme("dark", depth);
    const style = { fg: "barText", bg: "bar", bold: true } as const;
    expect([theme.sequenceOf(style), theme.sequenceOf({ ...style, inverse: true })]).toEqual([
      "\u001b[0;1;7m",
      "\u001b[0;1m",
    ]);
  });

  test("none: no colours, but what matters can be told apart", () => {
    const theme = new Theme("light", 0);
    const looks = (["addedLine", "addedInner", "removedInner", "selected", "match"] as const).map((bg) =>
      theme.sequenceOf({ fg: "keyword", bg }),
    );
    expect(looks).toEqual(["\u001b[0m", "\u001b[0;1;4m", "\u001b[0;4m", "\u001b[0;7m", "\u001b[0;1;7m"]);
  });

  test.each<[ColourDepth, Record<string, string>]>([
    [0, { NO_COLOR: "1", COLORTERM: "truecolor", FORCE_COLOR: "3" }],
    [256, { NO_COLOR: "", TERM: "xterm-256color" }],
    [0, { FORCE_COLOR: "0", TERM: "xterm-256color" }],
    [16, { FORCE_COLOR: "1", COLORTERM: "truecolor" }],
    [256, { FORCE_COLOR: "2", TERM: "dumb" }],
    ["true", { FORCE_COLOR: "3" }],
    ["true", { FORCE_COLOR: "true", TERM: "xterm-kitty" }],
    ["true", { TERM: "xterm-256color", COLORTERM: "truecolor" }],
    ["true", { TERM: "xterm-256color", COLORTERM: "24bit" }],
    ["true", { TERM: "alacritty" }],
    ["true", { TERM: "xterm-ghostty" }],
    ["true", { TERM: "tmux-256color", COLORTERM: "truecolor" }],
    ["true", { TERM: "screen-256color", COLORTERM: "truecolor", TMUX: "/tmp/tmux" }],
    ["true", { TERM: "xterm-256color", TERM_PROGRAM: "vscode" }],
    ["true", { TERM: "xterm-256color", WT_SESSION: "1" }],
    [256, { TERM: "screen-256color", COLORTERM: "truecolor" }],
    [256, { TERM: "xterm-256color" }],
    [256, { TERM: "xterm-256color", TERM_PROGRAM: "Apple_Terminal" }],
    [16, { TERM: "xterm" }],
    [16, { TERM: "linux" }],
    [16, { TERM: "screen" }],
    [16, {}],
    [0, { TERM: "dumb" }],
  ])("%s colours: %j", (depth, env) => {
    expect(colourDepthOf(env)).toBe(depth);
  });
});

describe("light or dark", () => {
  test("by the background that the terminal has", () => {
    for (const name of ["dark", "light"] as const)
      for (const rgb of terminals[name]) expect([rgb, themeOfBackground(rgb)]).toEqual([rgb, name]);
  });

  test.each([
    ["15;0", "dark"],
    ["0;15", "light"],
    ["0;default;7", "light"],
    ["12;8", "dark"],
    ["nonsense", undefined],
    [undefined, undefined],
  ])("by COLORFGBG=%s: %s", (COLORFGBG, expected) => {
    expect(themeOfEnvironment({ COLORFGBG })).toBe(expected);
  });
});

/** The two colours that a sequence sets, as they are shown. */
function coloursOf(sequence: string): [string, string] {
  const exact = [...sequence.matchAll(/[34]8;2;(\d+);(\d+);(\d+)/g)].map(
    ([, ...channels]) =>
      `#${channels.map((channel) => Number(channel).toString(16).padStart(2, "0")).join("")}`,
  );
  const indexed = [...sequence.matchAll(/[34]8;5;(\d+)/g)].map(([, index]) => rgbOfIndexed(Number(index)));
  return [...exact, ...indexed] as [string, string];
}
