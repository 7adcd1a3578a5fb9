import { spawn } from "node:child_process";
import { atMost, type Figure } from "../measured/figure.ts";
import { median } from "../measured/statistics.ts";
import { bundleProgram } from "./bundleProgram.ts";
import type { Workshop } from "./workshop.ts";

const rounds = 60;

/** From the start of the process until the lock file is there, against a Node that does nothing. */
export async function startTime(workshop: Workshop): Promise<readonly Figure[]> {
  const { file } = await bundleProgram(workshop.root, "minimalServer");
  const nothing: number[] = [];
  const listening: number[] = [];
  for (let round = 0; round < rounds; round++) {
    nothing.push(await untilExit(workshop, ["-e", "0"]));
    listening.push(await untilReady(workshop, [file]));
  }
  const ratio = median(listening.map((time, round) => time / nothing[round]!));
  const note = `${median(listening).toFixed(1)} ms, node -e 0 ${median(nothing).toFixed(1)} ms, ${rounds} runs`;
  return [{ name: "start to listening", aim: atMost(1.5), measured: ratio, unit: "× node -e 0", note }];
}

function untilExit({ env }: Workshop, args: readonly string[]): Promise<number> {
  return new Promise((resolve, reject) => {
    const started = performance.now();
    const child = spawn(process.execPath, args, { env, stdio: "ignore" });
    child.once("exit", (code) =>
      code === 0 ? resolve(performance.now() - started) : reject(new Error(`node ended with ${code}`)),
    );
  });
}

/** The program writes one line when it is ready, and is then of no more use. */
function untilReady({ env, folder }: Workshop, args: readonly string[]): Promise<number> {
  return new Promise((resolve, reject) => {
    const started = performance.now();
    const child = spawn(process.execPath, args, { env, cwd: folder, stdio: ["ignore", "pipe", "inherit"] });
    let elapsed: number | undefined;
    child.stdout.once("data", () => {
      elapsed = performance.now() - started;
      child.kill("SIGKILL");
    });
    child.once("exit", (code) =>
      elapsed === undefined ? reject(new Error(`the server ended with ${code}`)) : resolve(elapsed),
    );
  });
}
