import { type IPty, spawn } from "@lydell/node-pty";
import xterm from "@xterm/headless";

/** What ends each frame of the screen. */
const frameEnd = "\u001b[?2026l";

export interface ProbeOptions {
  readonly cwd: string;
  readonly env: Readonly<Record<string, string>>;
  readonly columns: number;
  readonly rows: number;
}

/** A program in a pseudo-terminal, of which is measured when it has painted a frame, and what it shows then. */
export class TerminalProbe {
  readonly #pty: IPty;
  readonly #waiting = new Set<() => void>();
  readonly #display: InstanceType<typeof xterm.Terminal>;
  #tail = "";
  #frames = 0;

  constructor(command: readonly string[], { cwd, env, columns: cols, rows }: ProbeOptions) {
    const [file, ...args] = command;
    this.#pty = spawn(file!, args, { name: "xterm-256color", cwd, env: { ...env }, cols, rows });
    this.#display = new xterm.Terminal({ cols, rows, allowProposedApi: true });
    this.#pty.onData((data) => {
      // It asks what the terminal can do: nothing, so that it does not wait.
      if (data.includes("\u001b[c")) this.#pty.write("\u001b[?1;2c");
      this.#frames += (this.#tail + data).split(frameEnd).length - 1;
      this.#tail = data.slice(1 - frameEnd.length);
      this.#look();
      this.#display.write(data, () => this.#look());
    });
  }

  get pid(): number {
    return this.#pty.pid;
  }

  /** The time when it shows this. */
  shows(text: string): Promise<number> {
    return this.#until(() => this.screen().includes(text), text);
  }

  screen(): string {
    const { active } = this.#display.buffer;
    const row = (_: unknown, at: number) => active.getLine(active.baseY + at)?.translateToString(true) ?? "";
    return Array.from({ length: this.#display.rows }, row).join("\n");
  }

  /** Presses keys; milliseconds until the next frame was written. */
  async frameAfter(keys: string): Promise<number> {
    const before = this.#frames;
    const pressed = performance.now();
    this.#pty.write(keys);
    await this.#until(() => this.#frames > before, `a frame after ${JSON.stringify(keys)}`);
    return performance.now() - pressed;
  }

  /** Presses a key; milliseconds until the screen has that text, or has it no more. */
  async turned(key: string, text: string): Promise<number> {
    const had = this.screen().includes(text);
    const pressed = performance.now();
    this.#pty.write(key);
    await this.#until(() => this.screen().includes(text) !== had, `${had ? "no " : ""}${text}`);
    return performance.now() - pressed;
  }

  type(keys: string): void {
    this.#pty.write(keys);
  }

  async end(): Promise<void> {
    const ended = new Promise((resolve) => this.#pty.onExit(resolve));
    process.kill(-this.pid, "SIGKILL");
    await ended;
  }

  #look(): void {
    for (const look of [...this.#waiting]) look();
  }

  #until(isThere: () => boolean, wanted: string): Promise<number> {
    return new Promise((resolve, reject) => {
      const look = () => {
        if (!isThere()) return;
        this.#waiting.delete(look);
        clearTimeout(timer);
        resolve(Date.now());
      };
      const timer = setTimeout(() => {
        this.#waiting.delete(look);
        reject(new Error(`The program never showed ${wanted}:\n${this.screen()}`));
      }, 30_000);
      this.#waiting.add(look);
      look();
    });
  }
}
