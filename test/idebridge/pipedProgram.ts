import { type ChildProcess, spawn } from "node:child_process";
import { fileURLToPath } from "node:url";

/** The command as `npm run build` leaves it. */
export const idebridgeProgram = fileURLToPath(
  new URL("../../packages/cli/bin/idebridge.cjs", import.meta.url),
);

export interface ProgramOptions {
  readonly cwd: string;
  readonly env: Readonly<Record<string, string>>;
}

/** `idebridge` as a script runs it: no terminal anywhere. */
export class PipedProgram {
  stdout = "";
  stderr = "";
  readonly ended: Promise<{ readonly code: number | null; readonly signal: NodeJS.Signals | null }>;
  readonly #process: ChildProcess;
  readonly #watchers = new Set<() => void>();
  #hasEnded = false;

  /** `under` stands before it, such as `prlimit`. */
  constructor(args: readonly string[], { cwd, env }: ProgramOptions, under: readonly string[] = []) {
    const [program, ...rest] = [...under, process.execPath, idebridgeProgram, ...args];
    this.#process = spawn(program!, rest, { cwd, env });
    this.#process.stdout?.setEncoding("utf8").on("data", (text: string) => {
      this.stdout += text;
      this.#changed();
    });
    this.#process.stderr?.setEncoding("utf8").on("data", (text: string) => {
      this.stderr += text;
      this.#changed();
    });
    // What it did not read any more: its end tells.
    this.#process.stdin?.on("error", () => {});
    this.ended = new Promise((resolve) => {
      this.#process.once("close", (code, signal) => {
        this.#hasEnded = true;
        resolve({ code, signal });
        this.#changed();
      });
    });
  }

  get pid(): number {
    return this.#process.pid!;
  }

  get hasEnded(): boolean {
    return this.#hasEnded;
  }

  get output(): string {
    return this.stdout + this.stderr;
  }

  /** One JSON value a line. */
  get events(): readonly ({ readonly type: string } & Record<string, unknown>)[] {
    return this.stdout
      .split("\n")
      .slice(0, -1)
      .map((line) => JSON.parse(line));
  }

  /** Resolves once that is printed; fails with everything printed if the program ends before. */
  printed(pattern: RegExp): Promise<RegExpExecArray> {
    return new Promise((resolve, reject) => {
      const look = () => {
        const match = pattern.exec(this.output);
        if (!match && !this.#hasEnded) return;
        this.#watchers.delete(look);
        if (match) resolve(match);
        else reject(new Error(`It ended without printing ${pattern}:\n${this.output}`));
      };
      this.#watchers.add(look);
      look();
    });
  }

  write(text: string | Buffer): void {
    this.#process.stdin?.write(text);
  }

  endInput(): void {
    this.#process.stdin?.end();
  }

  /** As `| head` does when it has seen enough. */
  closeOutput(): void {
    this.#process.stdout?.destroy();
  }

  kill(signal: NodeJS.Signals): void {
    this.#process.kill(signal);
  }

  async end(): Promise<void> {
    if (!this.#hasEnded) this.kill("SIGKILL");
    await this.ended;
  }

  #changed(): void {
    for (const look of [...this.#watchers]) look();
  }
}
