import { setTimeout as sleep } from "node:timers/promises";
import { type IPty, spawn } from "@lydell/node-pty";
import xterm from "@xterm/headless";
import { claudeEnvironment, writeClaudeConfig } from "./claudeConfig.ts";
import { type ClaudeVersion, installClaude } from "./installClaude.ts";
import type { ModelApi } from "./modelApi.ts";

export interface ClaudeOptions {
  readonly version: ClaudeVersion;
  /** A real path: the client compares it with the workspace folders of the lock files. */
  readonly workspace: string;
  readonly home: string;
  readonly api: ModelApi;
  readonly args?: readonly string[];
  /** What stands before the client's own command line, such as `idebridge run --`. */
  readonly under?: readonly string[];
  readonly env?: Readonly<Record<string, string>>;
  readonly cols?: number;
  readonly rows?: number;
}

const keys = {
  enter: "\r",
  escape: "\x1b",
  tab: "\t",
  shiftTab: "\x1b[Z",
  backspace: "\x7f",
  up: "\x1b[A",
  down: "\x1b[B",
  right: "\x1b[C",
  left: "\x1b[D",
  ctrlC: "\x03",
  ctrlD: "\x04",
  ctrlO: "\x0f",
  ctrlU: "\x15",
  "1": "1",
  "2": "2",
  "3": "3",
} as const;
export type Key = keyof typeof keys;

export type ScreenPattern = string | RegExp | ((screen: string) => boolean);

export interface ClaudeTerminal extends AsyncDisposable {
  readonly pid: number;
  readonly version: ClaudeVersion;
  /** Settles when the process has ended. */
  readonly exited: Promise<{ exitCode: number; signal: number | undefined }>;
  /** The text that is visible now. */
  screen(): string;
  /** All that was ever shown and not cleared, what has scrolled away included. */
  history(): string;
  /** Resolves with the screen as soon as it matches. */
  waitForScreen(pattern: ScreenPattern, timeout?: number): Promise<string>;
  type(text: string): void;
  /** One key after the other, each when the one before has had its effect on the screen. */
  press(...pressed: readonly Key[]): Promise<void>;
  /** Waits for a question of the client (`"Do you want"`), and presses these keys until it is gone. */
  answer(question: ScreenPattern, ...pressed: readonly Key[]): Promise<void>;
  /** Types a prompt or a slash command, and sends it. */
  submit(prompt: string): Promise<void>;
  /** Sends what is in the prompt box already. */
  send(): Promise<void>;
  /** Ends the client, and all that it started in its terminal; resolves when it is gone. */
  exit(): Promise<void>;
}

export async function startClaude(options: ClaudeOptions): Promise<ClaudeTerminal> {
  const { version, workspace, home, api, cols = 120, rows = 40 } = options;
  const program = await installClaude(version);
  await writeClaudeConfig(home, workspace);
  const [file, ...args] = [...(options.under ?? []), program.file, ...program.args, ...(options.args ?? [])];
  const pty = spawn(file!, args, {
    name: "xterm-256color",
    cwd: workspace,
    env: { ...claudeEnvironment(home, api), ...options.env },
    cols,
    rows,
  });
  const terminal = new PtyTerminal(version, pty, cols, rows);
  try {
    await terminal.waitForScreen((screen) => promptBox(screen) !== undefined, 60_000);
    return terminal;
  } catch (error) {
    await terminal.exit();
    throw error;
  }
}

class PtyTerminal implements ClaudeTerminal {
  readonly version: ClaudeVersion;
  readonly pid: number;
  readonly exited: Promise<{ exitCode: number; signal: number | undefined }>;
  readonly #pty: IPty;
  readonly #display: InstanceType<typeof xterm.Terminal>;
  readonly #watchers = new Set<() => void>();
  #ended: { exitCode: number; signal: number | undefined } | undefined;

  constructor(version: ClaudeVersion, pty: IPty, cols: number, rows: number) {
    this.version = version;
    this.#pty = pty;
    this.pid = pty.pid;
    this.#display = new xterm.Terminal({ cols, rows, scrollback: 5_000, allowProposedApi: true });
    // The client asks the terminal what it can do, and waits for the answer.
    this.#display.onData((answer) => this.#write(answer));
    pty.onData((data) => this.#display.write(data, () => this.#changed()));
    this.exited = new Promise((resolve) => {
      pty.onExit(({ exitCode, signal }) => {
        this.#ended = { exitCode, signal };
        // What it left in the background. Now, not later: its number may soon be another's.
        signalGroup(pty.pid, "SIGKILL");
        resolve(this.#ended);
        this.#changed();
      });
    });
  }

  screen(): string {
    const buffer = this.#display.buffer.active;
    return this.#lines(buffer.baseY, buffer.baseY + this.#display.rows);
  }

  history(): string {
    return this.#lines(0, this.#display.buffer.active.length);
  }

  waitForScreen(pattern: ScreenPattern, timeout = 30_000): Promise<string> {
    const matches = matcherOf(pattern);
    return new Promise((resolve, reject) => {
      const settle = (act: () => void): void => {
        clearTimeout(timer);
        this.#watchers.delete(look);
        act();
      };
      const fail = (why: string): void =>
        settle(() =>
          reject(
            new Error(`${why}: ${String(pattern)}. The screen of ${this.version} was:\n${this.screen()}`),
          ),
        );
      const look = (): void => {
        const screen = this.screen();
        if (matches(screen)) settle(() => resolve(screen));
        else if (this.#ended)
          fail(`The client ended (${JSON.stringify(this.#ended)}) before the screen showed`);
      };
      const timer = setTimeout(() => fail(`The screen did not show in ${timeout} ms`), timeout);
      this.#watchers.add(look);
      look();
    });
  }

  type(text: string): void {
    this.#write(text);
  }

  async press(...pressed: readonly Key[]): Promise<void> {
    for (const [index, key] of pressed.entries()) {
      const before = this.screen();
      this.#write(keys[key]);
      if (index === pressed.length - 1) return;
      // Down and Enter in one piece: the older clients take the Enter for the line that was selected before.
      await this.waitForScreen((screen) => screen !== before, 1_000).catch(() => undefined);
      await sleep(100);
    }
  }

  async answer(question: ScreenPattern, ...pressed: readonly Key[]): Promise<void> {
    const asks = matcherOf(question);
    for (let attempt = 1; ; attempt++) {
      await this.waitForScreen(question);
      // A question that has only just appeared ignores keys, so that nobody answers it by accident.
      await sleep(attempt * 400);
      if (asks(this.screen())) await this.press(...pressed);
      try {
        await this.waitForScreen((screen) => !asks(screen), 3_000);
        return;
      } catch (error) {
        if (attempt === 4) throw error;
      }
    }
  }

  async submit(prompt: string): Promise<void> {
    const isTyped = (screen: string): boolean => squeeze(promptBox(screen) ?? "").includes(squeeze(prompt));
    await this.waitForScreen((screen) => promptBox(screen) !== undefined);
    this.type(prompt);
    // Enter must come apart from the text: in one piece they would be taken for a paste.
    await this.waitForScreen(isTyped);
    await this.#enter(isTyped);
  }

  async send(): Promise<void> {
    const box = promptBox(this.screen());
    await this.#enter((screen) => promptBox(screen) === box);
  }

  /** Presses Enter until the prompt box has changed: a client that is busy may miss the first one. */
  async #enter(isUnsent: (screen: string) => boolean): Promise<void> {
    for (let attempt = 1; ; attempt++) {
      await this.press("enter");
      try {
        await this.waitForScreen((screen) => !isUnsent(screen), 5_000);
        return;
      } catch (error) {
        if (attempt === 4) throw error;
      }
    }
  }

  async exit(): Promise<void> {
    for (const signal of ["SIGTERM", "SIGKILL"] as const) {
      if (this.#ended) break;
      signalGroup(this.pid, signal);
      await Promise.race([this.exited, sleep(5_000, undefined, { ref: false })]);
    }
    await this.exited;
  }

  [Symbol.asyncDispose](): Promise<void> {
    return this.exit();
  }

  #write(data: string): void {
    if (!this.#ended) this.#pty.write(data);
  }

  #changed(): void {
    for (const look of [...this.#watchers]) look();
  }

  #lines(from: number, to: number): string {
    const buffer = this.#display.buffer.active;
    const lines: string[] = [];
    for (let row = from; row < to; row++) lines.push(buffer.getLine(row)?.translateToString(true) ?? "");
    return lines.join("\n").trimEnd();
  }
}

function matcherOf(pattern: ScreenPattern): (screen: string) => boolean {
  if (typeof pattern === "string") return (screen) => screen.includes(pattern);
  if (typeof pattern === "function") return pattern;
  return (screen) => screen.search(pattern) !== -1;
}

/** What the user has typed so far; undefined when the client asks something else, or has not started yet. */
export function promptBox(screen: string): string | undefined {
  const lines = screen.split("\n");
  const bottom = lines.findLastIndex(isRule);
  const top = lines.slice(0, Math.max(bottom, 0)).findLastIndex(isRule);
  if (top === -1) return undefined;
  const inside = lines.slice(top + 1, bottom);
  return inside[0]?.startsWith("❯") ? inside.join("\n").slice(1).trim() : undefined;
}

function isRule(line: string): boolean {
  return /^─{10,}/.test(line);
}

/** The client wraps what is typed at the width of the terminal, anywhere. */
function squeeze(text: string): string {
  return text.replace(/\s+/g, "");
}

/** A program in a pseudo-terminal leads a process group of its own, so this reaches nothing else. */
function signalGroup(pid: number, signal: NodeJS.Signals): void {
  try {
    process.kill(-pid, signal);
  } catch (error) {
    if ((error as NodeJS.ErrnoException).code !== "ESRCH") throw error;
  }
}
