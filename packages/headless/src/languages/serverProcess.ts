import { type ChildProcessWithoutNullStreams, spawn } from "node:child_process";
import type { Environment } from "@idebridge/sdk/node";
import { BoundedMessages } from "./boundedMessages.ts";
import type { ServerCommand } from "./serverDefinition.ts";

const stderrCharacters = 2_000;
/** A server that does not read what we write would fill our memory with it. */
const mostUnread = 64 * 1024 * 1024;
const politeMilliseconds = 1_000;
const termMilliseconds = 1_000;

/** The process of a server: what it says, within limits, and its end. */
export class ServerProcess {
  readonly messages = new BoundedMessages();
  /** Resolves once, with what there is to say about it. */
  readonly ended: Promise<string>;
  readonly #child: ChildProcessWithoutNullStreams;
  #stderr = "";
  #fault: string | undefined;

  constructor({ command, args }: ServerCommand, cwd: string, env: Environment) {
    this.#child = spawn(command, args, {
      cwd,
      env: env as NodeJS.ProcessEnv,
      stdio: "pipe",
      windowsHide: true,
      // Windows starts such a file only through its shell.
      shell: /\.(cmd|bat)$/i.test(command),
    });
    const child = this.#child;
    child.stdout.pipe(this.messages);
    this.messages.on("error", (error) => this.fail(error.message));
    child.stderr.on("data", (chunk: Buffer) => {
      this.#stderr = (this.#stderr + chunk.toString("utf8")).slice(-stderrCharacters);
    });
    // What it did not read any more is no news: its end is.
    child.stdin.on("error", () => {});
    this.ended = new Promise((resolve) => {
      child.on("error", (error) => {
        this.messages.destroy();
        resolve(`it could not be started: ${error.message}`);
      });
      child.on("close", (code, signal) => {
        this.messages.destroy();
        resolve(this.#fault ?? `it ended by itself (${signal ?? code})${this.#lastWords()}`);
      });
    });
  }

  get pid(): number | undefined {
    return this.#child.pid;
  }

  get stdin(): NodeJS.WritableStream {
    return this.#child.stdin;
  }

  /** Ends a server that cannot be worked with. The reason is what `ended` tells. */
  fail(reason: string): void {
    this.#fault ??= reason;
    this.#child.kill("SIGKILL");
  }

  /** Called after every message: fails the server when it has stopped reading. */
  checkReading(): void {
    if (this.#child.stdin.writableLength > mostUnread) this.fail("it does not read any more");
  }

  /** After it was asked to shut down: waits, then insists. */
  async stop(): Promise<void> {
    this.#child.stdin.end();
    if (await this.#endsWithin(politeMilliseconds)) return;
    this.#child.kill("SIGTERM");
    if (await this.#endsWithin(termMilliseconds)) return;
    this.#child.kill("SIGKILL");
    await this.ended;
  }

  async #endsWithin(milliseconds: number): Promise<boolean> {
    let timer: NodeJS.Timeout | undefined;
    const late = new Promise<false>((resolve) => {
      timer = setTimeout(resolve, milliseconds, false);
    });
    const outcome = await Promise.race([this.ended.then(() => true), late]);
    clearTimeout(timer);
    return outcome;
  }

  /** The last line that it wrote to stderr usually tells why. */
  #lastWords(): string {
    const line = this.#stderr.trim().split("\n").at(-1)?.trim() ?? "";
    return line === "" ? "" : `: ${line.slice(0, 300)}`;
  }
}
