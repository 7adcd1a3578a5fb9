import { execFileSync } from "node:child_process";
import { cpSync, mkdirSync, readdirSync, readFileSync, rmSync, statSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { evilValue, type Json, spoil, spoilText } from "../../test/fuzz/hostileMessages.ts";
import type { Random } from "../../test/fuzz/random.ts";
import { Project } from "../../test/idebridge/project.ts";
import { eventually } from "../eventually.ts";
import { inTime } from "../inTime.ts";
import { attempt, type FuzzTarget } from "./fuzzTarget.ts";

/** What idebridge remembers, damaged: the next start serves, or says which file is in its way. */
export const stateFiles: FuzzTarget = {
  name: "state files",
  cases: 30,
  casesInTests: 4,
  async run(fuzzing) {
    const { random, cases, failed } = fuzzing;
    await using project = new Project({ "a.txt": "one\n" });
    await makeState(project);
    const state = project.env.XDG_STATE_HOME!;
    const good = project.outside("good state");
    cpSync(state, good, { recursive: true });
    for (let count = 0; count < cases; count++) {
      rmSync(state, { recursive: true, force: true });
      cpSync(good, state, { recursive: true });
      const done = Array.from({ length: 1 + random.below(3) }, () => damage(state, random));
      await attempt(
        fuzzing,
        () => done,
        async () => {
          const program = project.start(["serve"]);
          const serves = program.printed(/serves/).then(
            () => true,
            () => false,
          );
          if (!(await inTime(serves))) {
            if (
              !program.hasEnded ||
              !/cannot|XDG_STATE_HOME/.test(program.stderr) ||
              /should not happen/.test(program.stderr)
            )
              throw new Error(`it does not start: ${program.output} after`);
            return;
          }
          const agent = await project.agent({ reconnect: false });
          await agent.closeAllDiffs();
          await agent.diagnostics(project.path("a.txt"));
          agent.close();
          const control = await project.control();
          await control.request("changes/list").catch(() => {});
          await control.request("workbench/link", {});
          control.close();
          program.kill("SIGTERM");
          const { code } = await program.ended;
          if (code !== 143 || /should not happen/.test(program.stderr))
            throw new Error(`${code} ${program.stderr} after`);
        },
      );
      if (project.locks().length > 1) failed(`locks are left after ${JSON.stringify(done)}`);
    }
  },
};

/** As after some days of work: changes recorded, a page opened. */
async function makeState(project: Project): Promise<void> {
  const program = await project.serve();
  const agent = await project.agent({ reconnect: false });
  const control = await project.control();
  await control.request("workbench/link", {});
  await agent.closeAllDiffs();
  for (const name of ["a.txt", "b.txt"]) {
    await agent.diagnostics(project.path(name));
    project.write(name, `written ${name}\n`);
    await agent.diagnostics();
  }
  await eventually(async () => (await control.request("changes/list")).length > 0);
  agent.close();
  control.close();
  program.kill("SIGTERM");
  await program.ended;
}

function damage(state: string, random: Random): string {
  const paths = (readdirSync(state, { recursive: true }) as string[]).filter((path) =>
    statSync(join(state, path), { throwIfNoEntry: false })?.isFile(),
  );
  if (paths.length === 0) return "nothing left";
  const path = join(state, random.pick(paths));
  const bytes = readFileSync(path);
  const kind = random.below(9);
  if (kind === 0) writeFileSync(path, bytes.subarray(0, random.below(bytes.length + 1)));
  else if (kind === 1) writeFileSync(path, random.bytes(200));
  else if (kind === 2) writeFileSync(path, JSON.stringify(evilValue(random)));
  else if (kind === 3) {
    rmSync(path);
    mkdirSync(path);
  } else if (kind === 4) {
    rmSync(path);
    execFileSync("mkfifo", [path]);
  } else if (kind === 5) writeFileSync(path, spoilText(bytes.toString(), random));
  else writeFileSync(path, spoiltLines(bytes.toString(), random));
  return `${path.slice(state.length)}: ${["cut", "bytes", "a value", "a folder", "a pipe", "a text"][kind] ?? readFileSync(path, "utf8").slice(0, 200)}`;
}

function spoiltLines(text: string, random: Random): string {
  const lines = text.split("\n").map((line) => {
    try {
      const value = JSON.parse(line) as Json;
      for (let count = 1 + random.below(2); count > 0; count--) spoil(value, random);
      return JSON.stringify(value);
    } catch {
      return line;
    }
  });
  return lines.join("\n");
}
