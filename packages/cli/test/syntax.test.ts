import fc from "fast-check";
import { describe, expect, test, vi } from "vitest";
import { FrameBudget } from "../src/syntax/frameBudget.ts";
import { extensions, type Language, languageOf, loadMode } from "../src/syntax/languages.ts";
import { LineHighlighter } from "../src/syntax/lineHighlighter.ts";
import { openHighlighter } from "../src/syntax/openHighlighter.ts";
import { readLine, startState } from "../src/syntax/readLine.ts";

/** However slow the machine is. */
const plenty = new FrameBudget(Number.POSITIVE_INFINITY);

/** `role:text` for each token of a line. */
async function coloured(path: string, text: string): Promise<readonly (readonly string[])[]> {
  const lines = text.split("\n");
  const highlighter = await openHighlighter(path, lines, { budget: plenty });
  return lines.map((line, index) =>
    highlighter!.tokensOf(index).map(({ start, end, role }) => `${role}:${line.slice(start, end)}`),
  );
}

describe("languages", () => {
  test.each([
    ["a.ts", 'const x = "a"; // b', ["keyword:const", "operator:=", 'string:"a"', "comment:// b"]],
    ["a.tsx", "run(null)", ["function:run", "constant:null"]],
    ["a.js", "new Map(12)", ["keyword:new", "function:Map", "number:12"]],
    ["a.json", '{"a": [true, 1, "b"]}', ['property:"a"', "constant:true", "number:1", 'string:"b"']],
    ["a.css", ".a { color: red; }", ["property:color", "keyword:red"]],
    [
      "a.py",
      "def f(self): return 'a' # b",
      ["keyword:def", "function:f", "keyword:return", "string:'a'", "comment:# b"],
    ],
    [
      "a.go",
      'func f() { return nil } // "',
      ["keyword:func", "function:f", "keyword:return", "constant:nil", 'comment:// "'],
    ],
    ["a.rs", 'let s = "a"; // b', ["keyword:let", "operator:=", 'string:"a"', "comment:// b"]],
    [
      "a.c",
      "int f(void) { return 0; }",
      ["type:int", "function:f", "type:void", "keyword:return", "number:0"],
    ],
    ["a.cpp", "class A {}; // b", ["keyword:class", "type:A", "comment:// b"]],
    ["a.java", "public int x = 1;", ["keyword:public", "type:int", "operator:=", "number:1"]],
    [
      "a.sh",
      'if true; then echo "$X"; fi',
      ["keyword:if", "constant:true", "keyword:then", "type:echo", 'string:"', "keyword:fi"],
    ],
    ["a.yml", "name: CI # b", ["constant:name", "comment:# b"]],
    ["a.md", "# Heading", ["keyword:# Heading"]],
    ["a.sql", "SELECT 'a' FROM t -- b", ["keyword:SELECT", "string:'a'", "keyword:FROM", "comment:-- b"]],
    ["a.rb", "def f; end # b", ["keyword:def", "keyword:end", "comment:# b"]],
    ["a.php", "<?php return 1; // b", ["keyword:<?php", "keyword:return", "number:1", "comment:// b"]],
    ["a.html", "<b class='x'>y</b>", ["tag:b", "property:class", "string:'x'", "tag:b"]],
  ])("%s", async (path, line, expected) => {
    const [tokens] = await coloured(path, line);
    expect(tokens).toEqual(expect.arrayContaining(expected));
  });

  test("one inside another", async () => {
    const page = "<script>\nlet x = 1;\n</script>\n<style>\n.a { color: red }\n</style>\n<p>let x</p>";
    const lines = await coloured("a.html", page);
    expect(lines[1]).toEqual(["keyword:let", "operator:=", "number:1"]);
    expect(lines[4]).toContain("property:color");
    expect(lines[6]).toEqual(["tag:p", "tag:p"]);
    expect(await coloured("a.php", "<p><?= $x ?>\nif</p>\n<?php\nif ($a) {}\n?>if")).toEqual([
      ["tag:p", "keyword:<?=", "constant:$x"],
      ["tag:p"],
      ["keyword:<?php"],
      ["keyword:if", "constant:$a"],
      [],
    ]);
  });

  test("Markdown, with code and front matter", async () => {
    const text = "---\na: b\n---\n- a **b** `c`\n\n```ts\n# no heading\n```\n> [d](e)\ntext [d](e)";
    expect(await coloured("a.md", text)).toEqual([
      ["keyword:---"],
      ["keyword:a: b"],
      ["keyword:---"],
      ["operator:- ", "keyword:**b**", "string:`c`"],
      [],
      ["keyword:```ts"],
      ["string:# no heading"],
      ["keyword:```"],
      ["comment:> [d](e)"],
      ["string:[d](e)"],
    ]);
  });

  test("by the name of the file, by its ending, by its first line; or none", () => {
    expect(
      ["/a/Dockerfile", "C:\\a\\B.PY", "a.d.ts", "/a.ts/b", "Makefile.unknown", "x"].map((path) =>
        languageOf(path),
      ),
    ).toEqual(["docker", "python", "typescript", undefined, undefined, undefined]);
    expect(
      ["#!/usr/bin/env node", "#!/bin/sh -e", "#!/usr/bin/python3", "#", "sh"].map((line) =>
        languageOf("run", line),
      ),
    ).toEqual(["javascript", "shell", "python", undefined, undefined]);
    expect(languageOf("constructor")).toBe(undefined);
  });

  test("an unknown one has no colours", async () => {
    expect(await openHighlighter("a.unknown", ["if"])).toBe(undefined);
  });
});

test("a text with which a mode never comes to an end has no colours", async () => {
  const highlighter = (await openHighlighter("a.toml", ['//0 """\r\n\'', "x = 1"]))!;
  expect(highlighter.tokensOf(1)).toEqual([]);
});

describe("any text in any language", () => {
  const words = [
    "'",
    '"',
    "`",
    "/*",
    "*/",
    "//",
    "<script>",
    "</script>",
    "<?php",
    "?>",
    "```",
    "{",
    "}",
    "(",
    "\\",
    "$",
    "#",
    "<<EOF",
    "EOF",
    "if",
    "x",
    " ",
    "0",
    "日",
    "\u0000",
    "\r\n",
  ];
  const line = fc.oneof(
    fc.string({ unit: "binary" }),
    fc.array(fc.constantFrom(...words)).map((parts) => parts.join("")),
  );

  test.each(Object.keys(extensions) as Language[])(
    "%s: tokens are in order and within the line",
    async (language) => {
      const mode = await loadMode(language);
      fc.assert(
        fc.property(fc.array(line, { maxLength: 30 }), (lines) => {
          const highlighter = new LineHighlighter(mode, lines);
          for (const [index, text] of lines.entries()) {
            let at = 0;
            for (const { start, end } of highlighter.tokensOf(index)) {
              expect(start).toBeGreaterThanOrEqual(at);
              expect(end).toBeGreaterThan(start);
              expect(end).toBeLessThanOrEqual(text.length);
              at = end;
            }
          }
        }),
        { numRuns: 60 },
      );
    },
  );
});

describe("large files", () => {
  const inComment = { role: "comment", start: 0, end: 4 };

  test("a line far down is guessed at once, and certain later", async () => {
    const lines = ["/*", ...Array.from({ length: 100_000 }, () => "text"), "*/", "const x = 1;"];
    const changed = vi.fn();
    const highlighter = (await openHighlighter("a.ts", lines, { changed, budget: plenty }))!;
    expect(highlighter.tokensOf(100_002)[0]).toMatchObject({ role: "keyword" });
    expect(highlighter.tokensOf(50_000)).toEqual([]);
    // As a screen does that still shows it.
    const asking = setInterval(() => highlighter.tokensOf(50_000), 100);
    await vi.waitFor(() => expect(changed).toHaveBeenCalled(), 20_000);
    clearInterval(asking);
    expect(highlighter.tokensOf(50_000)).toEqual([inComment]);
    expect(highlighter.tokensOf(100_002)[0]).toMatchObject({ role: "keyword" });
  });

  test("the same tokens in whatever order lines are asked for", async () => {
    const code = ["/* a", "b */ let x = `c", "d e`;", "function f() {", "  return 'g'; // h", "}"];
    const lines = Array.from({ length: 40 }, () => code).flat();
    const mode = await loadMode("typescript");
    const state = startState(mode);
    const expected = lines.map((line) => readLine(mode, line, state));
    const order = fc.shuffledSubarray([...lines.keys()], { minLength: 1 });
    await fc.assert(
      fc.asyncProperty(order, fc.constantFrom(0, 0.01, 1, 100), async (order, budget) => {
        const highlighter = new LineHighlighter(mode, lines, { budget: new FrameBudget(budget) });
        for (const line of order) highlighter.tokensOf(line);
        const seen = () => order.map((line) => highlighter.tokensOf(line));
        await vi.waitFor(() => expect(seen()).toEqual(order.map((line) => expected[line])), 10_000);
      }),
      { numRuns: 20 },
    );
  });

  test("of a very long line only the beginning is read", async () => {
    const highlighter = (await openHighlighter("a.js", [`var a=1;${"f(1);".repeat(1_000_000)}`, "var b"], {
      budget: plenty,
    }))!;
    expect(highlighter.tokensOf(0).at(-1)!.end).toBeLessThanOrEqual(2_000);
    expect(highlighter.tokensOf(1)).toEqual([{ role: "keyword", start: 0, end: 3 }]);
  });

  test("a mode that fails leaves the text plain", () => {
    const token = () => {
      throw new Error("broken");
    };
    expect(new LineHighlighter({ token }, ["a"], { budget: plenty }).tokensOf(0)).toEqual([]);
    expect(new LineHighlighter({ token: () => "keyword" }, ["a"], { budget: plenty }).tokensOf(0)).toEqual(
      [],
    );
  });

  test("lines that do not exist", async () => {
    const highlighter = (await openHighlighter("a.ts", ["if"], { budget: plenty }))!;
    expect([highlighter.tokensOf(-1), highlighter.tokensOf(1)]).toEqual([[], []]);
  });
});
