import { type ChildProcess, spawn } from "node:child_process";
import { mkdirSync, mkdtempSync, readFileSync, watch } from "node:fs";
import { join } from "node:path";
import { setTimeout as sleep } from "node:timers/promises";
import { atMost, type Figure } from "../measured/figure.ts";
import { residentMegabytes } from "../measured/residentMegabytes.ts";
import { median } from "../measured/statistics.ts";
import { buildCommand } from "./buildCommand.ts";
import { bundleProgram } from "./bundleProgram.ts";
import { nodeAlone } from "./spawnTimes.ts";
import type { Workshop } from "./workshop.ts";

const startRounds = 60;
const memoryRounds = 5;
const idleSeconds = 5;
/** Of a clock tick as `/proc` counts them, on every Linux that Node runs on. */
const tickMilliseconds = 10;

/** The bundled `idebridge` command: how soon agents find it, and what it costs while nothing happens. */
export async function idebridgeStart(workshop: Workshop): Promise<readonly Figure[]> {
  const command = [buildCommand(workshop.root)];

  const nothing: number[] = [];
  const first: number[] = [];
  const usual: number[] = [];
  const cache = join(workshop.folder, "cache");
  await untilLock(workshop, command, { XDG_CACHE_HOME: cache }, "SIGTERM");
  for (let round = 0; round < startRounds; round++) {
    nothing.push(await nodeAlone(workshop));
    usual.push(await untilLock(workshop, command, { XDG_CACHE_HOME: cache }));
    first.push(await untilLock(workshop, command));
  }
  const ratio = (times: readonly number[]) => median(times.map((time, round) => time / nothing[round]!));
  const start: readonly Figure[] = [
    {
      name: "idebridge, start to lock file",
      aim: atMost(2),
      measured: ratio(usual),
      unit: "× node -e 0",
      note: `${median(usual).toFixed(1)} ms, node -e 0 ${median(nothing).toFixed(1)} ms, ${startRounds} runs`,
    },
    {
      name: "  the first start ever",
      aim: atMost(2),
      measured: ratio(first),
      unit: "× node -e 0",
      note: `${median(first).toFixed(1)} ms; nothing is compiled yet`,
    },
  ];
  // The rest is read out of /proc.
  return process.platform === "linux" ? [...start, ...(await idle(workshop, command))] : start;
}

async function idle(workshop: Workshop, command: readonly string[]): Promise<readonly Figure[]> {
  const { file } = await bundleProgram(workshop.root, "bareWs");
  const bare: number[] = [];
  const ours: number[] = [];
  for (let round = 0; round < memoryRounds; round++) {
    bare.push(await residentAfter(workshop, [file]));
    ours.push(await residentAfter(workshop, command));
  }
  return [
    {
      name: "idebridge, idle memory",
      aim: atMost(1.6),
      measured: median(ours.map((size, round) => size / bare[round]!)),
      unit: "× bare ws server",
      note: `${median(ours).toFixed(1)} MB resident, bare ws ${median(bare).toFixed(1)} MB`,
    },
    {
      name: "idebridge, idle CPU",
      aim: atMost(2 * tickMilliseconds),
      measured: await idleCpu(workshop, command),
      unit: "ms",
      note: `in ${idleSeconds} s, counted in ticks of ${tickMilliseconds} ms`,
    },
  ];
}

/** Each time in a home and a project that nothing has run in before. */
function freshPlace(workshop: Workshop, env: Readonly<Record<string, string>> = {}) {
  const home = mkdtempSync(join(workshop.folder, "home-"));
  const project = join(home, "project");
  const locks = join(home, ".claude", "ide");
  mkdirSync(project);
  mkdirSync(locks, { recursive: true });
  const start = (command: readonly string[]) =>
    spawn(process.execPath, command, {
      cwd: project,
      env: { HOME: home, ...env },
      stdio: ["ignore", "pipe", "inherit"],
    });
  return { locks, start };
}

async function untilLock(
  workshop: Workshop,
  command: readonly string[],
  env: Readonly<Record<string, string>> = {},
  signal: NodeJS.Signals = "SIGKILL",
): Promise<number> {
  const { locks, start } = freshPlace(workshop, env);
  const watcher = watch(locks);
  const lock = new Promise<number>((resolve) =>
    watcher.on("change", (_, name) => {
      if (/^\d+\.lock$/.test(String(name))) resolve(performance.now());
    }),
  );
  const started = performance.now();
  const child = start(command);
  const ended = new Promise<never>((_, reject) =>
    child.once("exit", (code) => reject(new Error(`idebridge ended with ${code}`))),
  );
  const at = await Promise.race([lock, ended]).finally(() => watcher.close());
  await end(child, ended, signal);
  return at - started;
}

/** A server that has been started, and left alone for two seconds. */
async function idleServer(workshop: Workshop, command: readonly string[]) {
  const child = freshPlace(workshop).start(command);
  const ended = new Promise<never>((_, reject) =>
    child.once("exit", (code) => reject(new Error(`${command[0]} ended with ${code}`))),
  );
  await Promise.race([new Promise((resolve) => child.stdout.once("data", resolve)), ended]);
  await sleep(2_000);
  return { pid: child.pid!, end: () => end(child, ended, "SIGKILL") };
}

async function residentAfter(workshop: Workshop, command: readonly string[]): Promise<number> {
  const { pid, end } = await idleServer(workshop, command);
  const megabytes = residentMegabytes(pid);
  await end();
  return megabytes;
}

async function idleCpu(workshop: Workshop, command: readonly string[]): Promise<number> {
  const { pid, end } = await idleServer(workshop, command);
  const before = cpuTicks(pid);
  await sleep(idleSeconds * 1_000);
  const after = cpuTicks(pid);
  await end();
  return (after - before) * tickMilliseconds;
}

function cpuTicks(pid: number): number {
  // The name in parentheses may hold anything: count from its end.
  const fields = readFileSync(`/proc/${pid}/stat`, "utf8")
    .replace(/^.*\) /s, "")
    .split(" ");
  return Number(fields[11]) + Number(fields[12]);
}

async function end(child: ChildProcess, ended: Promise<never>, signal: NodeJS.Signals): Promise<void> {
  child.kill(signal);
  await ended.catch(() => {});
}
