import unicode11 from "@xterm/addon-unicode11";
import { bytesOfKey } from "./bytesOfKey.ts";
import { TerminalProgram, type TerminalProgramOptions } from "./terminalProgram.ts";

export interface ScreenTerminalOptions extends TerminalProgramOptions {
  /** What the terminal answers to who asks for the colour of its background; without, it does not answer. */
  readonly background?: string;
}

/** Colours as the program asked for them: "#rrggbb", a number of a palette, or undefined for the terminal's own. */
export interface CellStyle {
  readonly fg: string | number | undefined;
  readonly bg: string | number | undefined;
  readonly bold: boolean;
  readonly dim: boolean;
  readonly italic: boolean;
  readonly underline: boolean;
  readonly inverse: boolean;
}

export interface Place {
  readonly column: number;
  readonly row: number;
}

/**
 * A program that takes the whole screen, in a real pseudo-terminal, seen through a real emulator: what its codes do to
 * a terminal, not the codes. Columns and rows count from 0.
 */
export class ScreenTerminal extends TerminalProgram {
  /** What the program rang, and wanted to say on the desktop. */
  bells = 0;
  readonly notifications: string[] = [];
  title = "";
  isCursorVisible = true;

  constructor(args: readonly string[], options: ScreenTerminalOptions) {
    super(args, options);
    const { display } = this;
    display.loadAddon(new unicode11.Unicode11Addon());
    display.unicode.activeVersion = "11";
    display.options.windowOptions = { pushTitle: true, popTitle: true };
    display.onBell(() => this.bells++);
    display.onTitleChange((title) => (this.title = title));
    const hear = (text: string) => this.notifications.push(text) > 0;
    display.parser.registerOscHandler(9, hear);
    display.parser.registerOscHandler(777, hear);
    display.parser.registerOscHandler(
      11,
      (text) => text === "?" && this.#answerBackground(options.background),
    );
    for (const final of ["h", "l"]) {
      display.parser.registerCsiHandler({ prefix: "?", final }, (parameters) => {
        if (parameters.includes(25)) this.isCursorVisible = final === "h";
        return false;
      });
    }
  }

  /** What is visible, a string for each row without the spaces at its end. */
  rows(): readonly string[] {
    const { active } = this.display.buffer;
    return Array.from(
      { length: this.display.rows },
      (_, row) => active.getLine(active.baseY + row)?.translateToString(true) ?? "",
    );
  }

  /** Like `rows`, in one string. */
  override screen(): string {
    return this.rows().join("\n").trimEnd();
  }

  /** Resolves with the screen as soon as it shows that text, or this is true. */
  until(wanted: string | RegExp | ((screen: this) => boolean)): Promise<string> {
    return typeof wanted === "function"
      ? this.becomes(() => wanted(this), String(wanted))
      : this.shows(wanted);
  }

  /** Presses keys by their names: "j", "ctrl+c", "shift+tab", "pageDown". */
  press(...keys: readonly string[]): void {
    const { applicationCursorKeysMode } = this.display.modes;
    for (const key of keys) this.type(bytesOfKey(key, applicationCursorKeysMode));
  }

  /** As terminals do it: in brackets where the program wants that, as if it were typed elsewhere. */
  paste(text: string): void {
    const typed = text.replace(/\r?\n/g, "\r");
    this.type(this.display.modes.bracketedPasteMode ? `\u001b[200~${typed}\u001b[201~` : typed);
  }

  click(column: number, row: number, { count = 1 } = {}): void {
    for (let click = 0; click < count; click += 1) {
      this.#mouse(0, column, row, "M");
      this.#mouse(0, column, row, "m");
    }
  }

  clickOn(text: string): void {
    const { column, row } = this.placeOf(text);
    this.click(column, row);
  }

  drag(from: Place, to: Place): void {
    this.#mouse(0, from.column, from.row, "M");
    this.#mouse(32, to.column, to.row, "M");
    this.#mouse(0, to.column, to.row, "m");
  }

  wheel(direction: "up" | "down", { column = 1, row = 1, count = 1 } = {}): void {
    for (let step = 0; step < count; step += 1) this.#mouse(direction === "up" ? 64 : 65, column, row, "M");
  }

  focus(isFocused: boolean): void {
    if (this.display.modes.sendFocusMode) this.type(isFocused ? "\u001b[I" : "\u001b[O");
  }

  resize(columns: number, rows: number): void {
    this.display.resize(columns, rows);
    this.pty.resize(columns, rows);
  }

  /** The terminal takes nothing more, as after Ctrl-S or on a line that is stuck; until `resume`. */
  stall(): void {
    this.pty.pause();
  }

  resume(): void {
    this.pty.resume();
  }

  /** Where a text begins on the screen. */
  placeOf(text: string): Place {
    for (const [row, line] of this.rows().entries()) {
      const index = line.indexOf(text);
      if (index >= 0) return { column: this.#columnOf(row, index), row };
    }
    throw new Error(`The screen does not show ${text}:\n${this.screen()}`);
  }

  styleOf(text: string): CellStyle {
    const { column, row } = this.placeOf(text);
    return this.styleAt(column, row);
  }

  get size(): { readonly columns: number; readonly rows: number } {
    return { columns: this.display.cols, rows: this.display.rows };
  }

  /** What a cell shows, and how many columns that takes. */
  cellAt(column: number, row: number): { readonly text: string; readonly width: number } {
    const cell = this.#lineAt(row)?.getCell(column);
    return { text: cell?.getChars() || " ", width: cell?.getWidth() || 1 };
  }

  styleAt(column: number, row: number): CellStyle {
    const cell = this.#lineAt(row)?.getCell(column);
    if (!cell) throw new Error(`There is no cell ${column}, ${row} on the screen`);
    const colour = (isRgb: boolean, isDefault: boolean, value: number) =>
      isDefault ? undefined : isRgb ? `#${value.toString(16).padStart(6, "0")}` : value;
    return {
      fg: colour(cell.isFgRGB(), cell.isFgDefault(), cell.getFgColor()),
      bg: colour(cell.isBgRGB(), cell.isBgDefault(), cell.getBgColor()),
      bold: cell.isBold() !== 0,
      dim: cell.isDim() !== 0,
      italic: cell.isItalic() !== 0,
      underline: cell.isUnderline() !== 0,
      inverse: cell.isInverse() !== 0,
    };
  }

  get cursor(): Place {
    const { cursorX, cursorY } = this.display.buffer.active;
    return { column: cursorX, row: cursorY };
  }

  /** Everything of the terminal that a program may change and has to put back. */
  get modes() {
    const { bracketedPasteMode, mouseTrackingMode, sendFocusMode, wraparoundMode } = this.display.modes;
    return {
      screen: this.display.buffer.active.type,
      cursor: this.isCursorVisible,
      paste: bracketedPasteMode,
      mouse: mouseTrackingMode,
      focus: sendFocusMode,
      wrapping: wraparoundMode,
    };
  }

  #lineAt(row: number) {
    const { active } = this.display.buffer;
    return active.getLine(active.baseY + row);
  }

  /** Characters may take two columns, or several of the units of a string. */
  #columnOf(row: number, index: number): number {
    const line = this.#lineAt(row)!;
    let column = 0;
    for (let at = 0; at < index; column += 1) {
      const cell = line.getCell(column)!;
      if (cell.getWidth() > 0) at += cell.getChars().length || 1;
    }
    return column;
  }

  #mouse(button: number, column: number, row: number, final: "M" | "m"): void {
    // A terminal says nothing to a program that has not asked for it.
    if (this.display.modes.mouseTrackingMode === "none") throw new Error("The program takes no mouse");
    this.type(`\u001b[<${button};${column + 1};${row + 1}${final}`);
  }

  #answerBackground(colour: string | undefined): boolean {
    const channels = colour?.match(/[\da-f]{2}/gi)?.map((channel) => channel + channel);
    if (channels) this.type(`\u001b]11;rgb:${channels.join("/")}\u001b\\`);
    return true;
  }
}
