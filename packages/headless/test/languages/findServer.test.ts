import { execFileSync } from "node:child_process";
import { chmodSync, mkdirSync, mkdtempSync, realpathSync, rmSync, writeFileSync } from "node:fs";
import { createRequire } from "node:module";
import { tmpdir } from "node:os";
import { dirname, join } from "node:path";
import { afterEach, beforeEach, describe, expect, test } from "vitest";
import { ServerChoice, type ServerChoiceOptions } from "../../src/languages/serverChoice.ts";

const typescript = createRequire(import.meta.url).resolve("typescript/package.json");

describe("the servers for a file", () => {
  let root: string;
  let project: string;
  beforeEach(() => {
    root = realpathSync(mkdtempSync(join(tmpdir(), "idebridge-find-")));
    project = join(root, "project");
    mkdirSync(project);
  });
  afterEach(() => rmSync(root, { recursive: true, force: true }));

  const write = (path: string, text: string, mode = 0o644) => {
    mkdirSync(dirname(join(root, path)), { recursive: true });
    writeFileSync(join(root, path), text);
    chmodSync(join(root, path), mode);
    return join(root, path);
  };
  const program = (path: string) => write(path, "#!/bin/sh\n", 0o755);
  const packaged = (name: string, bin: string) => {
    const manifest = { name, version: "1.0.0", bin: { [bin]: "server.js" } };
    write(`project/node_modules/${name}/package.json`, JSON.stringify(manifest));
    return write(`project/node_modules/${name}/server.js`, "");
  };
  const git = (...args: string[]) => execFileSync("git", ["-C", project, ...args], { stdio: "ignore" });

  async function found(file: string, options: Partial<ServerChoiceOptions> = {}) {
    const env = { PATH: `${join(root, "bin")}:/usr/bin:/bin`, HOME: root };
    const choice = new ServerChoice({ folders: [project], env, settings: {}, bundled: {}, ...options });
    const servers = await choice.forFile(join(project, file));
    return servers.map(({ definition, command, root: at }) => ({
      name: definition.name,
      command: [command.command, ...command.args],
      ...(at !== project && { root: at }),
    }));
  }

  test("in the project before PATH, scripts by our own Node; one for each role", async () => {
    const gopls = program("bin/gopls");
    const ruff = program("project/.venv/bin/ruff");
    program("bin/ruff");
    program("bin/pyright-langserver");
    const script = packaged("pyright", "pyright-langserver");
    expect(await found("a.go")).toEqual([{ name: "gopls", command: [gopls] }]);
    expect(await found("a.py")).toEqual([
      { name: "pyright", command: [process.execPath, script, "--stdio"] },
      { name: "ruff", command: [ruff, "server"] },
    ]);
    const based = packaged("basedpyright", "basedpyright-langserver");
    expect((await found("a.py"))[0]).toEqual({
      name: "basedpyright",
      command: [process.execPath, based, "--stdio"],
    });
  });

  test("nothing that the repository brings with it, and nothing of the project when the user says so", async () => {
    const outside = program("bin/pyright-langserver");
    packaged("pyright", "pyright-langserver");
    program("project/.venv/bin/ruff");
    const onlyPath = [{ name: "pyright", command: [outside, "--stdio"] }];
    expect(await found("a.py", { settings: { fromProject: false } })).toEqual(onlyPath);
    git("init", "--quiet");
    git("add", "--force", "--all");
    expect(await found("a.py")).toEqual(onlyPath);
    git("rm", "--quiet", "--cached", "-r", ".");
    expect((await found("a.py")).map(({ name }) => name)).toEqual(["pyright", "ruff"]);
  });

  test("TypeScript: the project's own from 7 on, else ours", async () => {
    const [ours] = await found("a.ts", { bundled: { typescript } });
    expect(ours).toEqual({
      name: "typescript",
      command: [expect.stringMatching(/tsc(\.exe)?$/), "--lsp", "--stdio"],
    });
    const manifest = (version: string) =>
      write("project/node_modules/typescript/package.json", JSON.stringify({ name: "typescript", version }));
    manifest("5.9.3");
    expect(await found("a.ts", { bundled: { typescript } })).toEqual([ours]);
    manifest("7.1.0");
    const native = `project/node_modules/@typescript/typescript-${process.platform}-${process.arch}`;
    write(`${native}/package.json`, "{}");
    const own = program(`${native}/lib/tsc`);
    expect((await found("a.ts", { bundled: { typescript } }))[0]?.command).toEqual([own, "--lsp", "--stdio"]);
    expect(await found("a.ts", { bundled: { typescript }, settings: { fromProject: false } })).toEqual([
      ours,
    ]);
  });

  test("as the settings say", async () => {
    const gopls = program("bin/gopls");
    const servers = {
      gopls: { disabled: true },
      mine: {
        command: ["/opt/mine", "--lsp"],
        files: ["*.go", "/docs/**/*.{md,txt}"],
        rootMarkers: ["mine.toml"],
      },
    };
    write("project/a/mine.toml", "");
    write("project/a/b/mine.toml", "");
    expect(await found("a/b/c/x.go", { settings: { servers } })).toEqual([
      { name: "mine", command: ["/opt/mine", "--lsp"], root: join(project, "a") },
    ]);
    expect(await found("docs/deep/x.md", { settings: { servers } })).toHaveLength(1);
    expect(await found("other/docs/x.md", { settings: { servers } })).toEqual([]);
    expect(await found("x.go", { settings: { enabled: false, servers } })).toEqual([]);
    const settings = { servers: { gopls: { settings: { "gopls.gofumpt": true } } } };
    expect(await found("x.go", { settings })).toEqual([{ name: "gopls", command: [gopls] }]);
  });

  test("the outermost project around the file; none outside of the workspace", async () => {
    const gopls = program("bin/gopls");
    write("project/services/go.work", "");
    write("project/services/api/go.mod", "");
    expect(await found("services/api/main.go")).toEqual([
      { name: "gopls", command: [gopls], root: join(project, "services") },
    ]);
    expect(await found("../elsewhere/main.go")).toEqual([]);
  });
});
