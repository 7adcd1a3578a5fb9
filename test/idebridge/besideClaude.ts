import type { ClaudeTerminal } from "../real-client/claudeTerminal.ts";
import { type RealClient, type RealClientOptions, realClient } from "../real-client/realClient.ts";
import { PipedProgram } from "./pipedProgram.ts";
import { ScreenTerminal, type ScreenTerminalOptions } from "./screenTerminal.ts";
import { TerminalProgram } from "./terminalProgram.ts";

/** A real client's workspace and home, with `idebridge` as its IDE: the command, in a terminal of its own. */
export class BesideClaude implements AsyncDisposable {
  readonly client: RealClient;
  readonly env: Readonly<Record<string, string>>;
  readonly #programs: (PipedProgram | TerminalProgram)[] = [];

  private constructor(client: RealClient) {
    this.client = client;
    this.env = {
      HOME: client.home,
      XDG_STATE_HOME: `${client.home}/state`,
      PATH: process.env.PATH ?? "/usr/bin:/bin",
      LANG: "C.UTF-8",
    };
  }

  static async create(options: RealClientOptions): Promise<BesideClaude> {
    return new BesideClaude(await realClient(options));
  }

  inTerminal(args: readonly string[], env: Readonly<Record<string, string>> = {}): TerminalProgram {
    const program = new TerminalProgram(args, { cwd: this.client.workspace, env: { ...this.env, ...env } });
    this.#programs.push(program);
    return program;
  }

  /** `idebridge` with its screen. */
  async onScreen(options: Partial<ScreenTerminalOptions> = {}): Promise<ScreenTerminal> {
    const env = { ...this.env, ...options.env };
    const screen = new ScreenTerminal([], {
      columns: 110,
      rows: 36,
      ...options,
      cwd: this.client.workspace,
      env,
    });
    this.#programs.push(screen);
    await screen.until("No change waits for a decision");
    return screen;
  }

  async serve(): Promise<TerminalProgram> {
    const program = this.inTerminal(["serve", "--review", "plain"]);
    await program.shows("claude --ide");
    return program;
  }

  /** Runs `idebridge` to its end, and returns what it printed. */
  async run(...args: string[]): Promise<string> {
    const program = new PipedProgram(args, { cwd: this.client.workspace, env: this.env });
    this.#programs.push(program);
    program.endInput();
    const { code } = await program.ended;
    if (code !== 0) throw new Error(`idebridge ${args.join(" ")} ended with ${code}:\n${program.output}`);
    return program.stdout;
  }

  /** A client that is connected, and listens: a client that has just connected does not yet. */
  async claude(mode: string): Promise<ClaudeTerminal> {
    const claude = await this.client.start({ args: ["--ide", "--permission-mode", mode] });
    await this.listens(claude);
    return claude;
  }

  async listens(claude: Pick<ClaudeTerminal, "waitForScreen">): Promise<void> {
    // On a busy machine it may be deaf for longer than anybody waits before telling it: told again, it has to be another one.
    for (const lines of [3, 2, 3, 2]) {
      await this.run("select", `selected.txt:1-${lines}`);
      const shown = claude.waitForScreen(`⧉ ${lines} lines selected`, 15_000);
      if (await shown.then(Boolean, () => false)) return;
    }
    throw new Error("The client is connected but shows no selection");
  }

  async [Symbol.asyncDispose](): Promise<void> {
    await this.client[Symbol.asyncDispose]();
    await Promise.all(this.#programs.map((program) => program.end()));
  }
}
