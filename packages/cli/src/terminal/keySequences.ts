/** What `ESC [ <final>` and `ESC O <final>` mean. */
export const finalKeys: Readonly<Record<string, string>> = {
  A: "up",
  B: "down",
  C: "right",
  D: "left",
  E: "begin",
  F: "end",
  H: "home",
  P: "f1",
  Q: "f2",
  R: "f3",
  S: "f4",
};

/** `ESC O <final>` with the keypad in application mode. */
export const keypadKeys: Readonly<Record<string, string>> = {
  " ": "space",
  I: "tab",
  M: "enter",
  X: "=",
  j: "*",
  k: "+",
  l: ",",
  m: "-",
  n: ".",
  o: "/",
  p: "0",
  q: "1",
  r: "2",
  s: "3",
  t: "4",
  u: "5",
  v: "6",
  w: "7",
  x: "8",
  y: "9",
};

/** `ESC [ <number> ~`. */
export const numberedKeys: Readonly<Record<number, string>> = {
  1: "home",
  2: "insert",
  3: "delete",
  4: "end",
  5: "pageUp",
  6: "pageDown",
  7: "home",
  8: "end",
  11: "f1",
  12: "f2",
  13: "f3",
  14: "f4",
  15: "f5",
  17: "f6",
  18: "f7",
  19: "f8",
  20: "f9",
  21: "f10",
  23: "f11",
  24: "f12",
  25: "f13",
  26: "f14",
  28: "f15",
  29: "menu",
  31: "f17",
  32: "f18",
  33: "f19",
  34: "f20",
};

/** `ESC [ [ <final>` of the Linux console. */
export const consoleKeys: Readonly<Record<string, string>> = { A: "f1", B: "f2", C: "f3", D: "f4", E: "f5" };

/** rxvt says modifiers with letters of its own: shifted arrows, and what ends a numbered key. */
export const rxvtShifted: Readonly<Record<string, string>> = { a: "up", b: "down", c: "right", d: "left" };
export const rxvtEndings: Readonly<Record<string, number>> = { $: 1, "^": 4, "@": 5 };
export const rxvtControl: Readonly<Record<string, string>> = {
  a: "ctrl+up",
  b: "ctrl+down",
  c: "ctrl+right",
  d: "ctrl+left",
};

/** Code points with a meaning of their own in `ESC [ <code point> u`. */
const codePointKeys: Readonly<Record<number, string>> = {
  8: "backspace",
  9: "tab",
  10: "enter",
  13: "enter",
  27: "esc",
  32: "space",
  127: "backspace",
  57358: "capsLock",
  57361: "printScreen",
  57362: "pause",
  57363: "menu",
  57409: ",",
  57410: "/",
  57411: "*",
  57412: "-",
  57413: "+",
  57414: "enter",
  57415: "=",
  57417: "left",
  57418: "right",
  57419: "up",
  57420: "down",
  57421: "pageUp",
  57422: "pageDown",
  57423: "home",
  57424: "end",
  57425: "insert",
  57426: "delete",
  57427: "begin",
};

const flags = { shift: 1, alt: 2, ctrl: 4 } as const;

/** "ctrl+alt+shift+up", from a key and the modifiers as xterm counts them, less one. */
export function withModifiers(key: string, modifiers: number): string {
  const ctrl = modifiers & flags.ctrl ? "ctrl+" : "";
  const alt = modifiers & flags.alt ? "alt+" : "";
  const shift = modifiers & flags.shift ? "shift+" : "";
  return ctrl + alt + shift + key;
}

/** The key of `ESC [ <code point> ; <modifiers> u`; undefined for keys that are only modifiers, and what is no character. */
export function keyOfCodePoint(codePoint: number, modifiers: number): string | undefined {
  const named = codePointKeys[codePoint];
  if (named !== undefined) return withModifiers(named, modifiers);
  if (codePoint >= 57399 && codePoint <= 57408) return withModifiers(String(codePoint - 57399), modifiers);
  if (codePoint >= 57376 && codePoint <= 57398) return withModifiers(`f${codePoint - 57363}`, modifiers);
  if (!isCharacter(codePoint)) return undefined;
  const character = String.fromCodePoint(codePoint);
  const isShifted = (modifiers & flags.shift) !== 0;
  return withModifiers(isShifted ? character.toUpperCase() : character, modifiers & ~flags.shift);
}

/** Neither a control character, nor half of one, nor from the private area in which terminals number their keys. */
function isCharacter(codePoint: number): boolean {
  const isControl = codePoint < 0x20 || (codePoint >= 0x7f && codePoint < 0xa0);
  const isPrivate = codePoint >= 0xd800 && codePoint <= 0xf8ff;
  return !isControl && !isPrivate && codePoint <= 0x10ffff;
}

/** The key of a single byte below 0x80. */
export function keyOfByte(byte: number): string {
  if (byte === 0x00) return "ctrl+space";
  if (byte === 0x08 || byte === 0x7f) return "backspace";
  if (byte === 0x09) return "tab";
  if (byte === 0x0a || byte === 0x0d) return "enter";
  if (byte === 0x1b) return "esc";
  if (byte === 0x20) return "space";
  if (byte < 0x20) return `ctrl+${String.fromCharCode(byte + (byte < 0x1b ? 0x60 : 0x40))}`;
  return String.fromCharCode(byte);
}
