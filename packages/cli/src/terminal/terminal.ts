import type { Context } from "../context.ts";
import { colourDepthOf } from "./colourDepth.ts";
import type { Reply } from "./escapeSequences.ts";
import type { Size } from "./grid.ts";
import type { Input } from "./input.ts";
import { InputDecoder } from "./inputDecoder.ts";
import { Painter, type Position } from "./painter.ts";
import type { ThemeName } from "./palette.ts";
import type { Row } from "./row.ts";
import { enterScreen, leaveScreen, notification, questions, titleSequence } from "./sequences.ts";
import { takeAnswer } from "./takeAnswer.ts";
import { TerminalOutput } from "./terminalOutput.ts";
import { Theme } from "./theme.ts";
import { themeOfBackground, themeOfEnvironment } from "./themeOfTerminal.ts";
import { type ProcessWatch, watchProcess } from "./watchProcess.ts";

export interface TerminalOptions {
  /** `auto` asks the terminal. */
  readonly theme?: ThemeName | "auto";
  /** Clicks and the wheel come here; without, the terminal selects text with the mouse as ever. */
  readonly mouse?: boolean;
  /** Of the window. */
  readonly title?: string;
}

export type TerminalEvent =
  | Input
  | { readonly type: "resize" }
  /** Nobody sits there any more: the window was closed. */
  | { readonly type: "gone" };

/** An Escape that is followed by nothing for so long was the key; what comes over a line may be torn apart. */
const escapeWait = { here: 40, overSsh: 100 };
/** A sequence that was begun may come in pieces over a slow line. */
const sequenceWait = 150;
/** Who has touched nothing for so long looks at something else. */
const attention = 10_000;
/** How long the first frame waits to hear whether the terminal is light or dark. */
const themeWait = 100;
/** After so long it will not answer any more. */
const answerWait = 2_000;

/** The whole terminal, until `close`: it is left as it was found, however the program ends. */
export class Terminal {
  readonly #input: NodeJS.ReadableStream;
  readonly #stream: NodeJS.WritableStream;
  readonly #output: TerminalOutput;
  readonly #options: TerminalOptions;
  readonly #decoder = new InputDecoder();
  readonly #listeners = new Set<(event: TerminalEvent) => void>();
  readonly #process: ProcessWatch;
  readonly #env: Context["env"];
  readonly #escapeWait: number;
  #painter: Painter;
  #frame: { readonly rows: readonly Row[]; readonly cursor: Position | undefined } | undefined;
  #state: "shown" | "stopped" | "lent" | "closed" = "shown";
  /** Undefined as long as the terminal does not tell. */
  #hasFocus: boolean | undefined;
  #lastInput = performance.now();
  #inputTimer: NodeJS.Timeout | undefined;
  #flushing: NodeJS.Immediate | undefined;
  /** When the terminal was asked something that it has not answered yet. */
  #askedAt: number | undefined;
  /** While this runs, the terminal may still answer whether it is light or dark. */
  #themeTimer: NodeJS.Timeout | undefined;

  static open(context: Context, options: TerminalOptions = {}): Terminal {
    return new Terminal(context, options);
  }

  private constructor({ stdin, stdout, env }: Context, options: TerminalOptions) {
    this.#input = stdin;
    this.#stream = stdout;
    this.#env = env;
    this.#escapeWait = env.SSH_CONNECTION || env.SSH_TTY ? escapeWait.overSsh : escapeWait.here;
    this.#options = options;
    this.#output = new TerminalOutput(stdout, () => this.#paintNow());
    const { theme = "auto" } = options;
    const depth = colourDepthOf(env);
    const known = theme === "auto" ? themeOfEnvironment(env) : theme;
    this.#painter = new Painter(new Theme(known ?? "dark", depth), this.size);
    this.#process = watchProcess({
      end: () => this.close(),
      suspend: () => this.#state === "shown" && this.#suspend("stopped"),
      // While it is lent, the other program sees to this itself.
      resume: () => this.#state !== "lent" && this.#resume(),
    });
    stdin.on("data", this.#received).on("end", this.#inputEnded).on("error", this.#inputEnded);
    stdout.on("resize", this.#resized);
    this.#enter();
    if (theme === "auto" && (depth === 256 || depth === "true")) {
      this.#output.write(questions);
      this.#askedAt = performance.now();
      this.#themeTimer = setTimeout(() => this.#themeSettled(), themeWait);
    }
  }

  get size(): Size {
    const { columns, rows } = this.#stream as Partial<NodeJS.WriteStream>;
    // Some terminals (serial lines, `docker run` at first) do not know their own.
    return {
      columns: columns || Number(this.#env.COLUMNS) || 80,
      rows: rows || Number(this.#env.LINES) || 24,
    };
  }

  /** Whether the user looks at this window. Where the terminal does not tell, as in tmux: has done something just now. */
  get hasFocus(): boolean {
    return this.#hasFocus ?? performance.now() - this.#lastInput < attention;
  }

  subscribe(listener: (event: TerminalEvent) => void): () => void {
    this.#listeners.add(listener);
    return () => this.#listeners.delete(listener);
  }

  /**
   * Shows these rows; those that are missing are empty. The cursor is hidden unless it has a place. On a slow line
   * frames are left out, never the newest.
   */
  paint(rows: readonly Row[], cursor?: Position): void {
    this.#frame = { rows, cursor };
    this.#paintNow();
  }

  /** Sends everything again, for a screen that something else has written on. */
  repaint(): void {
    this.#painter = new Painter(this.#painter.theme, this.size);
    this.#paintNow();
  }

  /** Gives the terminal back while something else uses it, as `$EDITOR`. */
  async whileSuspended<T>(work: () => Promise<T>): Promise<T> {
    if (this.#state === "shown") this.#suspend("lent");
    const takeBack = this.#process.lend();
    try {
      return await work();
    } finally {
      takeBack();
      // It may have been closed meanwhile, and listens to nothing any more.
      if (this.#state === "closed") this.#process.release();
      this.#resume();
    }
  }

  bell(): void {
    if (this.#state === "shown") this.#output.write("\u0007");
  }

  /** On the user's desktop, where the terminal can do that; elsewhere nothing happens. */
  notify(title: string, text: string): void {
    if (this.#state === "shown") this.#output.write(notification(title, text, this.#env));
  }

  setTitle(title: string): void {
    if (this.#state === "shown") this.#output.write(titleSequence(title));
  }

  close(): void {
    if (this.#state === "closed") return;
    if (this.#state === "shown") this.#leave();
    this.#state = "closed";
    clearTimeout(this.#inputTimer);
    clearImmediate(this.#flushing);
    clearTimeout(this.#themeTimer);
    this.#process.release();
    // An error of a terminal that is gone may still come: its listener stays.
    this.#input.off("data", this.#received).off("end", this.#inputEnded);
    this.#stream.off("resize", this.#resized);
    this.#output.close();
    this.#listeners.clear();
  }

  #enter(isAgain = false): void {
    setRawMode(this.#input, true);
    this.#output.write(enterScreen(this.#options, isAgain));
    this.#input.resume();
  }

  #leave(): void {
    this.#input.pause();
    this.#output.writeLast(leaveScreen(this.#options));
    if (this.#askedAt !== undefined && performance.now() - this.#askedAt < answerWait)
      takeAnswer(this.#input);
    this.#askedAt = undefined;
    setRawMode(this.#input, false);
  }

  #suspend(state: "stopped" | "lent"): void {
    this.#leave();
    this.#state = state;
  }

  #resume(): void {
    if (this.#state === "closed") return;
    // Stopped without a warning: the modes are as they were, or as somebody else has left them.
    const wasTaken = this.#state === "shown";
    if (wasTaken) setRawMode(this.#input, false);
    this.#state = "shown";
    this.#enter(wasTaken);
    // Only the program that had the terminal was told of another size.
    if (process.platform !== "win32") process.emit("SIGWINCH", "SIGWINCH");
    this.repaint();
  }

  #paintNow(): void {
    if (this.#state !== "shown" || this.#themeTimer || this.#output.isBusy || !this.#frame) return;
    const { columns, rows } = this.size;
    const { size, theme } = this.#painter;
    if (size.columns !== columns || size.rows !== rows) this.#painter = new Painter(theme, { columns, rows });
    const changes = this.#painter.frame(this.#frame.rows, this.#frame.cursor);
    // The terminal shows it in one step, where it knows how.
    if (changes !== "") this.#output.write(`\u001b[?2026h${changes}\u001b[?2026l`);
  }

  readonly #received = (chunk: Buffer | string): void => {
    clearTimeout(this.#inputTimer);
    clearImmediate(this.#flushing);
    this.#decoded(this.#decoder.push(typeof chunk === "string" ? Buffer.from(chunk) : chunk));
    const pending = this.#decoder.pending;
    if (pending === "nothing" || this.#state === "closed") return;
    this.#inputTimer = setTimeout(
      // Not before the rest is read that may have come while the program was busy.
      () => {
        this.#flushing = setImmediate(() => this.#decoded(this.#decoder.flush()));
      },
      pending === "escape" ? this.#escapeWait : sequenceWait,
    );
  };

  #decoded(inputs: readonly (Input | Reply)[]): void {
    for (const input of inputs) {
      if (this.#state === "closed") return;
      if (input.type === "background") this.#themeSettled(themeOfBackground(input.rgb));
      // The terminal answers in order: it has no answer to the question before this one.
      else if (input.type === "attributes") {
        this.#askedAt = undefined;
        this.#themeSettled();
      } else this.#told(input);
    }
  }

  #told(input: Input): void {
    this.#lastInput = performance.now();
    if (input.type === "focus") this.#hasFocus = input.focused;
    if (input.type === "key" && input.key === "ctrl+z") return this.#process.stop();
    if (input.type === "key" && input.key === "ctrl+l") this.repaint();
    this.#tell(input);
  }

  #themeSettled(name?: ThemeName): void {
    clearTimeout(this.#themeTimer);
    this.#themeTimer = undefined;
    const { theme } = this.#painter;
    if (name && name !== theme.name) this.#painter = new Painter(new Theme(name, theme.depth), this.size);
    this.#paintNow();
  }

  readonly #resized = (): void => this.#tell({ type: "resize" });

  readonly #inputEnded = (): void => this.#tell({ type: "gone" });

  #tell(event: TerminalEvent): void {
    for (const listener of [...this.#listeners]) listener(event);
  }
}

function setRawMode(input: NodeJS.ReadableStream, isRaw: boolean): void {
  try {
    (input as Partial<NodeJS.ReadStream>).setRawMode?.(isRaw);
  } catch {
    // The terminal is gone, and with it what was to be put back.
  }
}
