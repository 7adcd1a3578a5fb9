import { execFileSync } from "node:child_process";
import { mkdirSync, symlinkSync } from "node:fs";
import { dirname } from "node:path";
import { fileURLToPath } from "node:url";
import { expect, test, vi } from "vitest";
import { Project } from "./idebridge/project.ts";

const prettier = fileURLToPath(new URL("../node_modules/prettier/bin/prettier.cjs", import.meta.url));
const untidy = "export function f(){\nreturn   {a:1}\n}\n";

function installPrettier(project: Project): void {
  const program = project.path("node_modules/.bin/prettier");
  mkdirSync(dirname(program), { recursive: true });
  symlinkSync(prettier, program);
}

test("an agent's reformat_file runs the project's prettier, and can be taken back", async () => {
  await using project = new Project({ ".prettierrc": "{}", "a.ts": untidy, "a.txt": "a\n" });
  installPrettier(project);
  await project.serve("--dialect", "jetbrains");
  await using agent = await project.agent();
  expect(await agent.format(project.path("a.ts"))).toBe("formatted");
  expect(project.read("a.ts")).toBe("export function f() {\n  return { a: 1 };\n}\n");
  expect(await agent.format(project.path("none.ts"))).toBe("notFound");
  await expect(agent.format(project.path("a.txt"))).rejects.toThrow("Nothing here formats a.txt");
  const control = await project.control();
  const id = await vi.waitFor(
    async () => {
      const [prompt] = await control.request("changes/list");
      expect(prompt?.files.map(({ path }) => path)).toEqual([project.path("a.ts")]);
      return prompt!.id;
    },
    { timeout: 20_000 },
  );
  expect(await control.request("changes/revert", { id })).toMatchObject({ outcome: "reverted" });
  expect(project.read("a.ts")).toBe(untidy);
  control.close();
});

test("without a formatter the language server does it, with the indentation of .editorconfig", async () => {
  await using project = new Project({
    ".editorconfig": "root = true\n[*.ts]\nindent_style = tab\n",
    "tsconfig.json": "{}",
    "a.ts": untidy,
    "b.json": '{"a":1,\n"b":[1,2]}',
  });
  await project.serve();
  const control = await project.control();
  expect(await control.request("documents/format", { path: project.path("a.ts") })).toMatchObject({
    by: "language server",
    isSaved: true,
  });
  expect(project.read("a.ts")).toBe("export function f() {\n\treturn { a: 1 }\n}\n");
  await control.request("documents/format", { path: project.path("b.json") });
  expect(project.read("b.json")).toMatch(/^\{\n {2}"a": 1,\n/);
  control.close();
});

test("a formatter that came with the repository is not run", async () => {
  await using project = new Project({ ".prettierrc": "{}", "a.ts": untidy });
  installPrettier(project);
  const git = (...args: string[]) =>
    execFileSync("git", args, { cwd: project.folder, env: project.env, stdio: "ignore" });
  git("init");
  git("add", "--force", ".");
  await project.serve();
  const control = await project.control();
  await expect(control.request("documents/format", { path: project.path("a.ts") })).rejects.toThrow(
    "the project's own prettier may not be run",
  );
  expect(project.read("a.ts")).toBe(untidy);
  control.close();
});

test("black, clang-format and shfmt, each as its own file says", async () => {
  await using project = new Project({
    "pyproject.toml": "[tool.black]\nline-length = 20\n",
    ".clang-format": "BasedOnStyle: LLVM\n",
    ".editorconfig": "root = true\n[*.sh]\nindent_style = space\nindent_size = 3\n",
    "a.py": "x = call(one,  two, three)\n",
    "a.c": "int main( ){return 0;}\n",
    "a.sh": "if true\nthen echo\nfi\n",
  });
  await project.serve();
  const control = await project.control();
  const format = async (name: string) =>
    (await control.request("documents/format", { path: project.path(name) })).by;
  expect([await format("a.py"), await format("a.c"), await format("a.sh")]).toEqual([
    "black",
    "clang-format",
    "shfmt",
  ]);
  expect(["a.py", "a.c", "a.sh"].map((name) => project.read(name))).toEqual([
    "x = call(\n    one, two, three\n)\n",
    "int main() { return 0; }\n",
    "if true; then\n   echo\nfi\n",
  ]);
  control.close();
});
