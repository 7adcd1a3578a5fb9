import { type IPty, spawn } from "@lydell/node-pty";
import xterm from "@xterm/headless";
import { idebridgeProgram, type ProgramOptions } from "./pipedProgram.ts";

export interface TerminalProgramOptions extends ProgramOptions {
  readonly columns?: number;
  readonly rows?: number;
  /** Another program than `idebridge`. */
  readonly program?: string;
  /** A shell script around it, which runs `"$@"`. */
  readonly script?: string;
}

/** `idebridge` as somebody sits before it. */
export class TerminalProgram {
  /** Every byte it wrote, as text. */
  raw = "";
  readonly ended: Promise<{ readonly code: number; readonly signal: number | undefined }>;
  protected readonly pty: IPty;
  protected readonly display: InstanceType<typeof xterm.Terminal>;
  readonly #watchers = new Set<() => void>();
  #hasExited = false;
  /** And all that it wrote can be seen. */
  #hasEnded = false;

  constructor(args: readonly string[], options: TerminalProgramOptions) {
    const { cwd, env, script, program = idebridgeProgram, columns: cols = 120, rows = 40 } = options;
    const command = [process.execPath, program, ...args];
    const [file, ...rest] = script === undefined ? command : ["sh", "-c", script, "sh", ...command];
    this.pty = spawn(file!, rest, { name: env.TERM ?? "xterm-256color", cwd, env: { ...env }, cols, rows });
    this.display = new xterm.Terminal({ cols, rows, scrollback: 2_000, allowProposedApi: true });
    // Programs ask the terminal what it can do, and wait for the answer.
    this.display.onData((answer) => this.type(answer));
    this.pty.onData((data) => {
      this.raw += data;
      this.display.write(data, () => this.#changed());
    });
    this.ended = new Promise((resolve) => {
      this.pty.onExit(({ exitCode, signal }) => {
        this.#hasExited = true;
        // The emulator works through its queue in its own time: its last words are shown when this comes.
        this.display.write("", () => {
          this.#hasEnded = true;
          resolve({ code: exitCode, signal });
          this.#changed();
        });
      });
    });
  }

  get pid(): number {
    return this.pty.pid;
  }

  /** All that is on the screen, and what has scrolled away. */
  screen(): string {
    const { active } = this.display.buffer;
    const lines = Array.from(
      { length: active.length },
      (_, row) => active.getLine(row)?.translateToString(true) ?? "",
    );
    return lines.join("\n").trimEnd();
  }

  /** Resolves with the screen as soon as it shows that. */
  shows(wanted: string | RegExp): Promise<string> {
    const matches = () =>
      typeof wanted === "string" ? this.screen().includes(wanted) : wanted.test(this.screen());
    return this.becomes(matches, String(wanted));
  }

  /** Resolves with the screen as soon as that is true; it is looked at whenever the screen has changed. */
  protected becomes(matches: () => boolean, wanted: string): Promise<string> {
    return new Promise((resolve, reject) => {
      const settle = (act: () => void) => {
        clearTimeout(timer);
        this.#watchers.delete(look);
        act();
      };
      const fail = (why: string) =>
        settle(() => reject(new Error(`${why}: ${wanted}. The screen was:\n${this.screen()}`)));
      const look = () => {
        // In the middle of a frame there is nothing to see.
        if (this.display.modes.synchronizedOutputMode && !this.#hasEnded) return;
        if (matches()) settle(() => resolve(this.screen()));
        else if (this.#hasEnded) fail("It ended before the screen showed");
      };
      const timer = setTimeout(() => fail("The screen never showed"), 30_000);
      this.#watchers.add(look);
      look();
    });
  }

  /** `\r` is Enter, `\x03` is Ctrl-C. */
  type(keys: string): void {
    if (!this.#hasExited) this.pty.write(keys);
  }

  /** Answers a question that is on the screen now, for the `count`th time. */
  async answer(question: string, keys: string, count = 1): Promise<void> {
    await this.shows(new RegExp(`(${escaped(question)}[\\s\\S]*){${count}}`));
    this.type(keys);
  }

  kill(signal: NodeJS.Signals): void {
    process.kill(this.pid, signal);
  }

  /** As when the window is closed: the system hangs up on everything in the terminal. */
  closeTerminal(): void {
    (this.pty as IPty & { destroy(): void }).destroy();
  }

  async end(): Promise<void> {
    if (!this.#hasEnded) {
      try {
        // A program in a pseudo-terminal leads a process group of its own: this reaches nothing else.
        process.kill(-this.pid, "SIGKILL");
      } catch (error) {
        if ((error as NodeJS.ErrnoException).code !== "ESRCH") throw error;
      }
    }
    await this.ended;
  }

  #changed(): void {
    for (const look of [...this.#watchers]) look();
  }
}

function escaped(text: string): string {
  return text.replace(/[\\^$.*+?()[\]{}|]/g, "\\$&");
}
