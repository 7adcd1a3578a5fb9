import { Grid, type Size } from "./grid.ts";
import type { Row } from "./row.ts";
import { plainStyle, StyleIds } from "./styleIds.ts";
import type { Theme } from "./theme.ts";

export interface Position {
  readonly column: number;
  readonly row: number;
}

/** `ESC[K` is shorter than this many spaces. */
const fewSpaces = 4;

/** Remembers what the terminal shows, and says what to send so that it shows the next frame. */
export class Painter {
  readonly theme: Theme;
  readonly size: Size;
  readonly #ids: StyleIds;
  #shown: Grid;
  #next: Grid;
  /** Nothing is known of what the terminal shows. */
  #isFirst = true;
  /** The sequence that puts it where it is; undefined while it is hidden. */
  #cursor: string | undefined;
  /** What is put together now, and the style that is set at its end. */
  #output = "";
  #style = -1;

  constructor(theme: Theme, size: Size) {
    this.theme = theme;
    this.size = size;
    this.#ids = new StyleIds(theme);
    this.#shown = new Grid(size);
    this.#next = new Grid(size);
  }

  /** What to send for this frame; empty when nothing has changed. */
  frame(rows: readonly Row[], cursor?: Position): string {
    this.#output = "";
    this.#style = -1;
    // Then it shows what an empty grid holds, and no cursor.
    if (this.#isFirst) this.#output = `\u001b[?25l${this.#ids.sequenceOf(plainStyle)}\u001b[2J`;
    for (let line = 0; line < this.size.rows; line += 1) {
      this.#next.layOut(rows[line] ?? [], line, this.#ids);
      this.#paintLine(line);
    }
    this.#placeCursor(cursor);
    [this.#shown, this.#next] = [this.#next, this.#shown];
    this.#isFirst = false;
    return this.#output;
  }

  /** Sends the cells from the first that differs to the last. */
  #paintLine(line: number): void {
    const next = this.#next;
    const start = line * this.size.columns;
    const end = start + this.size.columns;
    let first = start;
    while (first < end && next.isSame(first, this.#shown)) first += 1;
    if (first === end) return;
    let last = end;
    while (next.isSame(last - 1, this.#shown)) last -= 1;
    if (next.glyphAt(first) === "") first -= 1;
    if (last < end && next.glyphAt(last) === "") last += 1;
    // It may run into the cells behind it.
    if (next.hasDoubtful(first, last)) last = end;
    let blank = end;
    if (last === end) while (blank > first && next.isBlank(blank - 1)) blank -= 1;
    const erases = end - blank >= fewSpaces;
    this.#output += `\u001b[${line + 1};${first - start + 1}H`;
    this.#send(first, erases ? blank : last, start);
    if (erases) {
      this.#setStyle(plainStyle);
      this.#output += "\u001b[K";
    }
  }

  #send(first: number, last: number, start: number): void {
    const next = this.#next;
    for (let cell = first; cell < last; cell += 1) {
      this.#setStyle(next.styleAt(cell));
      if (!next.isDoubtful(cell)) {
        this.#output += next.glyphAt(cell);
        continue;
      }
      // Whatever width the terminal gives it: its cells are clean, and what follows is in its place.
      const width = cell + 1 < last && next.glyphAt(cell + 1) === "" ? 2 : 1;
      const column = cell - start + 1;
      if (width === 2) this.#output += `  \u001b[${column}G`;
      this.#output += `${next.glyphAt(cell)}\u001b[${column + width}G`;
    }
  }

  #setStyle(id: number): void {
    if (id === this.#style) return;
    this.#style = id;
    this.#output += this.#ids.sequenceOf(id);
  }

  #placeCursor(cursor: Position | undefined): void {
    const place = cursor && `\u001b[${cursor.row + 1};${Math.min(cursor.column, this.size.columns - 1) + 1}H`;
    const wasShown = this.#cursor !== undefined;
    // Whatever was sent has moved it.
    if (place && (this.#output !== "" || place !== this.#cursor)) this.#output += place;
    if (place && !wasShown) this.#output += "\u001b[?25h";
    if (!place && wasShown) this.#output += "\u001b[?25l";
    this.#cursor = place;
  }
}
