import { spawn, spawnSync } from "node:child_process";
import { once } from "node:events";
import {
  cpSync,
  existsSync,
  mkdirSync,
  mkdtempSync,
  readFileSync,
  realpathSync,
  rmSync,
  symlinkSync,
  writeFileSync,
} from "node:fs";
import { tmpdir } from "node:os";
import { basename, join } from "node:path";
import { createInterface } from "node:readline";
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

/** What `npm start` needs of the repository, in another place: it builds the command, which other tests are using here. */
function copyRepository(place: string): string {
  const copy = join(place, "repository");
  for (const part of ["packages/cli", "packages/workbench", "scripts", "package.json", "package-lock.json"]) {
    const isSource = (path: string) => !["dist", "test"].includes(basename(path));
    cpSync(join(repository, part), join(copy, part), { recursive: true, filter: isSource });
  }
  symlinkSync(join(repository, "node_modules"), join(copy, "node_modules"));
  return copy;
}

test("npm start serves this folder, npm start -- <folder> another one", { timeout: 180_000 }, async () => {
  const place = realpathSync(mkdtempSync(join(tmpdir(), "idebridge-start-")));
  const copy = copyRepository(place);
  mkdirSync(join(place, "other"));
  /** The folder that it serves, and the exit code of npm when it is ended. */
  const served = async (...args: string[]) => {
    const child = spawn("npm", ["start", "--silent", "--", ...args], {
      cwd: copy,
      env: { PATH: process.env.PATH, HOME: place },
      stdio: ["ignore", "pipe", "inherit"],
    });
    const ended = once(child, "close");
    for await (const line of createInterface({ input: child.stdout })) {
      const [, folder, port] = /serves (.+) on port (\d+)/.exec(line) ?? [];
      if (port === undefined) continue;
      const lock = readFileSync(join(place, ".claude", "ide", `${port}.lock`), "utf8");
      process.kill(JSON.parse(lock).pid, "SIGTERM");
      return [folder, (await ended)[0]];
    }
    return ended;
  };
  try {
    expect([await served(), await served("../other")]).toEqual([
      [copy, 143],
      [join(place, "other"), 143],
    ]);
  } finally {
    rmSync(place, { recursive: true, force: true, maxRetries: 5 });
  }
});
