import { execFileSync } from "node:child_process";
import {
  chmodSync,
  chownSync,
  existsSync,
  mkdirSync,
  mkdtempSync,
  realpathSync,
  rmSync,
  symlinkSync,
  writeFileSync,
} from "node:fs";
import { tmpdir } from "node:os";
import { dirname, join } from "node:path";
import { afterEach, beforeEach, expect, test, vi } from "vitest";
import { runGit } from "../src/changes/runGit.ts";
import { mayRunProgram } from "../src/languages/mayRunProgram.ts";

let root: string;
beforeEach(() => {
  root = realpathSync(mkdtempSync(join(tmpdir(), "idebridge-trust-")));
});
afterEach(() => {
  vi.restoreAllMocks();
  rmSync(root, { recursive: true, force: true });
});

const env = () => ({ PATH: process.env.PATH, HOME: root, GIT_CONFIG_NOSYSTEM: "1" });
const may = (path: string, folder = "project") =>
  mayRunProgram(join(root, path), { folder: join(root, folder), fromProject: true, env: env() });

function program(path: string, text = "#!/bin/sh\n"): string {
  const file = join(root, path);
  mkdirSync(dirname(file), { recursive: true });
  writeFileSync(file, text);
  chmodSync(file, 0o755);
  return file;
}

function git(folder: string, ...args: string[]): void {
  const own = ["-c", "user.name=t", "-c", "user.email=t@example.invalid", "-c", "protocol.file.allow=always"];
  execFileSync("git", ["-C", join(root, folder), ...own, ...args], { stdio: "ignore", env: env() });
}

function repository(folder: string): void {
  mkdirSync(join(root, folder), { recursive: true });
  git(folder, "init", "--quiet");
}

test("what somebody has installed may be run, what came with the repository may not", async () => {
  repository("project");
  program("project/node_modules/.bin/tool");
  program("project/brought/tool");
  git("project", "add", "brought");
  expect([await may("project/node_modules/.bin/tool"), await may("project/brought/tool")]).toEqual([
    true,
    false,
  ]);
});

test("a second folder of the workspace is asked about in its own repository", async () => {
  repository("project");
  repository("second");
  program("second/node_modules/.bin/tool");
  git("second", "add", "--force", ".");
  expect(await may("second/node_modules/.bin/tool")).toBe(false);
});

test("what a submodule brings came with it too", async () => {
  repository("hostile");
  program("hostile/node_modules/.bin/tool");
  git("hostile", "add", "--force", ".");
  git("hostile", "commit", "--quiet", "-m", "all");
  repository("project");
  git("project", "submodule", "--quiet", "add", join(root, "hostile"), "sub");
  symlinkSync("sub/node_modules", join(root, "project/node_modules"));
  expect([
    existsSync(join(root, "project/sub/node_modules/.bin/tool")),
    await may("project/sub/node_modules/.bin/tool"),
    await may("project/node_modules/.bin/tool"),
  ]).toEqual([true, false, false]);
});

test("a folder that is made to look like a repository does not speak for its files", async () => {
  repository("project");
  program("project/sub/.venv/bin/python");
  // As the files of a bare repository, which git tracks like any others.
  git(".", "init", "--quiet", "--bare", "project/sub/inner.git");
  for (const name of ["HEAD", "config", "objects", "refs"]) {
    execFileSync("mv", [join(root, "project/sub/inner.git", name), join(root, "project/sub", name)]);
  }
  writeFileSync(
    join(root, "project/sub/config"),
    `[core]\n\trepositoryformatversion = 0\n\tbare = false\n\tworktree = ${join(root, "project/sub")}\n`,
  );
  git("project", "add", "--force", "sub/.venv");
  expect(await may("project/sub/.venv/bin/python", "project/sub")).toBe(false);
});

test("a link out of the project is the user's own, when the link is", async () => {
  repository("project");
  repository("elsewhere");
  program("elsewhere/tool");
  git("elsewhere", "add", ".");
  mkdirSync(join(root, "project/node_modules/.bin"), { recursive: true });
  symlinkSync(join(root, "elsewhere/tool"), join(root, "project/node_modules/.bin/tool"));
  expect(await may("project/node_modules/.bin/tool")).toBe(true);
  git("project", "add", "--force", "node_modules");
  expect(await may("project/node_modules/.bin/tool")).toBe(false);
});

test("nothing that another user has put into a folder above", async () => {
  mkdirSync(join(root, "project"));
  const planted = program("node_modules/.bin/tool");
  expect(await may("node_modules/.bin/tool")).toBe(true);
  if (process.getuid?.() === 0) chownSync(planted, 65_534, 65_534);
  else {
    // Only root can give files away: here the project is the one that is somebody else's.
    vi.spyOn(process, "getuid").mockReturnValue(65_534);
    expect(await may("node_modules/.bin/tool", "/")).toBe(false);
    return;
  }
  expect(await may("node_modules/.bin/tool")).toBe(false);
});

test("a git that does not answer for a repository is no consent", async () => {
  repository("project");
  program("project/node_modules/.bin/tool");
  writeFileSync(join(root, "project/.git/config"), "[core\n");
  expect(await may("project/node_modules/.bin/tool")).toBe(false);
});

test.each([
  ["core.fsmonitor", ["status"]],
  ["gpg.program", ["log", "-1", "--format=%H"]],
])("git starts no program that a repository names as %s", async (setting, args) => {
  repository("project");
  const mark = join(root, "started");
  const hostile = program("hostile.sh", `#!/bin/sh\ntouch "${mark}"\n`);
  writeFileSync(join(root, "project/a"), "a");
  git("project", "add", "a");
  git("project", "commit", "--quiet", "-m", "one");
  sign("project");
  git("project", "config", setting, hostile);
  git("project", "config", "log.showSignature", "true");
  const answer = await runGit(args, { cwd: join(root, "project"), env: env() });
  expect([answer !== undefined, existsSync(mark)]).toEqual([true, false]);
});

/** Makes the last commit one that has a signature, whoever could check it. */
function sign(folder: string): void {
  const at = join(root, folder);
  const commit = execFileSync("git", ["-C", at, "cat-file", "commit", "HEAD"], {
    env: env(),
    encoding: "utf8",
  });
  const signature = "gpgsig -----BEGIN PGP SIGNATURE-----\n \n AAAA\n -----END PGP SIGNATURE-----\n";
  const signed = commit.replace("\n\n", `\n${signature}\n`);
  const id = execFileSync("git", ["-C", at, "hash-object", "-t", "commit", "-w", "--stdin"], {
    env: env(),
    encoding: "utf8",
    input: signed,
  });
  git(folder, "update-ref", "HEAD", id.trim());
}
