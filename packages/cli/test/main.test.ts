import { mkdirSync, symlinkSync } from "node:fs";
import { describe, expect, it } from "vitest";
import { type Command, defineCommand } from "../src/command.ts";
import { commandNames, loadCommands } from "../src/commandTable.ts";
import { wantsColour } from "../src/context.ts";
import { nearest } from "../src/nearest.ts";
import { parseArguments } from "../src/parseArguments.ts";
import { printable, printableJson } from "../src/printable.ts";
import { textTable } from "../src/textTable.ts";
import { Place } from "./place.ts";

describe("the command line", () => {
  it("tells the version", async () => {
    using place = new Place();
    const told = { code: 0, out: expect.stringMatching(/^idebridge \d+\.\d+\.\d+\n$/), err: "" };
    expect([await place.run(["--version"]), await place.run(["-V"])]).toEqual([told, told]);
  });

  it("has help for everything, with examples", async () => {
    using place = new Place();
    const overview = await place.run(["--help"]);
    expect(commandNames.filter((name) => !new RegExp(`^ {2}${name} `, "m").test(overview.out))).toEqual([]);
    for (const { name, usage, summary, examples } of await loadCommands()) {
      const { code, out, err } = await place.run([name, "--help"]);
      expect({ code, err, again: await place.run(["help", name]) }).toEqual({
        code: 0,
        err: "",
        again: { code, out, err },
      });
      expect(examples.length, name).toBeGreaterThan(0);
      for (const text of [summary, usage, ...examples.map(({ line }) => line), "--help"])
        expect(out).toContain(text);
    }
  });

  it.each([
    [["lst"], 'There is no command lst. Did you mean "idebridge list"?'],
    [["help", "dcotor"], 'There is no command dcotor. Did you mean "idebridge doctor"?'],
    [
      ["whatever"],
      'There is no command whatever. "idebridge --help" lists them. A folder of that name does not exist either.',
    ],
    [["list", "--jsn"], "There is no option --jsn. Did you mean --json?"],
    [["list", "--json=yes"], "--json takes no value."],
    [["list", "--config-dir"], "--config-dir needs a value: --config-dir <folder>"],
    [["list", "--config-dir", "--json"], "--config-dir needs a value: --config-dir <folder>"],
    [["list", "extra"], "What is extra for? There is one argument too many."],
    [
      ["env", "--shell", "powershel"],
      "--shell is one of sh, bash, zsh, fish, powershell, not powershel. Did you mean powershell?",
    ],
    [
      ["run", "claude", "--continue"],
      "The program to start stands after --, with its arguments: idebridge run -- claude",
    ],
    [["completion"], "<shell> is missing: bash, zsh or fish."],
    [["completion", "tcsh"], "shell is one of bash, zsh, fish, not tcsh."],
    [["watch", "--for", "soon"], "--for must be a number, 0 or more, not soon."],
    [["revert", "x", "--hunk", "0"], "--hunk takes a number, 1 or more, not 0."],
  ])("%j is wrong usage", async (argv, message) => {
    using place = new Place();
    const { code, out, err } = await place.run(argv);
    expect({ code, out, first: err.split("\n")[0] }).toEqual({
      code: 2,
      out: "",
      first: `idebridge: ${message}`,
    });
    const isKnown = (commandNames as readonly string[]).includes(argv[0]!);
    expect(/^Usage: idebridge /m.test(err)).toBe(isKnown);
  });

  it("a folder that cannot be served is no wrong usage: only what is the matter is said", async () => {
    using place = new Place();
    symlinkSync("loop", place.path("loop"));
    const errors = [];
    for (const folder of ["./nowhere", "loop"]) errors.push(await place.run([folder]));
    expect(errors.map(({ code, err }) => [code, err])).toEqual([
      [2, `idebridge: There is no folder ${place.path("nowhere")}. Name one that exists\n`],
      [2, `idebridge: The folder ${place.path("loop")} cannot be read (ELOOP)\n`],
    ]);
  });

  it("a message that begins with our name has it once", async () => {
    using place = new Place({ file: "" });
    const env = { ...place.env, XDG_STATE_HOME: place.path("file") };
    const { code, err } = await place.run([], { env });
    expect([code, err]).toEqual([1, expect.stringMatching(/^idebridge cannot remember anything\. /)]);
  });

  it("takes a folder for serve, and a name with a typing error for none", async () => {
    using place = new Place();
    mkdirSync(place.path("lst"));
    const wrong = ["--port", "no"];
    const errors = await Promise.all(
      [["lst"], ["./elsewhere"], []].map(
        async (argv) => (await place.run([...argv, ...wrong])).err.split("\n")[0],
      ),
    );
    const refused = "idebridge: --port must be a number from 1 to 65535, not no";
    expect(errors).toEqual([refused, refused, refused]);
  });

  it("hands on what stands after --", () => {
    const command = (takesRest: boolean): Command =>
      defineCommand({
        name: "test",
        summary: "",
        usage: "",
        arguments: [{ name: "[file…]", description: "" }],
        takesRest,
        options: {
          many: { type: "string", multiple: true, description: "" },
          quiet: { type: "boolean", short: "q", description: "" },
        },
        examples: [],
        run: async () => 0,
      });
    const argv = ["a", "-q", "--many", "1", "--many=-2", "--", "b", "--help"];
    expect([parseArguments(command(true), argv), parseArguments(command(false), argv)]).toEqual([
      { values: { quiet: true, many: ["1", "-2"] }, positionals: ["a"], rest: ["b", "--help"] },
      { values: { quiet: true, many: ["1", "-2"] }, positionals: ["a", "b", "--help"], rest: [] },
    ]);
  });
});

describe("what is printed", () => {
  it("has nothing in it that a terminal obeys", () => {
    const nasty = "a\u001b[2Jb\u0007\r\n\tc\u009b31m\u202ed\u2028\u{d800}é😀";
    expect({
      line: printable(nasty),
      lines: printable(nasty, { keepLines: true }),
      json: JSON.parse(printableJson({ nasty })),
      unsafe: /[\p{Cc}\u2028\u202e]/u.test(printableJson({ nasty })),
      indented: printableJson({ a: "\u009b" }, 1),
    }).toEqual({
      line: "a\\u{1b}[2Jb\\u{7}\\u{d}\\u{a}\\u{9}c\\u{9b}31m\\u{202e}d\\u{2028}\\u{d800}é😀",
      lines: "a\\u{1b}[2Jb\\u{7}\\u{d}\n\tc\\u{9b}31m\\u{202e}d\\u{2028}\\u{d800}é😀",
      json: { nasty },
      unsafe: false,
      indented: '{\n "a": "\\u009b"\n}',
    });
  });

  it("spells what nobody would see, and leaves alone what belongs where it stands", () => {
    const hidden = "ad\u200bmin\u3164\u{e0041}";
    const fine = "👨‍👩‍👧 ❤️ می‌خواهم";
    expect({
      hidden: printable(hidden),
      fine: printable(fine),
      json: [printableJson(hidden), JSON.parse(printableJson(hidden))],
    }).toEqual({
      hidden: "ad\\u{200b}min\\u{3164}\\u{e0041}",
      fine,
      json: ['"ad\\u200bmin\\u3164\\udb40\\udc41"', hidden],
    });
  });

  it.each([
    [{}, true, true],
    [{}, false, false],
    [{ TERM: "dumb" }, true, false],
    [{ NO_COLOR: "1" }, true, false],
    [{ NO_COLOR: "" }, true, true],
    [{ FORCE_COLOR: "1" }, false, true],
    [{ FORCE_COLOR: "0" }, true, false],
    [{ NO_COLOR: "1", FORCE_COLOR: "1" }, true, false],
  ])("is coloured with %j, terminal %s: %s", (env, isTerminal, expected) => {
    expect(wantsColour(env, isTerminal)).toBe(expected);
  });

  it("stands in columns, with wide characters too", () => {
    const paint = (text: string) => `<${text}>`;
    expect(
      textTable([
        ["a", { text: "漢字", paint }, "end"],
        ["long", "b", ""],
        ["", "", "c"],
      ]),
    ).toBe("a     <漢字>  end\nlong  b\n            c\n");
  });
});

it("finds the name that was meant, or none", () => {
  const names = ["list", "doctor", "select", "settings"];
  expect(["lits", "docter", "selekt", "SETTING", "xyz", "l"].map((name) => nearest(name, names))).toEqual([
    "list",
    "doctor",
    "select",
    "settings",
    undefined,
    undefined,
  ]);
});
