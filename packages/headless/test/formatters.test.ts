import { chmodSync, mkdirSync, readFileSync, symlinkSync, writeFileSync } from "node:fs";
import { dirname, join } from "node:path";
import { fileURLToPath } from "node:url";
import { describe, expect, it, vi } from "vitest";
import { ProjectFormatter, type ProjectFormatterOptions } from "../src/formatting/projectFormatter.ts";
import { temporaryFolder } from "./documentsFolder.ts";

// Real programs, on a machine that may be busy.
vi.setConfig({ testTimeout: 30_000 });

const nodeModules = fileURLToPath(new URL("../../../node_modules", import.meta.url));
const never = new AbortController().signal;

interface Files {
  readonly [name: string]: string;
}

/** A project, and programs that are installed: those of npm in the project, made-up ones on a PATH of its own. */
function project(
  files: Files,
  options: { npm?: readonly string[]; programs?: Files } & Partial<ProjectFormatterOptions> = {},
) {
  const folder = temporaryFolder();
  const { npm = [], programs = {}, ...more } = options;
  const root = join(folder.path, "project");
  const bin = join(folder.path, "bin");
  const write = (path: string, text: string) => {
    mkdirSync(dirname(path), { recursive: true });
    writeFileSync(path, text);
  };
  mkdirSync(root);
  for (const [name, text] of Object.entries(files)) write(join(root, name), text);
  for (const [name, script] of Object.entries(programs)) {
    write(join(bin, name), `#!${process.execPath}\n${script}`);
    chmodSync(join(bin, name), 0o755);
  }
  for (const name of npm) {
    mkdirSync(join(root, "node_modules", ".bin"), { recursive: true });
    symlinkSync(join(nodeModules, ".bin", name), join(root, "node_modules", ".bin", name));
  }
  const formatter = new ProjectFormatter({
    folders: () => [root],
    env: { PATH: `${bin}:/usr/bin:/bin`, HOME: folder.path },
    mayRun: async () => true,
    ...more,
  });
  return {
    root,
    format: (name: string, text: string, signal = never) => formatter.format(join(root, name), text, signal),
    [Symbol.dispose]: () => folder[Symbol.dispose](),
  };
}

async function failure(run: Promise<unknown>): Promise<string> {
  try {
    return `no error: ${JSON.stringify(await run)}`;
  } catch (error) {
    const code = error instanceof Error && "code" in error ? error.code : "?";
    return `${code}: ${error instanceof Error ? error.message : error}`;
  }
}

const untidy = "const a = {b:1}\n\n\n\nexport   default a\n";

describe("real formatters, of npm", () => {
  it("prettier, as the nearest configuration says", async () => {
    using web = project({ ".prettierrc": '{"semi": false}', "sub/.prettierrc": "{}" }, { npm: ["prettier"] });
    expect([await web.format("a.ts", untidy), await web.format("sub/a.ts", untidy)]).toEqual([
      { text: "const a = { b: 1 }\n\nexport default a\n", by: "prettier" },
      { text: "const a = { b: 1 };\n\nexport default a;\n", by: "prettier" },
    ]);
  });

  it("prettier leaves what .prettierignore names as it is", async () => {
    using web = project({ ".prettierrc": "{}", ".prettierignore": "gen/\n" }, { npm: ["prettier"] });
    expect(await web.format("gen/a.ts", untidy)).toEqual({ text: untidy, by: "prettier" });
  });

  it("biome, by its configuration, though prettier is a dependency", async () => {
    using web = project(
      {
        "biome.json": '{"formatter": {"indentStyle": "space"}}',
        "package.json": '{"devDependencies": {"prettier": "3"}}',
      },
      { npm: ["prettier", "biome"] },
    );
    const { text, by } = await web.format("a.ts", "if (a) {b()}\n");
    expect([text, by]).toEqual(["if (a) {\n  b();\n}\n", "biome"]);
  });

  it("prettier where biome only checks", async () => {
    using web = project(
      { "biome.json": '{"formatter": {"enabled": false}}', ".prettierrc": "{}" },
      { npm: ["prettier", "biome"] },
    );
    expect(await web.format("a.ts", untidy)).toMatchObject({ by: "prettier" });
  });

  it("prettier by package.json alone; a byte order mark stays", async () => {
    using web = project({ "package.json": '{"devDependencies": {"prettier": "3"}}' }, { npm: ["prettier"] });
    expect(await web.format("a.json", '\uFEFF{"a":1}')).toEqual({
      text: '\uFEFF{ "a": 1 }\n',
      by: "prettier",
    });
  });

  it("say what is wrong with the text", async () => {
    using web = project({ ".prettierrc": "{}" }, { npm: ["prettier"] });
    expect(await failure(web.format("a.ts", "const = ;\n"))).toMatch(
      /^FORMAT_FAILED: a\.ts was not formatted, and is as it was: prettier says: .*SyntaxError: .*\(1:7\)/,
    );
  });
});

/** A child whose parent was killed may be left as a zombie, where nobody looks after those. */
function isRunning(pid: number): boolean {
  try {
    return !/^\d+ \(.*\) Z/.test(readFileSync(`/proc/${pid}/stat`, "utf8"));
  } catch {
    return false;
  }
}

/** Says how it was called, in a comment before the text. */
const echo = (comment: string) =>
  `const text = require("fs").readFileSync(0, "utf8");
   process.stdout.write(text + "${comment} " + process.argv.slice(2).join(" ").replace(process.cwd(), "."));`;

describe("which one, and how it is called", () => {
  it.each([
    ["ruff before black when ruff formats", "a.py", "[tool.black]\n[tool.ruff.format]\n", "ruff"],
    ["black when ruff only checks", "a.py", "[tool.ruff]\n[tool.black]\n", "black"],
    ["ruff", "a.py", "[tool.ruff.lint]\n", "ruff"],
  ])("%s", async (_name, file, pyproject, by) => {
    using python = project(
      { "pyproject.toml": pyproject },
      { programs: { ruff: echo("#"), black: echo("#") } },
    );
    expect(
      await python.format(file, "a_long_enough_name_of_a_variable = 1 + 2 + 3 + 4 + 5\n".repeat(4)),
    ).toMatchObject({ by });
  });

  it("gofmt and rustfmt need no configuration; rustfmt is told the edition of the workspace", async () => {
    using native = project(
      {
        "Cargo.toml": '[workspace.package]\nedition = "2018"\n',
        "crate/Cargo.toml": "[package]\nedition.workspace = true\n",
      },
      { programs: { gofmt: echo("//"), rustfmt: echo("//") } },
    );
    const text = "let a_long_enough_name_of_a_variable = some_function_of_the_crate;\n".repeat(4);
    expect([
      (await native.format("a.go", text)).text.slice(text.length),
      (await native.format("crate/a.rs", text)).text.slice(text.length),
    ]).toEqual(["// ", "// --emit stdout --edition 2018"]);
  });

  it("a configuration above the workspace folder is not the project's", async () => {
    using web = project({ "../.prettierrc": "{}" }, { npm: ["prettier"] });
    expect(await failure(web.format("a.ts", untidy))).toMatch(/^NO_FORMATTER: Nothing here formats a\.ts/);
  });

  it("the language server is asked when the project has none, with the indentation of .editorconfig", async () => {
    const asked: unknown[] = [];
    using web = project(
      { ".editorconfig": "[*]\nindent_style = tab\n[*.{ts,js}]\nindent_style = space\nindent_size = 3\n" },
      {
        languageServer: async (path, text, options) => {
          asked.push([path.split("/").at(-1), options]);
          return text.replaceAll(/ +/g, " ");
        },
      },
    );
    expect(await web.format("a.ts", "let  a;\n")).toEqual({ text: "let a;\n", by: "language server" });
    await web.format("a.css", "a   { }\n");
    expect(asked).toEqual([
      ["a.ts", { insertSpaces: true, tabSize: 3 }],
      ["a.css", { insertSpaces: false, tabSize: 2 }],
    ]);
  });
});

describe("what goes wrong", () => {
  const settled = "const a_long_enough_name_of_a_variable = 1;\n";
  const gofmt = (script: string, more: Partial<ProjectFormatterOptions> = {}) =>
    project({}, { programs: { gofmt: script }, ...more });

  it.each([
    ["crashes", "process.stderr.write('\\u001b[31mboom\\n'); process.exit(2)", "gofmt says: boom"],
    ["is killed", "process.kill(process.pid, 'SIGSEGV')", "gofmt was ended by SIGSEGV"],
    ["writes nothing", "", "gofmt wrote something else altogether"],
    [
      "writes something else",
      "console.log('usage: gofmt [flags] [path ...]')",
      "gofmt wrote something else altogether",
    ],
    [
      "writes bytes",
      "process.stdout.write(Buffer.from([0xff, 0xfe, 0xc0]))",
      "gofmt wrote something that is no text",
    ],
    [
      "never stops writing",
      "setInterval(() => process.stdout.write('x'.repeat(1e6)))",
      "gofmt wrote far more than there was to format",
    ],
  ])("a formatter that %s", async (_what, script, why) => {
    using broken = gofmt(script);
    expect(await failure(broken.format("a.go", settled))).toBe(
      `FORMAT_FAILED: a.go was not formatted, and is as it was: ${why}`,
    );
  });

  it("a formatter that hangs, and the child that it has started, are ended", async () => {
    using broken = gofmt(
      `const child = require("child_process").spawn("sleep", ["1000"], { stdio: "inherit" });
       require("fs").writeFileSync("pids", process.pid + " " + child.pid); setInterval(() => {}, 1e9);`,
      { milliseconds: 1_000 },
    );
    expect(await failure(broken.format("a.go", settled))).toMatch(/gofmt took longer than 1 s$/);
    const pids = readFileSync(join(broken.root, "pids"), "utf8").split(" ").map(Number);
    await vi.waitFor(() => expect(pids.map(isRunning)).toEqual([false, false]));
  });

  it("one that is taken back ends at once", async () => {
    using broken = gofmt("setInterval(() => {}, 1e9)");
    const abort = new AbortController();
    const run = failure(broken.format("a.go", settled, abort.signal));
    setTimeout(() => abort.abort(new Error("the client has left")), 50);
    expect(await run).toBe("?: the client has left");
  });

  it("one that is not installed is named, with how to get it, and no other takes its place", async () => {
    using web = project({ ".prettierrc.json": "{}" }, { languageServer: async (_path, text) => text });
    expect(await failure(web.format("a.ts", untidy))).toBe(
      "NO_FORMATTER: a.ts is formatted with prettier (.prettierrc.json), which is not installed. Install it: npm install --save-dev prettier",
    );
  });

  it("a program of the project that may not be run is not", async () => {
    using web = project({ ".prettierrc": "{}" }, { npm: ["prettier"], mayRun: async () => false });
    expect(await failure(web.format("a.ts", untidy))).toMatch(/^NOT_TRUSTED: a\.ts was not formatted/);
  });

  it("too large a text is refused", async () => {
    using web = gofmt(echo("//"), { largestText: 10 });
    expect(await failure(web.format("a.go", settled))).toMatch(/^TOO_LARGE: /);
  });
});
