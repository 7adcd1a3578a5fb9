import { execFileSync } from "node:child_process";
import { mkdirSync, readFileSync, symlinkSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { fileURLToPath } from "node:url";
import fc from "fast-check";
import { describe, expect, it } from "vitest";
import { pages } from "../generate/pages.ts";
import { loadSettings } from "../src/settings/loadSettings.ts";
import { JsoncError, parseJsonc, placeOf, plainValue } from "../src/settings/parseJsonc.ts";
import { parseSettings } from "../src/settings/parseSettings.ts";
import { Place } from "./place.ts";

describe("JSON with comments", () => {
  it("is read as JSON where it is JSON", () => {
    fc.assert(
      fc.property(fc.jsonValue(), fc.constantFrom(undefined, 2, "\t"), (value, indent) => {
        const text = JSON.stringify(value, undefined, indent);
        expect(plainValue(parseJsonc(text))).toEqual(JSON.parse(text));
      }),
    );
  });

  it("is refused where it is neither, and never loops", () => {
    fc.assert(
      fc.property(fc.string({ unit: fc.constantFrom(...'{}[]",:/*\\ \n0-1.etrufalsn') }), (text) => {
        const strict = attempt(() => JSON.parse(text));
        const ours = attempt(() => plainValue(parseJsonc(text)));
        if ("value" in strict) expect(ours).toEqual(strict);
        else if ("error" in ours) expect(ours.error).toBeInstanceOf(JsoncError);
      }),
      { numRuns: 2_000 },
    );
  });

  it("may have comments and commas at the end", () => {
    const text = '\ufeff// one\n{ /* two\n */ "a": [1, 2,], // three\r\n "b": {"c": "//",}, }\n// end';
    expect(plainValue(parseJsonc(text))).toEqual({ a: [1, 2], b: { c: "//" } });
  });

  it.each([
    ['{ "a": 1 "b": 2 }', '1:10 Expected a comma or }, found "\\""'],
    ["{ a: 1 }", '1:3 Expected a name in double quotes, found "a"'],
    ['{\n  "a" 1 }', '2:7 Expected a colon, found "1"'],
    ['{\r\n  "a": 01 }', '2:8 Expected a value, found "0"'],
    ['{ "a": "x', "1:8 This string is not closed, or holds a character it may not"],
    ["{ /* x", "1:3 This comment has no end"],
    ["[1,,2]", '1:4 Expected a value, found ","'],
    ["", "1:1 Expected a value, found the end of the file"],
    ["{} {}", '1:4 Expected the end of the file, found "{"'],
    ["[".repeat(200), "1:102 This is nested too deeply"],
  ])("%j", (text, expected) => {
    const { error } = attempt(() => parseJsonc(text)) as { error: JsoncError };
    const { line, column } = placeOf(text, error.offset);
    expect(`${line}:${column} ${error.message}`).toBe(expected);
  });
});

describe("wrong keys, in the file of the user", () => {
  it.each([
    [
      '{ "keys": { "acceptHnk": ["y"] } }',
      "1:13: There is no setting keys.acceptHnk. Did you mean acceptHunk?",
    ],
    [
      '{ "keys": { "undo": ["ctl+z"] } }',
      '1:22: There is no key "ctl+z". Keys are written "j", "J", "ctrl+j", "alt+j", "f5", "pageDown", "space"',
    ],
    [
      '{ "keys": {\n  "undo": ["j"] } }',
      "2:12: The key j is that of keys.down already: give that one another, or []",
    ],
    [
      '{ "keys": { "undo": ["z"], "wrap": ["z"] } }',
      "1:37: The key z is that of keys.undo already: give that one another, or []",
    ],
    ['{ "keys": { "undo": "z" } }', '1:21: keys.undo must be a list, not "z"'],
  ])("%s", async (text, expected) => {
    using place = new Place();
    const folder = join(place.home, ".config", "idebridge");
    mkdirSync(folder, { recursive: true });
    writeFileSync(join(folder, "settings.json"), text);
    const { settings, problems } = await loadSettings(place.folder, place.env);
    const shown = problems.map(({ line, column, message }) => `${line}:${column}: ${message}`);
    expect([shown, settings]).toEqual([[expected], {}]);
  });
});

describe("wrong settings", () => {
  it.each([
    ['{\n  "prot": 1\n}', "2:3: There is no setting prot. Did you mean port?"],
    ['{ "port": "80" }', '1:11: port must be a whole number, not "80"'],
    ['{ "port": 1.5 }', "1:11: port must be a whole number, not 1.5"],
    ['{ "port": 70000 }', "1:11: port must be from 1 to 65535, not 70000"],
    [
      '{ "review": "terminl" }',
      '1:13: review is one of terminal, browser, accept, reject, plain, not "terminl". Did you mean "terminal"?',
    ],
    ['{ "sharing": { "dney": [] } }', "1:16: There is no setting sharing.dney. Did you mean deny?"],
    ['{ "sharing": { "deny": [\n"a", 1] } }', "2:6: sharing.deny[1] must be a text, not 1"],
    ['{ "changes": { "record": null } }', "1:26: changes.record must be true or false, not null"],
    ['{ "name": "" }', "1:11: name must not be empty"],
    ['{ "name": "a", "name": "b" }', "1:16: name is set twice"],
    ["[]", "1:1: The file must be an object, not a list"],
    [
      '{ "review": "accept" }',
      '1:13: review "accept" may not be set by a project. Set it in your own settings, or with --review accept',
    ],
    [
      '{ "configDir": "/x" }',
      "1:16: configDir may not be set by a project. Set it in your own settings, or with --config-dir",
    ],
    [
      '{ "languageServers": {} }',
      "1:22: languageServers may not be set by a project. Set it in your own settings",
    ],
    [
      '{ "changes": { "record": false } }',
      "1:26: changes.record false may not be set by a project. Set it in your own settings",
    ],
    [
      '{ "sharing": { "deny": ["a", "!.env"] } }',
      "1:30: A pattern that shares files again may not be set by a project. Set it in your own settings",
    ],
  ])("%s", async (text, expected) => {
    using place = new Place({ "idebridge.json": text });
    const { code, err } = await place.run(["settings"]);
    expect({ code, err, settings: (await loadSettings(place.folder, place.env)).settings }).toEqual({
      code: 2,
      err: `${place.path("idebridge.json")}:${expected}\n`,
      settings: {},
    });
  });

  it("end what hangs on them", async () => {
    using place = new Place({ "idebridge.json": '{ "sharing": { "dney": ["secret"] } }' });
    expect(await place.run(["serve"])).toMatchObject({
      code: 2,
      err: expect.stringContaining("sharing.dney"),
    });
  });

  it("may all be set by the user", async () => {
    using place = new Place();
    const settings = { review: "accept", configDir: "/x", languageServers: {}, sharing: { deny: ["!.env"] } };
    writeUser(place, JSON.stringify(settings));
    expect(await loadSettings(place.folder, place.env)).toMatchObject({ settings, problems: [] });
  });

  it("a file that cannot be read is named", async () => {
    using place = new Place();
    mkdirSync(place.path("idebridge.json"));
    expect((await loadSettings(place.folder, place.env)).problems).toEqual([
      {
        file: place.path("idebridge.json"),
        line: 1,
        column: 1,
        message: "This file cannot be read (EISDIR)",
      },
    ]);
  });
});

describe("a settings file that is none", () => {
  it.each([
    ["a pipe", (path: string) => execFileSync("mkfifo", [path]), "This is a device or a pipe, not a file"],
    ["a device", (path: string) => symlinkSync("/dev/zero", path), "This is a device or a pipe, not a file"],
    [
      "one long text",
      (path: string) => writeFileSync(path, `{"name":"${"x".repeat(20_000_000)}"}`),
      "This file is too large for settings: more than 1 MB",
    ],
  ])("%s", async (_, make, message) => {
    using place = new Place();
    make(place.path("idebridge.json"));
    const { problems, settings } = await loadSettings(place.folder, place.env);
    expect(problems).toEqual([{ file: place.path("idebridge.json"), line: 1, column: 1, message }]);
    expect(settings).toEqual({});
  });

  it("with a long name that it does not know, and a hundred thousand of them, is refused in no time", () => {
    const long = parseSettings(`{"${"x".repeat(900_000)}":1}`, "user");
    expect(long.problems).toMatchObject([{ line: 1, column: 2 }]);
    expect(long.problems[0]!.message.length).toBeLessThan(600);
    expect(parseSettings(`{${'"x":1,'.repeat(100_000)}}`, "user").problems).toHaveLength(100);
  });
});

describe("where settings come from", () => {
  it("the project goes before the user, and what is denied adds up", async () => {
    using place = new Place({
      "idebridge.json":
        '{ "$schema": "x", "name": "project", "sharing": { "deny": ["b"] }, "changes": { "megabytes": 5 } }',
    });
    const file = writeUser(
      place,
      '{ "name": "user", "port": 4000, "sharing": { "deny": ["a"], "selectionCharacters": 9 }, "changes": { "record": false } }',
    );
    const { settings } = await loadSettings(place.folder, place.env);
    expect(settings).toEqual({
      name: "project",
      port: 4000,
      sharing: { deny: ["a", "b"], selectionCharacters: 9 },
      changes: { record: false, megabytes: 5 },
    });
    const { code, out } = await place.run(["settings", "--json"]);
    expect({ code, ...JSON.parse(out) }).toMatchObject({
      code: 0,
      files: [
        { scope: "user", path: file, exists: true },
        { scope: "project", path: place.path("idebridge.json"), exists: true },
      ],
      settings: {
        name: { value: "project", from: "project" },
        port: { value: 4000, from: "user" },
        dialect: { value: "claude-code", from: "default" },
        review: { value: null, from: "not set" },
        "sharing.deny": { value: ["a", "b"], from: "user, project" },
      },
      problems: [],
    });
  });

  it("a project changes nothing that the user has set for more caution", async () => {
    using place = new Place({
      "idebridge.json": '{ "notebooks": { "seconds": 9 }, "sharing": { "selectionCharacters": 90000 } }',
    });
    writeUser(
      place,
      '{ "notebooks": { "ask": true, "enabled": false }, "sharing": { "selectionCharacters": 100 } }',
    );
    expect((await loadSettings(place.folder, place.env)).settings).toEqual({
      notebooks: { ask: true, enabled: false, seconds: 9 },
      sharing: { selectionCharacters: 100 },
    });
    expect(JSON.parse((await place.run(["settings", "--json"])).out).settings).toMatchObject({
      "notebooks.ask": { value: true, from: "user" },
      "notebooks.seconds": { value: 9, from: "project" },
      "sharing.selectionCharacters": { value: 100, from: "user" },
    });
  });

  it("a folder inside a repository has those above it, another has not", async () => {
    using place = new Place({ "idebridge.json": '{ "name": "above" }' });
    const inside = place.path("packages/one");
    mkdirSync(inside, { recursive: true });
    const nameIn = async () => (await loadSettings(inside, place.env)).settings.name;
    const without = await nameIn();
    mkdirSync(place.path(".git"));
    const within = await nameIn();
    mkdirSync(join(inside, ".git"));
    expect([without, within, await nameIn()]).toEqual([undefined, "above", undefined]);
  });

  it("XDG_CONFIG_HOME is heeded", async () => {
    using place = new Place();
    const folder = join(place.root, "xdg");
    place.write(join(folder, "idebridge", "settings.json"), '{ "name": "xdg" }');
    expect((await loadSettings(place.folder, { ...place.env, XDG_CONFIG_HOME: folder })).settings).toEqual({
      name: "xdg",
    });
  });
});

it("what is generated is up to date (npm run docs)", async () => {
  const repository = fileURLToPath(new URL("../../..", import.meta.url));
  for (const [path, text] of Object.entries(await pages())) {
    expect(readFileSync(join(repository, path), "utf8"), path).toBe(text);
  }
});

function attempt<Value>(act: () => Value): { value: Value } | { error: unknown } {
  try {
    return { value: act() };
  } catch (error) {
    return { error };
  }
}

function writeUser(place: Place, text: string): string {
  const file = place.write(join(place.home, ".config", "idebridge", "settings.json"), "");
  writeFileSync(file, text);
  return file;
}
