import { type ChildProcess, fork } from "node:child_process";
import { once } from "node:events";
import { setTimeout as sleep } from "node:timers/promises";
import { type ControlClient, type ControlEvent, connectControl } from "@idebridge/headless";
import { connect, type Ide } from "@idebridge/sdk";

export interface IdePrograms {
  /** The built `idebridge`. */
  readonly command: string;
  /** The bundle of `programs/weigh.ts`. */
  readonly weigh: string;
}

/** The built `idebridge` in a folder, with a front end attached to it. */
export class IdeUnderTest {
  readonly #process: ChildProcess;
  readonly #folder: string;
  readonly #env: Readonly<Record<string, string>>;
  readonly control: ControlClient;

  private constructor(
    child: ChildProcess,
    folder: string,
    env: Readonly<Record<string, string>>,
    control: ControlClient,
  ) {
    this.#process = child;
    this.#folder = folder;
    this.#env = env;
    this.control = control;
  }

  static async start(folder: string, { command, weigh }: IdePrograms): Promise<IdeUnderTest> {
    const env = environment();
    const child = fork(command, ["serve", "--log-level", "silent"], {
      cwd: folder,
      env,
      execArgv: ["--expose-gc", "--require", weigh],
      stdio: ["ignore", "pipe", "inherit", "ipc"],
    });
    const ended = once(child, "exit").then(([code]) => {
      throw new Error(`idebridge ended with ${code}`);
    });
    ended.catch(() => {});
    await Promise.race([once(child.stdout!, "data"), ended]);
    // Nobody reads on: what is printed would wait in the pipe.
    child.stdout!.resume();
    const control = await connectControl({ cwd: folder, env, name: "bench" });
    return new IdeUnderTest(child, folder, env, control);
  }

  agent(name = "agent"): Promise<Ide> {
    return connect({ cwd: this.#folder, env: this.#env, clientInfo: { name, version: "1.0.0" } });
  }

  /** The next event of which this is true, from now on. Ask for it before you cause it. */
  event(isMeant: (event: ControlEvent) => boolean): Promise<void> {
    return new Promise((resolve) => {
      const stop = this.control.subscribe((event) => {
        if (!isMeant(event)) return;
        stop();
        resolve();
      });
    });
  }

  /** Megabytes that the process holds, garbage left out. */
  megabytes(): Promise<number> {
    return this.#ask("memory");
  }

  /** Milliseconds of processor time in a second in which nobody asks for anything. */
  async idleSecond(): Promise<number> {
    const seconds = 2;
    const before = await this.#ask("processor");
    await sleep(seconds * 1_000);
    return ((await this.#ask("processor")) - before) / seconds;
  }

  async end(): Promise<void> {
    this.control.close();
    const exited = once(this.#process, "exit");
    this.#process.kill("SIGKILL");
    await exited;
  }

  async #ask(what: "memory" | "processor"): Promise<number> {
    const answer = once(this.#process, "message");
    this.#process.send(what);
    return (await answer)[0];
  }
}

/** That of the workshop, in which this runs, and where git is. */
export function environment(): Readonly<Record<string, string>> {
  const { HOME, CLAUDE_CONFIG_DIR } = process.env;
  return { HOME: HOME!, CLAUDE_CONFIG_DIR: CLAUDE_CONFIG_DIR!, PATH: "/usr/local/bin:/usr/bin:/bin" };
}
