import { rm } from "node:fs/promises";
import { setTimeout as sleep } from "node:timers/promises";
import { IdeBridgeError } from "@idebridge/sdk";
import type { Environment } from "@idebridge/sdk/node";
import { type ConnectionFile, makeConnectionFile } from "./connectionFile.ts";
import { KernelConnection } from "./kernelConnection.ts";
import type { KernelLaunch } from "./kernelLaunch.ts";
import type { KernelMessage } from "./kernelMessage.ts";
import { type KernelEnd, KernelProcess } from "./kernelProcess.ts";

export interface StartOptions {
  readonly launch: KernelLaunch;
  readonly cwd: string;
  readonly env: Environment;
  /** The notebook, for code that wants to know. */
  readonly sessionName?: string;
  readonly startMilliseconds?: number;
  /** How long to wait, after the answer, for all that the code has shown; or after that for the answer. */
  readonly patienceMilliseconds?: number;
  /** Ends a start that is not wanted any more. */
  readonly signal?: AbortSignal;
}

/** What the kernel has made of some code. */
export interface Executed {
  /** `unanswered`: it is done, but has not said how. Some kernels do that when they fail themselves. */
  readonly status: "ok" | "error" | "aborted" | "unanswered";
  readonly payload: unknown;
}

/** The process is gone, and all that the code had defined. */
export class KernelDied extends Error {
  override readonly name = "KernelDied";
  readonly end: KernelEnd;

  constructor(end: KernelEnd) {
    super(`The kernel has died (${howItEnded(end)})`);
    this.end = end;
  }
}

const defaultStartMilliseconds = 60_000;
const defaultPatienceMilliseconds = 2_000;
const shutdownMilliseconds = 1_500;
const mostAttempts = 3;

/** A kernel that runs. */
export class Kernel {
  readonly launch: KernelLaunch;
  readonly pid: number;
  readonly ended: Promise<KernelEnd>;
  readonly #process: KernelProcess;
  readonly #connection: KernelConnection;
  readonly #patienceMilliseconds: number;

  private constructor(
    { launch, patienceMilliseconds = defaultPatienceMilliseconds }: StartOptions,
    process: KernelProcess,
    connection: KernelConnection,
    ended: Promise<KernelEnd>,
  ) {
    this.launch = launch;
    this.#patienceMilliseconds = patienceMilliseconds;
    this.pid = process.pid;
    this.ended = ended;
    this.#process = process;
    this.#connection = connection;
    void this.ended.then(() => connection.close());
  }

  /** Returns when it takes code. Throws, and leaves nothing, when it does not come to that. */
  static async start(options: StartOptions): Promise<Kernel> {
    for (let attempt = 1; ; attempt++) {
      try {
        return await Kernel.#startOnce(options);
      } catch (error) {
        // Between our choice of ports and its listening there, another program may have taken one.
        if (attempt === mostAttempts || !isPortTaken(error)) throw error;
      }
    }
  }

  static async #startOnce(options: StartOptions): Promise<Kernel> {
    const { launch, cwd, env, sessionName, signal, startMilliseconds = defaultStartMilliseconds } = options;
    const file = await makeConnectionFile(launch.transport, env);
    const removeFolder = async () => {
      await rm(file.folder, { recursive: true, force: true }).catch(() => {});
    };
    let process: KernelProcess;
    try {
      process = await KernelProcess.start({
        argv: launch.argv.map((word) => fillIn(word, file, launch)),
        cwd,
        env: environmentOf(env, launch, sessionName),
        folder: file.folder,
      });
    } catch (error) {
      await removeFolder();
      throw cannotStart(launch, (error as Error).message);
    }
    const ended = process.ended.then(async (end) => {
      await removeFolder();
      return end;
    });
    const giveUp = new AbortController();
    const timer = setTimeout(
      () => giveUp.abort(cannotStart(launch, `it does not answer after ${startMilliseconds / 1000} s`)),
      startMilliseconds,
    );
    void ended.then((end) => giveUp.abort(cannotStart(launch, howItEnded(end), end.lastWords)));
    const unwanted = () => giveUp.abort(signal?.reason);
    if (signal?.aborted) unwanted();
    signal?.addEventListener("abort", unwanted, { once: true });
    try {
      const connection = await KernelConnection.open(file, giveUp.signal, () => process.kill());
      return new Kernel(options, process, connection, ended);
    } catch (error) {
      const reason = giveUp.signal.aborted
        ? giveUp.signal.reason
        : cannotStart(launch, (error as Error).message);
      process.kill();
      await ended;
      throw reason;
    } finally {
      clearTimeout(timer);
      signal?.removeEventListener("abort", unwanted);
    }
  }

  /** Runs code to its end and tells all that it shows. Rejects with `KernelDied`. */
  async execute(code: string, listener: (message: KernelMessage) => void): Promise<Executed> {
    let isIdle = () => {};
    const idle = new Promise<void>((resolve) => (isIdle = resolve));
    const content = {
      code,
      silent: false,
      store_history: true,
      user_expressions: {},
      allow_stdin: false,
      // Nothing is ever sent ahead; and ipykernel would refuse what comes right after an error.
      stop_on_error: false,
    };
    const { reply, forget } = this.#connection.request(
      "shell",
      "execute_request",
      content,
      (message, channel) => {
        // Nobody is there to type. A kernel that asks all the same would wait for ever.
        if (channel === "stdin") this.interrupt();
        if (message.type === "status" && message.content.execution_state === "idle") isIdle();
        else listener(message);
      },
    );
    const died = this.ended.then((end): never => {
      throw new KernelDied(end);
    });
    try {
      const patience = () => sleep(this.#patienceMilliseconds, undefined, { ref: false });
      const answer = await Promise.race([reply, died, idle.then(patience)]);
      await Promise.race([idle, died, patience()]);
      if (answer === undefined) return { status: "unanswered", payload: undefined };
      const { status, payload } = answer.content;
      return { status: status === "ok" || status === "aborted" ? status : "error", payload };
    } finally {
      forget();
    }
  }

  interrupt(): void {
    if (this.launch.interruptMode === "signal") return this.#process.interrupt();
    this.#connection.request("control", "interrupt_request", {});
  }

  /** Without asking it. */
  kill(): void {
    this.#process.kill();
  }

  /** Returns when the process is gone. */
  async shutdown(): Promise<void> {
    this.#connection.request("control", "shutdown_request", { restart: false });
    await Promise.race([this.ended, sleep(shutdownMilliseconds, undefined, { ref: false })]);
    this.#process.kill();
    await this.ended;
  }
}

export function howItEnded({ code, signal }: KernelEnd): string {
  if (signal === "SIGKILL") return "killed; perhaps it needed more memory than there is";
  return signal === null ? `exit code ${code}` : `ended by ${signal}`;
}

function isPortTaken(error: unknown): boolean {
  return error instanceof IdeBridgeError && /EADDRINUSE|address (is )?already in use/i.test(error.message);
}

function environmentOf(env: Environment, launch: KernelLaunch, sessionName: string | undefined) {
  return {
    // Without this, Python's debugger warns in the last words of every kernel.
    PYDEVD_DISABLE_FILE_VALIDATION: "1",
    ...env,
    ...launch.env,
    // By this ipykernel watches over us.
    JPY_PARENT_PID: String(process.pid),
    ...(sessionName !== undefined && { JPY_SESSION_NAME: sessionName }),
  };
}

function fillIn(word: string, file: ConnectionFile, launch: KernelLaunch): string {
  return word
    .replaceAll("{connection_file}", file.path)
    .replaceAll("{resource_dir}", launch.resourceFolder ?? "");
}

function cannotStart({ displayName, argv }: KernelLaunch, why: string, lastWords = ""): IdeBridgeError {
  const missing = /No module named '?(ipykernel\w*)/.exec(lastWords);
  const advice = missing ? `. Install it: ${argv[0]} -m pip install ipykernel` : "";
  const said = lastWords === "" ? "" : `\n${lastWords}`;
  return new IdeBridgeError(
    "TOOL_FAILED",
    `The kernel ${displayName} (${argv[0]}) cannot be started: ${why}${advice}${said}`,
  );
}
