import { spawn } from "node:child_process";
import { readdirSync, readFileSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { atLeast, atMost, type Figure } from "../measured/figure.ts";
import { median, percentile } from "../measured/statistics.ts";
import { connect } from "../packages/sdk/src/node/connect.ts";
import { buildCommand } from "./buildCommand.ts";
import { badMark, errorOf, goodMark, writeTypescriptProject } from "./typescriptProject.ts";
import type { Workshop } from "./workshop.ts";

const modules = 600;
const edits = 100;

interface Edit {
  readonly before: number;
  readonly after: number;
  /** The answer after the edit has the problem of the new text, and no other. */
  readonly isFresh: boolean;
}

/** A client asks as Claude Code does, before and after each change of a file. How soon are the answers those of the new text? */
export async function diagnostics(workshop: Workshop): Promise<readonly Figure[]> {
  const project = join(workshop.folder, "project");
  const files = writeTypescriptProject(project, modules);
  const lines = files.reduce((sum, file) => sum + readFileSync(file, "utf8").split("\n").length, 0);
  const idebridge = spawn(process.execPath, [buildCommand(workshop.root), "serve", "--log-level", "silent"], {
    cwd: project,
    env: workshop.env,
    stdio: ["ignore", "pipe", "inherit"],
  });
  try {
    await new Promise((resolve) => idebridge.stdout.once("data", resolve));
    const clientInfo = { name: "claude-code", version: "2.1.325" };
    await using ide = await connect({ cwd: project, env: workshop.env, clientInfo });
    const change = async (number: number): Promise<Edit> => {
      // Every second one mends what the one before it broke.
      const file = files[(Math.floor(number / 2) * 37) % files.length]!;
      const wrong = number % 2 === 0 ? `edit ${number}` : undefined;
      const askedAt = performance.now();
      await ide.diagnostics(file);
      const before = performance.now() - askedAt;
      const mark = wrong === undefined ? goodMark : badMark(wrong);
      writeFileSync(file, readFileSync(file, "utf8").replace(/^export const mark: .*$/m, mark));
      const writtenAt = performance.now();
      const problems = (await ide.diagnostics()).flatMap((each) => each.diagnostics);
      const after = performance.now() - writtenAt;
      const expected = wrong === undefined ? [] : [errorOf(wrong)];
      return { before, after, isFresh: problems.map(({ message }) => message).join() === expected.join() };
    };
    // The agent has just connected, and the servers start: no model answers that soon.
    const cold = [await change(0), await change(1)];
    const measured: Edit[] = [];
    for (let number = 2; number < edits + 2; number++) measured.push(await change(number));
    const memory = process.platform === "linux" ? memoryOf(idebridge.pid!) : undefined;
    return figures(measured, cold[0]!, `${modules} files, ${lines} lines of TypeScript`, memory);
  } finally {
    idebridge.kill();
    await new Promise((resolve) => idebridge.once("exit", resolve));
  }
}

function figures(
  measured: readonly Edit[],
  cold: Edit,
  project: string,
  memory: string | undefined,
): readonly Figure[] {
  const before = measured.map((edit) => edit.before);
  const after = measured.map((edit) => edit.after);
  const inTime = measured.filter((edit) => edit.isFresh && edit.after <= 1_800).length;
  const times = (all: readonly number[]) =>
    `median ${median(all).toFixed(0)} ms, p99 ${percentile(all, 0.99).toFixed(0)} ms`;
  return [
    {
      name: "edits whose problems are told, fresh, within 1.8 s",
      aim: atLeast(100),
      measured: (100 * inTime) / measured.length,
      unit: "%",
      note: `${times(after)}; ${measured.length} edits, ${project}`,
    },
    {
      name: "  the question before an edit, the slowest",
      aim: atMost(400),
      measured: Math.max(...before),
      unit: "ms",
      note: `${times(before)}${memory ? `; ${memory}` : ""}`,
    },
    {
      name: "  an edit right after the connection",
      measured: cold.after,
      unit: "ms",
      note: `${cold.isFresh ? "fresh" : "the last known"}; ${cold.before.toFixed(0)} ms before it; the servers start`,
    },
  ];
}

/** Of a process and all that it has started. */
function memoryOf(pid: number): string {
  const all = [pid, ...descendants(pid)].map((each) => {
    const status = readFileSync(`/proc/${each}/status`, "utf8");
    return Number(/^VmRSS:\s+(\d+) kB$/m.exec(status)?.[1] ?? 0) / 1024;
  });
  const total = all.reduce((sum, each) => sum + each, 0);
  return `resident: ${total.toFixed(0)} MB in all, idebridge ${all[0]!.toFixed(0)} MB`;
}

function descendants(pid: number): number[] {
  const children = readdirSync(`/proc/${pid}/task`).flatMap((task) =>
    readFileSync(`/proc/${pid}/task/${task}/children`, "utf8").split(" ").filter(Boolean).map(Number),
  );
  return children.flatMap((child) => [child, ...descendants(child)]);
}
