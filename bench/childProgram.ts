import { type ChildProcess, type ForkOptions, fork } from "node:child_process";
import { basename } from "node:path";

/** A bundled program in a process of its own that answers commands. */
export class ChildProgram {
  readonly #process: ChildProcess;
  #exited: Error | undefined;

  constructor(file: string, options: ForkOptions) {
    this.#process = fork(file, [], options);
    this.#process.once("exit", (code, signal) => {
      this.#exited = new Error(`${basename(file)} ended early (${code ?? signal})`);
    });
  }

  /** Commands are answered one at a time. */
  ask<Answer>(command: string, input: unknown = {}): Promise<Answer> {
    return new Promise((resolve, reject) => {
      if (this.#exited) return reject(this.#exited);
      const exited = () => reject(this.#exited);
      this.#process.once("exit", exited);
      this.#process.once("message", (message) => {
        this.#process.off("exit", exited);
        const { answer, error } = message as { answer: Answer; error?: string };
        if (error === undefined) resolve(answer);
        else reject(new Error(error));
      });
      this.#process.send({ command, input });
    });
  }

  async end(): Promise<void> {
    if (this.#exited) return;
    const exited = new Promise((resolve) => this.#process.once("exit", resolve));
    // Politely, so that a profile asked for on the command line is written.
    this.#process.disconnect();
    const timer = setTimeout(() => this.#process.kill("SIGKILL"), 3_000);
    await exited;
    clearTimeout(timer);
  }
}
