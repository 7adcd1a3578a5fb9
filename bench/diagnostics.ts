import { spawn } from "node:child_process";
import { existsSync, readdirSync, readFileSync, writeFileSync } from "node:fs";
import { delimiter, dirname, join } from "node:path";
import { setTimeout as sleep } from "node:timers/promises";
import { connect } from "@idebridge/sdk";
import { atLeast, atMost, type Figure } from "../measured/figure.ts";
import type { Measurement } from "../measured/measurement.ts";
import type { Distributions } from "../measured/plot.ts";
import { residentMegabytes } from "../measured/residentMegabytes.ts";
import { median, percentile } from "../measured/statistics.ts";
import { buildCommand } from "./buildCommand.ts";
import type { DiagnosedProject } from "./diagnosedProject.ts";
import { writeLanguageProjects } from "./languageProjects.ts";
import { writeTypescriptProject } from "./typescriptProject.ts";
import type { Workshop } from "./workshop.ts";

const modules = 600;
const typescriptEdits = 100;
const builtInEdits = 30;
const otherEdits = 20;
/** Between two edits, where another program looks for problems a while after it was told: no model is faster. */
const pauseMilliseconds = 500;
/** What a server needs to get going does not count, but it may not take for ever. */
const mostColdEdits = 40;
/** Claude Code waits for two seconds; the way there and back is not ours. */
const inTimeMilliseconds = 1_800;

interface Edit {
  readonly before: number;
  readonly after: number;
  /** The answer after the edit has the problems of the new text, and no others. */
  readonly isFresh: boolean;
}

interface Diagnosed {
  readonly project: DiagnosedProject;
  readonly edits: readonly Edit[];
  /** The very first one, right after the connection. */
  readonly cold: Edit;
  readonly memory: string | undefined;
}

/** A client asks as Claude Code does, before and after each change of a file. How soon are the answers those of the new text? */
export async function diagnostics(workshop: Workshop): Promise<Measurement> {
  const folders = [
    join(workshop.root, "node_modules", ".bin"),
    dirname(process.execPath),
    "/usr/bin",
    "/bin",
  ];
  const env = { ...workshop.env, PATH: folders.join(delimiter) };
  const isInstalled = ({ program }: DiagnosedProject) =>
    program === undefined || folders.some((folder) => existsSync(join(folder, program)));
  const command = buildCommand(workshop.root);
  const typescript = await diagnose(
    writeTypescriptProject(join(workshop.folder, "typescript"), modules),
    typescriptEdits,
    command,
    env,
  );
  const others: Diagnosed[] = [];
  for (const project of writeLanguageProjects(join(workshop.folder, "languages")).filter(isInstalled)) {
    const edits = project.program === undefined ? builtInEdits : otherEdits;
    others.push(await diagnose(project, edits, command, env));
  }
  return {
    figures: [...typescriptFigures(typescript), ...others.flatMap(languageFigures)],
    plots: [plotOf([typescript, ...others])],
  };
}

async function diagnose(
  project: DiagnosedProject,
  count: number,
  command: string,
  env: Readonly<Record<string, string>>,
): Promise<Diagnosed> {
  const idebridge = spawn(process.execPath, [command, "serve", "--log-level", "silent"], {
    cwd: project.folder,
    env,
    stdio: ["ignore", "pipe", "inherit"],
  });
  try {
    await new Promise((resolve) => idebridge.stdout.once("data", resolve));
    const clientInfo = { name: "claude-code", version: "2.1.325" };
    await using ide = await connect({ cwd: project.folder, env, clientInfo });
    let number = 0;
    const change = async (): Promise<Edit> => {
      if (project.program !== undefined) await sleep(pauseMilliseconds);
      const { path, text, isFresh } = project.edit(number++);
      const askedAt = performance.now();
      await ide.diagnostics(path);
      const before = performance.now() - askedAt;
      writeFileSync(path, text);
      const writtenAt = performance.now();
      const problems = await ide.diagnostics();
      return { before, after: performance.now() - writtenAt, isFresh: isFresh(problems) };
    };
    // The agent has just connected, and the servers start: no model answers that soon.
    const cold = await change();
    for (let mended = await change(), broken = cold; !(broken.isFresh && mended.isFresh); ) {
      [broken, mended] = [await change(), await change()];
      if (number > mostColdEdits)
        throw new Error(`${project.language}: nothing comes from ${project.server}`);
    }
    const edits: Edit[] = [];
    while (edits.length < count) edits.push(await change());
    const memory = process.platform === "linux" ? memoryOf(idebridge.pid!) : undefined;
    return { project, edits, cold, memory };
  } finally {
    idebridge.kill();
    await new Promise((resolve) => idebridge.once("exit", resolve));
  }
}

function typescriptFigures({ project, edits, cold, memory }: Diagnosed): readonly Figure[] {
  const before = edits.map((edit) => edit.before);
  return [
    {
      name: "edits whose problems are told, fresh, within 1.8 s",
      aim: atLeast(100),
      measured: shareInTime(edits),
      unit: "%",
      note: `${timesOf(edits.map(({ after }) => after))}; ${edits.length} edits, ${project.size}`,
    },
    {
      name: "  the question before an edit, the slowest",
      aim: atMost(400),
      measured: Math.max(...before),
      unit: "ms",
      note: `${timesOf(before)}${memory ? `; ${memory}` : ""}`,
    },
    {
      name: "  an edit right after the connection",
      measured: cold.after,
      unit: "ms",
      note: `${cold.isFresh ? "fresh" : "the last known"}; ${cold.before.toFixed(0)} ms before it; the servers start`,
    },
  ];
}

function languageFigures({ project, edits, memory }: Diagnosed): readonly Figure[] {
  const after = edits.map((edit) => edit.after);
  return [
    {
      name: `  the same for ${project.language} (${project.server})`,
      aim: atLeast(project.program === undefined ? 100 : 95),
      measured: shareInTime(edits),
      unit: "%",
      note: `${timesOf(after)}; ${edits.length} edits, ${project.size}${memory ? `; ${memory}` : ""}`,
    },
  ];
}

function shareInTime(edits: readonly Edit[]): number {
  const inTime = edits.filter(({ isFresh, after }) => isFresh && after <= inTimeMilliseconds);
  return (100 * inTime.length) / edits.length;
}

function timesOf(all: readonly number[]): string {
  const at = (share: number) => `${percentile(all, share).toFixed(0)} ms`;
  return `median ${median(all).toFixed(0)} ms, p95 ${at(0.95)}, p99 ${at(0.99)}`;
}

function plotOf(diagnosed: readonly Diagnosed[]): Distributions {
  return {
    kind: "distributions",
    file: "diagnostics",
    title: "From an edit to its problems",
    subtitle: "A file is changed and all problems are asked for, as Claude Code does; each mark is one edit",
    x: { label: "milliseconds until the answer", scale: "linear" },
    limit: { label: "Claude Code waits no longer", value: 2_000 },
    rows: diagnosed.map(({ project, edits }) => ({
      label: project.server === "built in" ? project.language : `${project.language} (${project.server})`,
      values: edits.map(({ after }) => after),
    })),
  };
}

/** Of a process and all that it has started. */
function memoryOf(pid: number): string {
  const all = [pid, ...descendants(pid)].map(residentMegabytes);
  const total = all.reduce((sum, each) => sum + each, 0);
  return `resident: ${total.toFixed(0)} MB in all, idebridge ${all[0]!.toFixed(0)} MB`;
}

function descendants(pid: number): number[] {
  const children = readdirSync(`/proc/${pid}/task`).flatMap((task) =>
    readFileSync(`/proc/${pid}/task/${task}/children`, "utf8").split(" ").filter(Boolean).map(Number),
  );
  return children.flatMap((child) => [child, ...descendants(child)]);
}
