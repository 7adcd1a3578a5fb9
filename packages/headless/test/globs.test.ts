import { mkdirSync, mkdtempSync, realpathSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { dirname, join } from "node:path";
import { expect, test } from "vitest";
import { readEditorConfig } from "../src/formatting/editorConfig.ts";
import { findFormatter } from "../src/formatting/findFormatter.ts";
import { rustEdition } from "../src/formatting/rustEdition.ts";
import { globExpression } from "../src/languages/globExpression.ts";

test.each<[glob: string, fitting: string[], other: string[]]>([
  ["**/*.ts", ["a.ts", "a/b/c.ts"], ["a.tsx", "a/b.ts/c"]],
  ["src/**", ["src/", "src/a/b"], ["src", "lib/src/a"]],
  ["*.{ts,js{,x}}", ["a.ts", "a.js", "a.jsx"], ["a.tsx", "a/b.ts"]],
  ["a?c[0-9][!x/]", ["abc1y"], ["abc1x", "a/c1y", "abc1/"]],
  ["a.b+(c)$", ["a.b+(c)$"], ["aXb+(c)$"]],
  ["**/node_modules/**/*", ["node_modules/a", "x/node_modules/y/z"], ["node_modules", "xnode_modules/a"]],
])("the glob %s of a language server", (glob, fitting, other) => {
  const matcher = globExpression(glob)!;
  expect([fitting.filter((path) => !matcher.test(path)), other.filter((path) => matcher.test(path))]).toEqual(
    [[], []],
  );
});

test.each(["{a,b", "[a", `${"{".repeat(200)}${"}".repeat(200)}`, "*".repeat(10_000)])(
  "%.20s is no glob",
  (glob) => {
    expect(globExpression(glob)).toBeUndefined();
  },
);

/** The properties of a file by this `.editorconfig` in the folder above. */
async function configured(text: string, name: string) {
  const folder = realpathSync(mkdtempSync(join(tmpdir(), "idebridge-editorconfig-")));
  try {
    writeFileSync(join(folder, ".editorconfig"), `root = true\n${text}`);
    const path = join(folder, name);
    mkdirSync(dirname(path), { recursive: true });
    return await readEditorConfig(path);
  } finally {
    rmSync(folder, { recursive: true });
  }
}

test.each<[section: string, fitting: string[], other: string[]]>([
  ["*", ["a", "b/c.ts"], []],
  ["*.{ts,js}", ["a.ts", "b/a.js"], ["a.tsx"]],
  ["{package.json,*.yml}", ["package.json", "x/a.yml"], ["a.json"]],
  ["{single}.b", ["{single}.b"], ["single.b"]],
  ["file{1..9}.txt", ["file3.txt", "file-12.txt"], ["file.txt", "filex.txt"]],
  ["/src/**.md", ["src/a.md", "src/a/b.md"], ["lib/src/a.md"]],
  ["[!a-c]\\*", ["d*"], ["a*", "dx"]],
])("the section [%s] of .editorconfig", async (section, fitting, other) => {
  const hit = async (name: string) =>
    "indent_size" in (await configured(`[${section}]\nindent_size = 7\n`, name));
  expect([await Promise.all(fitting.map(hit)), await Promise.all(other.map(hit))]).toEqual([
    fitting.map(() => true),
    other.map(() => false),
  ]);
});

test("a project cannot keep us busy with its globs: each character of a path is looked at once", async () => {
  const name = "a".repeat(200);
  const stars = "*a".repeat(100);
  const nested = `${"{*a,*a".repeat(50)}${"}".repeat(50)}`;
  expect(
    await Promise.all(
      [`${stars}b`, `${nested}b`, `${"{a,aa}".repeat(150)}b`].map((glob) =>
        configured(`[${glob}]\nx = 1\n`, name),
      ),
    ),
  ).toEqual([{}, {}, {}]);
  expect(globExpression(`**/${stars}/**/${stars}/b`)!.test(`${name}/`.repeat(20))).toBe(false);
});

test("nor with long lines and blank ones", async () => {
  const blanks = " ".repeat(400_000);
  expect(await configured(`a${blanks}\nb =${blanks}c\n${"\n".repeat(400_000)}[*]\nd = 1\n`, "x")).toEqual({
    d: "1",
  });
  const folder = realpathSync(mkdtempSync(join(tmpdir(), "idebridge-formatter-")));
  try {
    writeFileSync(
      join(folder, "pyproject.toml"),
      `${"\n".repeat(400_000)}${"[ ".repeat(400_000)}\n[tool.black]\n`,
    );
    writeFileSync(join(folder, ".editorconfig"), `[${"sh ".repeat(400_000)}\n[*.sh]\n`);
    writeFileSync(join(folder, "Cargo.toml"), `${"\n".repeat(400_000)}edition = "2018"\n`);
    const name = async (file: string) => (await findFormatter(join(folder, file), [folder]))?.formatter.name;
    expect([await name("a.py"), await name("a.sh"), await rustEdition(folder)]).toEqual([
      "black",
      "shfmt",
      "2018",
    ]);
  } finally {
    rmSync(folder, { recursive: true });
  }
});
