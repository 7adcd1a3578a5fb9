import { execFileSync } from "node:child_process";
import { chmodSync, mkdirSync, rmSync, symlinkSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { discover, type FoundIde } from "@idebridge/sdk";
import { evilValue, type Json, spoil, spoilText } from "../../test/fuzz/hostileMessages.ts";
import type { Random } from "../../test/fuzz/random.ts";
import { Project } from "../../test/idebridge/project.ts";
import { attempt, brief, type FuzzTarget } from "./fuzzTarget.ts";

/** Lock files of all kinds beside a good one: the good one is found, and what is wrong with the others is told. */
export const lockFiles: FuzzTarget = {
  name: "lock files",
  cases: 1_000,
  casesInTests: 100,
  async run(fuzzing) {
    const { random, cases, failed } = fuzzing;
    await using project = new Project({ "a.ts": "" });
    const { program, lock } = await served(project);
    const folder = join(project.env.HOME!, ".claude", "ide");
    for (let left = cases; left > 0; left -= 10) {
      const written = Array.from({ length: 10 }, (_, index) => writeOne(folder, index, lock, random));
      await attempt(
        fuzzing,
        () => written.map(brief),
        async () => {
          const started = performance.now();
          const found = await discover({ cwd: project.folder, env: project.env });
          if (performance.now() - started > 10_000) failed(`discovery took too long: ${brief(written)}`);
          const complaint = complaintAbout(found, lock.port);
          if (complaint !== undefined) failed(`${complaint}: ${brief(written)}`);
        },
      );
      if (left % 200 === 0) await commandsSurvive(project, failed);
      for (const { path } of written) rmSync(path, { recursive: true, force: true });
    }
    if (program.hasEnded) failed(`idebridge ended: ${program.stderr}`);
  },
};

async function served(project: Project) {
  const program = await project.serve();
  return { program, lock: project.locks()[0]! };
}

function complaintAbout(found: readonly FoundIde[], port: number): string | undefined {
  const good = found.find((ide) => ide.port === port && ide.isAlive && ide.matches);
  if (good === undefined) return "the good one is not found";
  const isTold = ({ isAlive, problems }: FoundIde) =>
    isAlive || problems.some(({ severity }) => severity === "error");
  const silent = found.find((ide) => !isTold(ide));
  return silent && `nothing is said about ${silent.lockFile}`;
}

/** What people look with. Names come from the files: nothing of them may reach the terminal as a command to it. */
async function commandsSurvive(project: Project, failed: (what: string) => void): Promise<void> {
  for (const args of [["list"], ["list", "--json"], ["doctor"]]) {
    const { code, stdout, stderr } = await project.run(...args);
    if (typeof code !== "number" || code > 1) failed(`${args.join(" ")} ended with ${code}: ${stderr}`);
    // biome-ignore lint/suspicious/noControlCharactersInRegex: that is what must not be there
    if (/[\u0000-\u0008\u000b-\u001f\u007f-\u009f]/.test(stdout + stderr))
      failed(`${args.join(" ")} printed control characters: ${brief(stdout + stderr)}`);
    if (/should not happen/.test(stderr)) failed(`${args.join(" ")}: ${stderr}`);
  }
}

function writeOne(folder: string, index: number, good: object, random: Random) {
  const port = random.pick([
    String(20_000 + index),
    "0",
    "65536",
    "99999999999999999999",
    `${10_000 + index}`,
    "00080",
  ]);
  const path = join(folder, `${port}.${random.chance(0.9) ? "lock" : "json"}`);
  rmSync(path, { recursive: true, force: true });
  const kind = random.below(20);
  const text = kind === 0 ? random.bytes(500) : lockText(good, random);
  if (kind === 1) mkdirSync(path);
  else if (kind === 2) execFileSync("mkfifo", [path]);
  else if (kind === 3)
    symlinkSync(random.pick(["/dev/zero", "/dev/stdin", path, "/etc/passwd", "missing"]), path);
  else if (kind === 4) writeFileSync(path, "x".repeat(1024 * 1024 + 1));
  else if (kind === 5) writeFileSync(path, `${"[".repeat(100_000)}${"]".repeat(100_000)}`);
  else writeFileSync(path, text);
  if (kind === 6) chmodSync(path, 0o000);
  return { path, text: text.toString() };
}

function lockText(good: object, random: Random): string {
  const lock: Json = { ...good };
  lock.ideName = random.pick(["fine", "\u001b[31mred\u001b]0;title\u0007", "a\nb", "", "\u202eabc"]);
  lock.pid = random.pick<unknown>([process.pid, 1, 2 ** 31, 2 ** 53, 1e300, 0, -1, "1", null]);
  if (random.chance(0.3))
    lock.workspaceFolders = random.pick<unknown>(["/", [1], ["\0"], ["C:\\x"], {}, ["//host/share"]]);
  for (let count = random.below(4); count > 0; count--) spoil(lock, random);
  if (random.chance(0.1)) return JSON.stringify(evilValue(random));
  const text = JSON.stringify(lock);
  return random.chance(0.3) ? spoilText(text, random) : text;
}
