import {
  mkdirSync,
  mkdtempSync,
  readdirSync,
  readFileSync,
  realpathSync,
  rmSync,
  writeFileSync,
} from "node:fs";
import { tmpdir } from "node:os";
import { dirname, join } from "node:path";
import { connectControl } from "@idebridge/headless";
import { type ConnectOptions, connect } from "@idebridge/sdk";
import { PipedProgram } from "./pipedProgram.ts";
import { ScreenTerminal, type ScreenTerminalOptions } from "./screenTerminal.ts";
import { TerminalProgram } from "./terminalProgram.ts";

export interface Lock {
  readonly port: number;
  readonly authToken: string;
  readonly pid: number;
}

/** A project and a home of its own, and every idebridge that was started there: all of it ends with the test. */
export class Project implements AsyncDisposable {
  readonly folder: string;
  readonly env: Readonly<Record<string, string>>;
  readonly #root = realpathSync(mkdtempSync(join(tmpdir(), "idebridge-command-")));
  readonly #programs: (PipedProgram | TerminalProgram)[] = [];

  constructor(files: Readonly<Record<string, string | Buffer>> = {}) {
    this.folder = join(this.#root, "project");
    this.env = {
      HOME: join(this.#root, "home"),
      XDG_STATE_HOME: join(this.#root, "state"),
      PATH: process.env.PATH ?? "/usr/bin:/bin",
      LANG: "C.UTF-8",
    };
    mkdirSync(this.folder);
    mkdirSync(join(this.#root, "home"));
    for (const [name, contents] of Object.entries(files)) this.write(name, contents);
  }

  path(name: string): string {
    return join(this.folder, name);
  }

  /** Beside the project, where nothing is watched. */
  outside(name: string): string {
    return join(this.#root, name);
  }

  read(name: string): string {
    return readFileSync(this.path(name), "utf8");
  }

  write(name: string, contents: string | Buffer): void {
    mkdirSync(dirname(this.path(name)), { recursive: true });
    writeFileSync(this.path(name), contents);
  }

  /** The user's own, as against those of the project. */
  writeSettings(settings: object): void {
    const folder = join(this.env.HOME!, ".config", "idebridge");
    mkdirSync(folder, { recursive: true });
    writeFileSync(join(folder, "settings.json"), JSON.stringify(settings));
  }

  /** The lock files that agents would find. */
  locks(): readonly Lock[] {
    const folder = join(this.#root, "home", ".claude", "ide");
    let names: readonly string[];
    try {
      names = readdirSync(folder).filter((name) => name.endsWith(".lock"));
    } catch {
      return [];
    }
    return names.map((name) => ({
      ...JSON.parse(readFileSync(join(folder, name), "utf8")),
      port: Number.parseInt(name, 10),
    }));
  }

  /** `idebridge` with these arguments, with pipes for its input and output. */
  start(
    args: readonly string[] = [],
    env: Readonly<Record<string, string>> = {},
    under?: readonly string[],
  ): PipedProgram {
    const program = new PipedProgram(args, { cwd: this.folder, env: { ...this.env, ...env } }, under);
    this.#programs.push(program);
    return program;
  }

  /** The same in a pseudo-terminal; with a shell script, which runs `"$@"`, around it. */
  startInTerminal(args: readonly string[] = [], script?: string): TerminalProgram {
    const program = new TerminalProgram(args, {
      cwd: this.folder,
      env: this.env,
      ...(script !== undefined && { script }),
    });
    this.#programs.push(program);
    return program;
  }

  /** The same, where the screen is what matters. */
  startOnScreen(args: readonly string[] = [], options: Partial<ScreenTerminalOptions> = {}): ScreenTerminal {
    const env = { ...this.env, ...options.env };
    const screen = new ScreenTerminal(args, { cwd: this.folder, ...options, env });
    this.#programs.push(screen);
    return screen;
  }

  /** An idebridge that serves the project, in the background: returns when agents can find it. */
  async serve(...args: string[]): Promise<PipedProgram> {
    const program = this.start(["serve", ...args]);
    await program.printed(/serves|"listening"/);
    return program;
  }

  /** One that serves it in a terminal, and asks line by line. */
  async serveInTerminal(...args: string[]): Promise<TerminalProgram> {
    const program = this.startInTerminal(["serve", "--review", "plain", ...args]);
    await program.shows("claude --ide");
    return program;
  }

  /** Runs `idebridge` to its end. */
  async run(...args: string[]) {
    const program = this.start(args);
    program.endInput();
    const { code, signal } = await program.ended;
    return { code: code ?? signal, stdout: program.stdout, stderr: program.stderr };
  }

  agent(options: Partial<ConnectOptions> = {}) {
    const clientInfo = { name: "agent", version: "2" };
    return connect({ cwd: this.folder, env: this.env, clientInfo, ...options });
  }

  control(name = "test") {
    return connectControl({ cwd: this.folder, env: this.env, name });
  }

  async [Symbol.asyncDispose](): Promise<void> {
    await Promise.all(this.#programs.map((program) => program.end()));
    rmSync(this.#root, { recursive: true, force: true, maxRetries: 10, retryDelay: 100 });
  }
}
