const named: Readonly<Record<string, string>> = {
  enter: "\r",
  esc: "\u001b",
  tab: "\t",
  "shift+tab": "\u001b[Z",
  backspace: "\u007f",
  space: " ",
  "ctrl+space": "\u0000",
};

const arrows: Readonly<Record<string, string>> = {
  up: "A",
  down: "B",
  right: "C",
  left: "D",
  end: "F",
  home: "H",
};

const numbered: Readonly<Record<string, number>> = {
  insert: 2,
  delete: 3,
  pageUp: 5,
  pageDown: 6,
  f1: 11,
  f2: 12,
  f3: 13,
  f4: 14,
  f5: 15,
  f6: 17,
  f7: 18,
  f8: 19,
  f9: 20,
  f10: 21,
  f11: 23,
  f12: 24,
};

/** What a terminal sends for a key, as xterm does it. */
export function bytesOfKey(key: string, isApplicationMode = false): string {
  const known = named[key];
  if (known !== undefined) return known;
  const [, modifiers = "", name = ""] = /^((?:ctrl\+|alt\+|shift\+)*)(.+)$/su.exec(key)!;
  const number =
    1 +
    (modifiers.includes("shift") ? 1 : 0) +
    (modifiers.includes("alt") ? 2 : 0) +
    (modifiers.includes("ctrl") ? 4 : 0);
  const arrow = arrows[name];
  if (arrow)
    return number > 1 ? `\u001b[1;${number}${arrow}` : `\u001b${isApplicationMode ? "O" : "["}${arrow}`;
  const code = numbered[name];
  if (code) return number > 1 ? `\u001b[${code};${number}~` : `\u001b[${code}~`;
  if (modifiers.includes("alt")) return `\u001b${bytesOfKey(key.replace("alt+", ""))}`;
  if (modifiers === "ctrl+" && /^[a-z[\\\]^_]$/.test(name)) {
    return String.fromCharCode(name.toUpperCase().charCodeAt(0) - 0x40);
  }
  if (modifiers !== "" || [...key].length !== 1) throw new Error(`There is no key ${key}`);
  return key;
}
