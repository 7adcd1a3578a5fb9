import { spawn } from "node:child_process";
import type { Workshop } from "./workshop.ts";

/** Milliseconds of a Node that does nothing. */
export function nodeAlone({ env }: Workshop): Promise<number> {
  return new Promise((resolve, reject) => {
    const started = performance.now();
    const child = spawn(process.execPath, ["-e", "0"], { env, stdio: "ignore" });
    child.once("exit", (code) =>
      code === 0 ? resolve(performance.now() - started) : reject(new Error(`node ended with ${code}`)),
    );
  });
}

/** Milliseconds until a program writes its first line; it is then of no more use. */
export function untilReady({ env, folder }: Workshop, file: string): Promise<number> {
  return new Promise((resolve, reject) => {
    const started = performance.now();
    const child = spawn(process.execPath, [file], { env, cwd: folder, stdio: ["ignore", "pipe", "inherit"] });
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
