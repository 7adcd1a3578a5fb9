import type { Input, MouseInput } from "./input.ts";
import {
  consoleKeys,
  finalKeys,
  keyOfByte,
  keyOfCodePoint,
  keypadKeys,
  numberedKeys,
  rxvtControl,
  rxvtEndings,
  rxvtShifted,
  withModifiers,
} from "./keySequences.ts";

/** What the terminal answers to our questions. */
export type Reply = { readonly type: "background"; readonly rgb: string } | { readonly type: "attributes" };

export interface Understood {
  /** How many bytes it was. */
  readonly length: number;
  /** Undefined for what means nothing here. */
  readonly input?: Input | Reply | { readonly type: "pasteStart" } | undefined;
}

const escapeByte = 0x1b;
const bell = 0x07;
/** Longer ones are of no terminal. */
const longestSequence = 64;
const longestString = 4096;

/** Understands the beginning of these bytes, if there are enough of them. */
export function readInput(bytes: Buffer): Understood | "more" {
  const first = bytes[0]!;
  if (first === escapeByte) return readEscape(bytes);
  return first < 0x80 ? key(1, keyOfByte(first)) : readCharacter(bytes);
}

function readEscape(bytes: Buffer): Understood | "more" {
  if (bytes.length === 1) return "more";
  const second = bytes[1]!;
  switch (String.fromCharCode(second)) {
    case "[":
      return readControlSequence(bytes);
    case "O":
      return readSingleShift(bytes);
    case "]":
    case "P":
    case "X":
    case "^":
    case "_":
      return readControlString(bytes);
    case "\u001b":
      return readSecondEscape(bytes);
    default:
      return withAlt(second < 0x80 ? key(1, keyOfByte(second)) : readCharacter(bytes.subarray(1)));
  }
}

/** rxvt puts an Escape before the sequence of a key that is pressed with Alt. Else it was the key itself. */
function readSecondEscape(bytes: Buffer): Understood | "more" {
  if (bytes.length === 2) return "more";
  const introducer = String.fromCharCode(bytes[2]!);
  if (introducer !== "[" && introducer !== "O") return key(1, "esc");
  const next = readEscape(bytes.subarray(1));
  if (next === "more") return next;
  return next.input?.type === "key" ? withAlt(next) : key(1, "esc");
}

function withAlt(next: Understood | "more"): Understood | "more" {
  if (next === "more") return next;
  const { length, input } = next;
  if (input?.type !== "key") return { length: length + 1, input };
  const [, ctrl, rest] = /^(ctrl\+)?(.+)$/su.exec(input.key)!;
  return key(length + 1, rest!.startsWith("alt+") ? input.key : `${ctrl ?? ""}alt+${rest}`);
}

/** `ESC [ parameters final` */
function readControlSequence(bytes: Buffer): Understood | "more" {
  if (bytes.length === 2) return "more";
  if (bytes[2] === 0x5b) return bytes.length === 3 ? "more" : readConsoleKey(bytes[3]!);
  if (bytes[2] === 0x4d) return bytes.length < 6 ? "more" : readOldMouse(bytes);
  for (let at = 2; at < bytes.length; at += 1) {
    const byte = bytes[at]!;
    const parameters = bytes.toString("latin1", 2, at);
    const isFinal = (byte >= 0x40 && byte < 0x7f) || (byte === 0x24 && /^\d+$/.test(parameters));
    if (isFinal) return { length: at + 1, input: meaningOf(parameters, String.fromCharCode(byte)) };
    if (byte < 0x20 || byte >= 0x7f) return at === 2 ? key(2, "alt+[") : { length: at };
    if (at === longestSequence) return { length: at };
  }
  return "more";
}

function meaningOf(parameters: string, final: string): Understood["input"] {
  if (parameters.startsWith("<")) return mouseOf(parameters.slice(1), final);
  if (parameters.startsWith("?")) return final === "c" ? { type: "attributes" } : undefined;
  if (/[^\d;:]/.test(parameters)) return undefined;
  if (parameters === "" && (final === "I" || final === "O")) return { type: "focus", focused: final === "I" };
  if (parameters === "200" && final === "~") return { type: "pasteStart" };
  const name = keyOf(parameters, final);
  return name === undefined ? undefined : { type: "key", key: name };
}

function keyOf(parameters: string, final: string): string | undefined {
  const [first = "", second = "", third = ""] = parameters.split(";");
  const [modifier = "", event] = second.split(":");
  // The key is released; only its press counts.
  if (event === "3") return undefined;
  const modifiers = modifier === "" ? 0 : (Number(modifier) - 1) & 7;
  const number = Number.parseInt(first, 10);
  if (final === "u") return keyOfCodePoint(number, modifiers);
  if (final === "~" && number === 27) return keyOfCodePoint(Number.parseInt(third, 10), modifiers);
  if (final === "Z") return withModifiers("tab", modifiers | 1);
  const rxvtModifiers = rxvtEndings[final];
  const named =
    final === "~" || rxvtModifiers !== undefined
      ? numberedKeys[number]
      : (finalKeys[final] ?? rxvtShifted[final]);
  if (named === undefined) return undefined;
  return withModifiers(named, rxvtModifiers ?? (rxvtShifted[final] ? 1 : modifiers));
}

function readConsoleKey(byte: number): Understood {
  const name = consoleKeys[String.fromCharCode(byte)];
  return name === undefined ? { length: 3 } : key(4, name);
}

/** `ESC O parameters final` */
function readSingleShift(bytes: Buffer): Understood | "more" {
  for (let at = 2; at < bytes.length && at < longestSequence; at += 1) {
    const final = String.fromCharCode(bytes[at]!);
    if (/[\d;]/.test(final)) continue;
    const modifiers = Number(/(\d*)$/.exec(bytes.toString("latin1", 2, at))![1] || 1) - 1;
    const control = rxvtControl[final];
    if (control) return key(at + 1, control);
    const name = finalKeys[final] ?? keypadKeys[final];
    return name === undefined ? key(2, "alt+O") : key(at + 1, withModifiers(name, modifiers & 7));
  }
  return bytes.length < longestSequence ? "more" : key(2, "alt+O");
}

/** `ESC ] text BEL`, or `ESC \` at the end: an answer of the terminal. */
function readControlString(bytes: Buffer): Understood | "more" {
  for (let at = 2; at < bytes.length && at < longestString; at += 1) {
    if (bytes[at] === bell) return { length: at + 1, input: replyOf(bytes.toString("latin1", 1, at)) };
    if (bytes[at] !== escapeByte) continue;
    if (at + 1 === bytes.length) return "more";
    if (bytes[at + 1] === 0x5c) return { length: at + 2, input: replyOf(bytes.toString("latin1", 1, at)) };
    return at === 2 ? withAlt(key(1, keyOfByte(bytes[1]!))) : { length: at };
  }
  return bytes.length < longestString ? "more" : { length: longestString };
}

/** `]11;rgb:1e1e/1e1e/1e1e`, with one to four digits for each channel. */
function replyOf(text: string): Reply | undefined {
  const channels = /^\]11;rgba?:([\da-f]{1,4})\/([\da-f]{1,4})\/([\da-f]{1,4})/i.exec(text)?.slice(1);
  if (!channels) return undefined;
  const bytes = channels.map((digits) =>
    Math.round((Number.parseInt(digits, 16) / (16 ** digits.length - 1)) * 255),
  );
  return { type: "background", rgb: `#${bytes.map((byte) => byte.toString(16).padStart(2, "0")).join("")}` };
}

/** `ESC [ < button ; column ; row M`, or `m` for a release. */
function mouseOf(parameters: string, final: string): MouseInput | undefined {
  const [, code, column, row] = /^(\d{1,5});(\d{1,6});(\d{1,6})$/.exec(parameters) ?? [];
  if (code === undefined || (final !== "M" && final !== "m")) return undefined;
  return mouse(Number(code), Number(column), Number(row), final === "m");
}

/** `ESC [ M` and three bytes: from terminals that know nothing newer. */
function readOldMouse(bytes: Buffer): Understood {
  const [code, column, row] = [...bytes.subarray(3, 6)].map((byte) => byte - 32) as [number, number, number];
  const isRelease = (code & 0x63) === 3;
  return { length: 6, input: code < 0 ? undefined : mouse(code, column, row, isRelease) };
}

function mouse(code: number, column: number, row: number, isRelease: boolean): MouseInput | undefined {
  // The buttons at the side of some mice.
  if (code & 128) return undefined;
  const wheel =
    code & 64 ? (["wheelUp", "wheelDown", "wheelLeft", "wheelRight"] as const)[code & 3] : undefined;
  const button = wheel ? "none" : (["left", "middle", "right", "none"] as const)[code & 3]!;
  const moved = button === "none" ? "move" : "drag";
  const action = wheel ?? (isRelease ? "release" : code & 32 ? moved : "press");
  return {
    type: "mouse",
    action,
    button,
    column: Math.max(0, column - 1),
    row: Math.max(0, row - 1),
    ctrl: (code & 16) !== 0,
    alt: (code & 8) !== 0,
    shift: (code & 4) !== 0,
  };
}

/** One character in UTF-8. */
function readCharacter(bytes: Buffer): Understood | "more" {
  const first = bytes[0]!;
  if (first < 0xc2 || first > 0xf4) return { length: 1 };
  const length = first >= 0xf0 ? 4 : first >= 0xe0 ? 3 : 2;
  let codePoint = first & (0x7f >> length);
  for (let at = 1; at < length; at += 1) {
    if (at === bytes.length) return "more";
    if ((bytes[at]! & 0xc0) !== 0x80) return { length: at };
    codePoint = (codePoint << 6) | (bytes[at]! & 0x3f);
  }
  const least = { 2: 0x80, 3: 0x800, 4: 0x10000 }[length];
  const name = codePoint < least ? undefined : keyOfCodePoint(codePoint, 0);
  return name === undefined ? { length } : key(length, name);
}

function key(length: number, name: string): Understood {
  return { length, input: { type: "key", key: name } };
}
