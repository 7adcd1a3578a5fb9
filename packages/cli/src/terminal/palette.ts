import type { Background, TextColour } from "./row.ts";

/** A colour as it is, and the nearest that looks right among the 256 of xterm. */
export type Paint = readonly [rgb: string, indexed: number];

export interface Palette {
  readonly text: Readonly<Record<TextColour, Paint>>;
  readonly background: Readonly<Record<Background, Paint>>;
}

export type ThemeName = "light" | "dark";

/** The background is the terminal's own, so these must be readable on all that people call dark, or light. */
export const palettes: Readonly<Record<ThemeName, Palette>> = {
  dark: {
    text: {
      text: ["#e6edf3", 231],
      muted: ["#a8b1bb", 248],
      accent: ["#8ecaff", 117],
      warning: ["#f0c75e", 221],
      error: ["#ffa59e", 217],
      success: ["#7ee29a", 120],
      added: ["#7ee29a", 120],
      removed: ["#ffa59e", 217],
      barText: ["#e6edf3", 255],
      lineNumber: ["#a0a9b4", 247],
      fold: ["#9fb4d0", 110],
      keyword: ["#ffa198", 217],
      string: ["#a5d6ff", 153],
      comment: ["#a8b1bb", 248],
      number: ["#8ecaff", 117],
      type: ["#ffbe7a", 222],
      function: ["#d9b8ff", 183],
      constant: ["#8ecaff", 117],
      operator: ["#ffb3ac", 217],
      property: ["#8fd9c8", 116],
      tag: ["#8ee5a5", 157],
    },
    background: {
      addedLine: ["#13301d", 22],
      removedLine: ["#3b1b1f", 52],
      addedInner: ["#1d572f", 28],
      removedInner: ["#742a2f", 88],
      bar: ["#2f3a48", 237],
      selected: ["#264f78", 24],
      fold: ["#1f2a3a", 235],
      match: ["#6b5200", 58],
    },
  },
  light: {
    text: {
      text: ["#1f2328", 234],
      muted: ["#535a63", 239],
      accent: ["#0550ae", 25],
      warning: ["#7a4b00", 94],
      error: ["#a40e26", 124],
      success: ["#0f5323", 22],
      added: ["#0f5323", 22],
      removed: ["#a40e26", 124],
      barText: ["#1f2328", 234],
      lineNumber: ["#5a626c", 240],
      fold: ["#3d5878", 24],
      keyword: ["#a40e26", 124],
      string: ["#0a3069", 18],
      comment: ["#535a63", 239],
      number: ["#0550ae", 25],
      type: ["#7d3400", 88],
      function: ["#5e2ca5", 54],
      constant: ["#0550ae", 25],
      operator: ["#a40e26", 124],
      property: ["#0b5a54", 23],
      tag: ["#0f5323", 22],
    },
    background: {
      addedLine: ["#dafbe1", 194],
      removedLine: ["#ffebe9", 224],
      addedInner: ["#aceebb", 157],
      removedInner: ["#ffcecb", 217],
      bar: ["#dde3ea", 254],
      selected: ["#cfe3fb", 153],
      fold: ["#eaf1fa", 255],
      match: ["#ffe58a", 222],
    },
  },
};

/** Where there are sixteen colours, the user has chosen them: only the names are known. */
export const sixteenColours = {
  text: {
    text: [],
    muted: [2],
    accent: [36],
    warning: [33],
    error: [31],
    success: [32],
    added: [32],
    removed: [31],
    barText: [],
    lineNumber: [2],
    fold: [2],
    keyword: [35],
    string: [33],
    comment: [2],
    number: [36],
    type: [36],
    function: [34],
    constant: [36],
    operator: [],
    property: [],
    tag: [35],
  },
  background: {
    addedLine: [32],
    removedLine: [31],
    addedInner: [30, 42],
    removedInner: [30, 41],
    bar: [7],
    selected: [7],
    fold: [2],
    match: [30, 43],
  },
} as const satisfies Attributes;

/** Without colours. Signs tell what is added and removed; the rest needs a look of its own. */
export const noColours = {
  text: {
    text: [],
    muted: [2],
    accent: [1],
    warning: [1],
    error: [1],
    success: [],
    added: [],
    removed: [],
    barText: [],
    lineNumber: [2],
    fold: [2],
    keyword: [],
    string: [],
    comment: [],
    number: [],
    type: [],
    function: [],
    constant: [],
    operator: [],
    property: [],
    tag: [],
  },
  background: {
    addedLine: [],
    removedLine: [],
    addedInner: [1, 4],
    removedInner: [4],
    bar: [7],
    selected: [7],
    fold: [2],
    match: [1, 7],
  },
} as const satisfies Attributes;

/** As parameters of the sequence that sets them. */
export interface Attributes {
  readonly text: Readonly<Record<TextColour, readonly number[]>>;
  readonly background: Readonly<Record<Background, readonly number[]>>;
}
