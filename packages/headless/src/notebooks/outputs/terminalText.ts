import { BoundedText } from "./boundedText.ts";

/** Lines that the cursor can still go back to: nested progress bars do. */
const liveLines = 40;
const longestLine = 64 * 1024;
const longestEscape = 4_096;

const esc = "\u001b";
const bell = "\u0007";
const plain = "(?:[^\\p{Cc}]|\\t)+";
/** Moves the cursor, deletes, colours. */
const control = `${esc}\\[([0-?]*)[ -/]*([@-~])`;
/** Sets the title of the window, makes a link. */
const systemCommand = `${esc}\\][^${bell}${esc}]*(?:${bell}|${esc}\\\\)`;
const otherEscape = `${esc}[ -/]*[0-Z\\\\^-~]`;
const token = new RegExp([plain, control, systemCommand, otherEscape, "[\\s\\S]"].join("|"), "guy");
const openEscape = new RegExp(`${esc}(?:\\[[0-?]*[ -/]*|\\][^${bell}${esc}]*${esc}?|[ -/]*)$`, "u");

/**
 * What a program printed, as a terminal would show it: a progress bar is there once, in its last state, and colours are
 * left out. Keeps the start and the end of what is too long.
 */
export class TerminalText {
  readonly #done: BoundedText;
  readonly #lines: string[] = [""];
  #row = 0;
  #column = 0;
  /** The start of an escape sequence whose end has not come yet. */
  #open = "";

  constructor(limit: number) {
    this.#done = new BoundedText(limit);
  }

  get isAtLineStart(): boolean {
    return this.#row === this.#lines.length - 1 && this.#lines[this.#row] === "";
  }

  write(text: string): void {
    const whole = this.#open + text;
    const open = openEscape.exec(whole)?.[0] ?? "";
    this.#open = open.length > longestEscape ? "" : open;
    const rest = open === "" ? whole : whole.slice(0, -open.length);
    for (const [piece, parameters, final] of rest.matchAll(token)) {
      if (final !== undefined) this.#control(final, parameters ?? "");
      else if (piece === "\n") this.#newLine();
      else if (piece === "\r") this.#column = 0;
      else if (piece === "\b") this.#column = Math.max(0, this.#column - 1);
      else if (piece >= " " || piece.startsWith("\t")) this.#put(piece);
    }
  }

  /** Adds text that is no terminal's, on lines of its own. */
  writeLines(text: string): void {
    this.#row = this.#lines.length - 1;
    if (this.#lines[this.#row] !== "") this.#newLine();
    for (const line of text.split("\n")) {
      this.#column = 0;
      if (line !== "") this.#put(line);
      this.#newLine();
    }
  }

  /** The text in its parts: what is kept of the start, how many characters are missing, what is kept of the end. */
  parts(): { readonly head: string; readonly cut: number; readonly tail: string } {
    const { head, cut, tail } = this.#done;
    return { head, cut, tail: tail + this.#lines.join("\n") };
  }

  toString(): string {
    const { head, cut, tail } = this.parts();
    return cut === 0 ? head + tail : `${head}\n[…]\n${tail}`;
  }

  #put(text: string): void {
    const line = this.#lines[this.#row]!;
    const before = line.length === this.#column ? line : line.slice(0, this.#column).padEnd(this.#column);
    this.#column += text.length;
    this.#lines[this.#row] = before + text + line.slice(this.#column);
    if (this.#lines[this.#row]!.length <= longestLine) return;
    // Nobody goes back in such a line.
    for (const done of this.#lines.splice(0, this.#row)) this.#done.add(`${done}\n`);
    this.#done.add(this.#lines[0]!);
    this.#lines[0] = "";
    this.#row = 0;
    this.#column = 0;
  }

  #newLine(): void {
    this.#column = 0;
    this.#row++;
    if (this.#row < this.#lines.length) return;
    this.#lines.push("");
    if (this.#lines.length <= liveLines) return;
    this.#done.add(`${this.#lines.shift()}\n`);
    this.#row--;
  }

  /** The few that programs use who do not take over the whole screen. */
  #control(final: string, parameters: string): void {
    const first = Number.parseInt(parameters, 10);
    const count = Math.min(Math.max(Number.isNaN(first) ? 1 : first, 1), longestLine);
    const line = this.#lines[this.#row]!;
    if (final === "A") this.#row = Math.max(0, this.#row - count);
    else if (final === "B") this.#row = Math.min(this.#lines.length - 1, this.#row + count);
    else if (final === "C") this.#column += Math.min(count, 1_000);
    else if (final === "D") this.#column = Math.max(0, this.#column - count);
    else if (final === "G") this.#column = Math.min(count, 1_000) - 1;
    else if (final === "K" && first === 2) this.#lines[this.#row] = "";
    else if (final === "K" && first === 1)
      this.#lines[this.#row] = line.slice(this.#column).padStart(line.length);
    else if (final === "K") this.#lines[this.#row] = line.slice(0, this.#column);
  }
}

/** A text without what only a terminal understands. */
export function withoutEscapes(text: string): string {
  const screen = new TerminalText(Math.max(2 * text.length, 1));
  screen.write(text);
  return screen.toString();
}
