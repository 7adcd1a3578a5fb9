import fc from "fast-check";
import { describe, expect, test } from "vitest";
import type { Reply } from "../src/terminal/escapeSequences.ts";
import type { Input } from "../src/terminal/input.ts";
import { InputDecoder } from "../src/terminal/inputDecoder.ts";

function decode(bytes: string | Uint8Array): readonly (Input | Reply)[] {
  const decoder = new InputDecoder();
  return [...decoder.push(typeof bytes === "string" ? Buffer.from(bytes) : bytes), ...decoder.flush()];
}

/** The names of keys; of all else its type. */
function keys(bytes: string | Uint8Array): string {
  return decode(bytes)
    .map((input) => (input.type === "key" ? input.key : `<${input.type}>`))
    .join(" ");
}

describe("keys", () => {
  test.each([
    ["plain", "aZ?é日😀", "a Z ? é 日 😀"],
    ["named", " \r\n\t\x7f\b\x1b", "space enter enter tab backspace backspace esc"],
    [
      "with Ctrl",
      "\x00\x01\x03\x1a\x1c\x1d\x1e\x1f",
      "ctrl+space ctrl+a ctrl+c ctrl+z ctrl+\\ ctrl+] ctrl+^ ctrl+_",
    ],
    [
      "with Alt",
      "\x1bk\x1bK\x1b\r\x1b\x7f\x1b\x01\x1b \x1bé",
      "alt+k alt+K alt+enter alt+backspace ctrl+alt+a alt+space alt+é",
    ],
    ["Alt with what begins sequences", "\x1b[", "alt+["],
    ["Alt with O", "\x1bO", "alt+O"],
    ["Alt with ]", "\x1b]", "alt+]"],
    ["Escape twice", "\x1b\x1b", "esc esc"],
    ["Escape, then a character with Alt", "\x1b\x1bj", "esc alt+j"],
    ["arrows", "\x1b[A\x1b[B\x1b[C\x1b[D\x1b[H\x1b[F", "up down right left home end"],
    ["arrows in application mode", "\x1bOA\x1bOB\x1bOC\x1bOD\x1bOH\x1bOF", "up down right left home end"],
    [
      "modifiers",
      "\x1b[1;2A\x1b[1;3B\x1b[1;5C\x1b[1;8D\x1b[1;6H",
      "shift+up alt+down ctrl+right ctrl+alt+shift+left ctrl+shift+home",
    ],
    [
      "numbered",
      "\x1b[1~\x1b[2~\x1b[3~\x1b[4~\x1b[5~\x1b[6~\x1b[7~\x1b[8~",
      "home insert delete end pageUp pageDown home end",
    ],
    ["numbered with modifiers", "\x1b[5;5~\x1b[3;2~", "ctrl+pageUp shift+delete"],
    ["shifted tab", "\x1b[Z\x1b[1;5Z", "shift+tab ctrl+shift+tab"],
    ["F1 to F4", "\x1bOP\x1bOQ\x1bOR\x1bOS\x1b[1;2P", "f1 f2 f3 f4 shift+f1"],
    [
      "F5 to F12",
      "\x1b[15~\x1b[17~\x1b[18~\x1b[19~\x1b[20~\x1b[21~\x1b[23~\x1b[24~",
      "f5 f6 f7 f8 f9 f10 f11 f12",
    ],
    ["old F1 to F4", "\x1b[11~\x1b[12~\x1b[13~\x1b[14~", "f1 f2 f3 f4"],
    ["Linux console", "\x1b[[A\x1b[[E", "f1 f5"],
    [
      "rxvt",
      "\x1b[a\x1b[d\x1bOa\x1bOc\x1b[5^\x1b[6$\x1b[3@\x1b\x1b[A",
      "shift+up shift+left ctrl+up ctrl+right ctrl+pageUp shift+pageDown ctrl+shift+delete alt+up",
    ],
    ["keypad", "\x1bOM\x1bOj\x1bOp\x1bOy\x1bO5A", "enter * 0 9 ctrl+up"],
    [
      "CSI u",
      "\x1b[97;5u\x1b[13;2u\x1b[27u\x1b[106u\x1b[97;2u\x1b[9;5u\x1b[32;5u",
      "ctrl+a shift+enter esc j A ctrl+tab ctrl+space",
    ],
    [
      "CSI u, with what kitty adds",
      "\x1b[97:65;2u\x1b[57417u\x1b[57376u\x1b[57400u\x1b[97;1:1u\x1b[97;1:3u\x1b[57441;2u",
      "A left f13 1 a",
    ],
    ["modifyOtherKeys", "\x1b[27;5;9~\x1b[27;2;13~\x1b[27;6;65~", "ctrl+tab shift+enter ctrl+A"],
    ["capitals in CSI u with Caps Lock and Num Lock", "\x1b[97;193u\x1b[1;129A", "a up"],
    ["release of an arrow", "\x1b[1;1:3A", ""],
    ["what nobody knows", "\x1b[99~\x1b[?25h\x1b[>1;2c\x1b[5n\x1b[1!pj", "j"],
    ["a sequence that breaks off", "\x1b[1;éj", "é j"],
    ["control character within a sequence", "\x1b[1\x03j", "ctrl+c j"],
    [
      "bytes that are no UTF-8",
      Buffer.from([0x80, 0xff, 0xc3, 0x28, 0xe2, 0x82, 0x6a, 0xed, 0xa0, 0x80, 0xf5]),
      "( j",
    ],
    ["a sequence that never ends", `\x1b[${"1".repeat(200)}`, "1 ".repeat(138).trim()],
  ])("%s", (_, bytes, expected) => {
    expect(keys(bytes)).toBe(expected);
  });

  test("Escape is certain only after a while", () => {
    const decoder = new InputDecoder();
    expect([decoder.push(Buffer.from("\x1b")), decoder.pending]).toEqual([[], "escape"]);
    expect([decoder.push(Buffer.from("[")), decoder.pending]).toEqual([[], "sequence"]);
    expect([decoder.push(Buffer.from("A")), decoder.pending]).toEqual([
      [{ type: "key", key: "up" }],
      "nothing",
    ]);
    decoder.push(Buffer.from("\x1b"));
    expect(decoder.flush()).toEqual([{ type: "key", key: "esc" }]);
    expect(decoder.flush()).toEqual([]);
  });
});

describe("a line that was stuck in the middle of a sequence", () => {
  test.each([
    ["\x1b", "[A", "A", "esc A"],
    ["\x1b", "[1;5Cj", "", "esc j"],
    ["\x1b", "OB", "j", "esc j"],
    ["\x1b", "[<0;5;3M", "j", "esc j"],
    ["\x1b", "[", "A", "esc [ A"],
    ["\x1b", "j", "[A", "esc j [ A"],
    ["\x1b[1;", "5A", "A", "A"],
    ["\x1b[<0;5", ";3M", "j", "j"],
    ["\x1b]11;rgb:ff", "ff/aaaa/aaaa\x1b\\a", "", "a"],
    ["\x1b]11;rgb:ff", "ff/aaaa/aaaa\x07a", "", "a"],
  ])("%j was given up; then %j and %j", (begun, late, next, expected) => {
    const decoder = new InputDecoder();
    const inputs = [
      ...decoder.push(Buffer.from(begun)),
      ...decoder.flush(),
      ...decoder.push(Buffer.from(late)),
      ...decoder.push(Buffer.from(next)),
    ];
    expect(inputs.map((input) => (input.type === "key" ? input.key : input.type)).join(" ")).toBe(expected);
  });
});

describe("mouse and focus", () => {
  const plain = { type: "mouse", button: "left", column: 4, row: 2, ctrl: false, alt: false, shift: false };

  test.each([
    ["\x1b[<0;5;3M", { ...plain, action: "press" }],
    ["\x1b[<0;5;3m", { ...plain, action: "release" }],
    ["\x1b[<32;5;3M", { ...plain, action: "drag" }],
    ["\x1b[<35;5;3M", { ...plain, action: "move", button: "none" }],
    ["\x1b[<2;500;300M", { ...plain, action: "press", button: "right", column: 499, row: 299 }],
    ["\x1b[<64;5;3M", { ...plain, action: "wheelUp", button: "none" }],
    ["\x1b[<65;5;3M", { ...plain, action: "wheelDown", button: "none" }],
    ["\x1b[<66;5;3M", { ...plain, action: "wheelLeft", button: "none" }],
    ["\x1b[<29;5;3M", { ...plain, action: "press", button: "middle", ctrl: true, alt: true, shift: true }],
    ["\x1b[M %#", { ...plain, action: "press" }],
    ["\x1b[M#%#", { ...plain, action: "release", button: "none" }],
    ["\x1b[M`%#", { ...plain, action: "wheelUp", button: "none" }],
  ])("%j", (bytes, expected) => {
    expect(decode(bytes)).toEqual([expected]);
  });

  test("what is no mouse is nothing", () => {
    expect(decode("\x1b[<0;5M\x1b[<128;1;1M\x1b[<0;1;1x\x1b[M\x00%#")).toEqual([]);
  });

  test("focus", () => {
    expect(decode("\x1b[I\x1b[O")).toEqual([
      { type: "focus", focused: true },
      { type: "focus", focused: false },
    ]);
  });
});

describe("paste", () => {
  test("is one input, whatever is in it", () => {
    expect(decode("j\x1b[200~yes\r\nq\x03\x1b[A\tä\r\x1b[201~k")).toEqual([
      { type: "key", key: "j" },
      { type: "paste", text: "yes\nq\x03\x1b[A\tä\n" },
      { type: "key", key: "k" },
    ]);
  });

  test("waits for its end for ever", () => {
    const decoder = new InputDecoder();
    expect(decoder.push(Buffer.from("\x1b[200~ab\x1b"))).toEqual([]);
    expect([decoder.pending, decoder.flush()]).toEqual(["nothing", []]);
    expect(decoder.push(Buffer.from("[201~"))).toEqual([{ type: "paste", text: "ab" }]);
  });

  test("an end without a beginning is nothing; a long one is cut", () => {
    expect(decode("\x1b[201~j")).toEqual([{ type: "key", key: "j" }]);
    const [paste, ...rest] = decode(`\x1b[200~${"x".repeat(3_000_000)}\x1b[201~j`);
    expect([paste?.type === "paste" && paste.text.length, rest]).toEqual([
      1024 * 1024,
      [{ type: "key", key: "j" }],
    ]);
  });
});

describe("answers of the terminal", () => {
  test.each([
    ["\x1b]11;rgb:ffff/8080/0000\x1b\\", [{ type: "background", rgb: "#ff8000" }]],
    ["\x1b]11;rgb:ff/80/00\x07", [{ type: "background", rgb: "#ff8000" }]],
    ["\x1b]11;rgba:f/8/0/f\x07", [{ type: "background", rgb: "#ff8800" }]],
    ["\x1b[?62;22c", [{ type: "attributes" }]],
    ["\x1b]10;rgb:ff/80/00\x07\x1bP1$r0m\x1b\\\x1b_Gok\x1b\\", []],
    ["\x1b]11;rgb:zz/80/00\x07", []],
  ])("%j", (bytes, expected) => {
    expect(decode(bytes)).toEqual(expected);
    expect(keys(`j${bytes}k`)).toMatch(/^j .*k$/);
  });

  test("a part of one is never taken for keys", () => {
    expect(keys("\x1b]11;rgb:ffff/ff")).toBe("");
  });
});

describe("any bytes", () => {
  const pieces = [
    "\x1b",
    "[",
    "O",
    "]",
    "P",
    "1",
    ";",
    "5",
    "A",
    "u",
    "~",
    "$",
    "<",
    "?",
    "M",
    "m",
    "c",
    "\x07",
    "\\",
    "j",
    "é",
    "日",
    "😀",
    "\x1b[200~",
    "\x1b[201~",
    "\x1b[<0;1;1M",
    "\x1b]11;rgb:",
    "\x1b[A",
    "\x1b\x1b[A",
    "\x03",
    "\r",
  ];
  const bytes = fc.oneof(
    fc.uint8Array({ maxLength: 200 }),
    fc
      .array(fc.constantFrom(...pieces), { maxLength: 60 })
      .map((parts) => new Uint8Array(Buffer.from(parts.join("")))),
  );

  test("give the same inputs, however they are cut", () => {
    fc.assert(
      fc.property(bytes, fc.array(fc.nat(200)), (all, cuts) => {
        const places = [0, ...cuts.filter((cut) => cut < all.length).sort((a, b) => a - b), all.length];
        const decoder = new InputDecoder();
        const inputs = places
          .slice(1)
          .flatMap((end, index) => decoder.push(all.subarray(places[index], end)));
        expect([...inputs, ...decoder.flush()]).toEqual(decode(all));
      }),
      { numRuns: 2_000 },
    );
  });

  test("never leave anything pending but a paste", () => {
    fc.assert(
      fc.property(bytes, (all) => {
        const decoder = new InputDecoder();
        decoder.push(all);
        decoder.flush();
        expect(decoder.pending).toBe("nothing");
      }),
    );
  });
});
