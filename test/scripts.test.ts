import { spawnSync } from "node:child_process";
import { existsSync, mkdirSync, mkdtempSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { fileURLToPath } from "node:url";
import { expect, test } from "vitest";

const repository = fileURLToPath(new URL("..", import.meta.url));

test("scripts/run.mjs runs a program, and removes what a run that was killed has left", () => {
  const ended = spawnSync(process.execPath, ["-e", "0"]).pid;
  const left = join(repository, "node_modules", ".cache", "idebridge", String(ended));
  mkdirSync(left, { recursive: true });
  const folder = mkdtempSync(join(tmpdir(), "idebridge-run-"));
  const program = join(folder, "hello.ts");
  writeFileSync(program, 'const name: string = process.argv[2]!;\nconsole.log("hello " + name);\n');
  const args = [join(repository, "scripts", "run.mjs"), program, "you"];
  const { pid, stdout, status } = spawnSync(process.execPath, args, { encoding: "utf8" });
  rmSync(folder, { recursive: true });
  const own = join(repository, "node_modules", ".cache", "idebridge", String(pid));
  expect({ stdout, status, left: existsSync(left), own: existsSync(own) }).toEqual({
    stdout: "hello you\n",
    status: 0,
    left: false,
    own: false,
  });
});
