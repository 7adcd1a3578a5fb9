import { ClusterReader } from "./cluster.ts";
import type { Row, SpanStyle } from "./row.ts";
import type { Theme } from "./theme.ts";

export interface Size {
  readonly columns: number;
  readonly rows: number;
}

export interface Position {
  readonly column: number;
  readonly row: number;
}

/** A grid of cells. A wide character is in its first cell; the second holds an empty string. */
class Grid {
  readonly glyphs: string[];
  readonly styles: Uint16Array;
  /** Of cells whose character is wider or narrower on some terminals. */
  readonly doubtful: Uint8Array;

  constructor({ columns, rows }: Size) {
    this.glyphs = new Array<string>(columns * rows).fill(" ");
    this.styles = new Uint16Array(columns * rows);
    this.doubtful = new Uint8Array(columns * rows);
  }
}

/** `ESC[K` is shorter than this many spaces. */
const fewSpaces = 4;
const plainStyle = 0;
const ascii = Array.from({ length: 0x7f }, (_, code) => String.fromCharCode(code));

/** Remembers what the terminal shows, and says what to send so that it shows the next frame. */
export class Painter {
  readonly theme: Theme;
  readonly size: Size;
  readonly #sequences: string[];
  readonly #idOfSequence = new Map<string, number>();
  readonly #idOfStyle = new WeakMap<SpanStyle, number>();
  readonly #fillOfStyle = new WeakMap<SpanStyle, number>();
  readonly #reader = new ClusterReader();
  #shown: Grid;
  #next: Grid;
  /** Nothing is known of what the terminal shows. */
  #isFirst = true;
  #cursor: Position | undefined;
  /** Of what is being put together now. */
  #output = "";
  #style = -1;

  constructor(theme: Theme, size: Size) {
    this.theme = theme;
    this.size = size;
    this.#shown = new Grid(size);
    this.#next = new Grid(size);
    const plain = theme.sequenceOf({});
    this.#sequences = [plain];
    this.#idOfSequence.set(plain, plainStyle);
  }

  /** What to send for this frame; empty when nothing has changed. */
  frame(rows: readonly Row[], cursor?: Position): string {
    this.#output = "";
    this.#style = -1;
    // Then it shows what an empty grid holds.
    if (this.#isFirst) this.#output = `${this.#sequences[plainStyle]}\u001b[2J`;
    for (let row = 0; row < this.size.rows; row += 1) {
      this.#layOut(rows[row] ?? [], row);
      this.#paintRow(row);
    }
    this.#placeCursor(cursor);
    [this.#shown, this.#next] = [this.#next, this.#shown];
    this.#isFirst = false;
    return this.#output;
  }

  #layOut(row: Row, line: number): void {
    const { columns } = this.size;
    const { glyphs, styles, doubtful } = this.#next;
    const start = line * columns;
    const end = start + columns;
    doubtful.fill(0, start, end);
    let cell = start;
    for (const { text, style } of row) {
      if (cell === end) break;
      const id = style ? this.#idOf(style) : plainStyle;
      for (let at = 0; at < text.length && cell < end; ) {
        const code = text.charCodeAt(at);
        if (code >= 0x20 && code < 0x7f && !(text.charCodeAt(at + 1) > 0x2ff)) {
          glyphs[cell] = ascii[code]!;
          at += 1;
        } else {
          this.#reader.read(text, at);
          at = this.#reader.end;
          glyphs[cell] = this.#reader.glyph;
          if (this.#reader.isDoubtful) doubtful[cell] = 1;
          if (this.#reader.width === 2) {
            styles[cell] = id;
            // There is no room for the other half.
            if (cell + 1 === end) {
              glyphs[cell] = " ";
              doubtful[cell] = 0;
            } else {
              cell += 1;
              glyphs[cell] = "";
            }
          }
        }
        styles[cell] = id;
        cell += 1;
      }
    }
    const last = row.at(-1)?.style;
    const fill = last ? this.#fillOf(last) : plainStyle;
    if (cell < end) {
      glyphs.fill(" ", cell, end);
      styles.fill(fill, cell, end);
    }
  }

  /** Sends the cells from the first that differs to the last. */
  #paintRow(line: number): void {
    const { columns } = this.size;
    const { glyphs, styles, doubtful } = this.#next;
    const start = line * columns;
    const end = start + columns;
    let first = start;
    while (first < end && this.#isShown(first)) first += 1;
    if (first === end) return;
    let last = end;
    while (this.#isShown(last - 1)) last -= 1;
    if (glyphs[first] === "") first -= 1;
    if (last < end && glyphs[last] === "") last += 1;
    // It may have run into the cells behind it.
    if (doubtful.subarray(first, last).includes(1)) last = end;
    let blank = end;
    if (last === end)
      while (blank > first && glyphs[blank - 1] === " " && styles[blank - 1] === plainStyle) blank -= 1;
    const erases = end - blank >= fewSpaces;
    this.#output += `\u001b[${line + 1};${first - start + 1}H`;
    this.#sendCells(first, erases ? blank : last, start);
    if (erases) {
      this.#setStyle(plainStyle);
      this.#output += "\u001b[K";
    }
  }

  #isShown(cell: number): boolean {
    return (
      this.#shown.glyphs[cell] === this.#next.glyphs[cell] &&
      this.#shown.styles[cell] === this.#next.styles[cell]
    );
  }

  #sendCells(first: number, last: number, start: number): void {
    const { glyphs, styles, doubtful } = this.#next;
    for (let cell = first; cell < last; cell += 1) {
      if (styles[cell] !== this.#style) this.#setStyle(styles[cell]!);
      if (doubtful[cell] === 0) {
        this.#output += glyphs[cell];
        continue;
      }
      // Whatever width the terminal gives it: its cells are clean, and what follows is in its place.
      const width = glyphs[cell + 1] === "" && cell + 1 < last ? 2 : 1;
      const column = cell - start + 1;
      if (width === 2) this.#output += `  \u001b[${column}G`;
      this.#output += `${glyphs[cell]}\u001b[${column + width}G`;
    }
  }

  #setStyle(id: number): void {
    if (id === this.#style) return;
    this.#style = id;
    this.#output += this.#sequences[id];
  }

  #placeCursor(cursor: Position | undefined): void {
    const wasShown = this.#cursor !== undefined && !this.#isFirst;
    const hasMoved = this.#output !== "";
    const { column, row } = cursor ?? { column: 0, row: 0 };
    this.#cursor = cursor;
    if (!cursor) {
      if (wasShown) this.#output += "\u001b[?25l";
      return;
    }
    const place = `\u001b[${row + 1};${Math.min(column, this.size.columns - 1) + 1}H`;
    if (hasMoved || !wasShown || place !== this.#cursorPlace) this.#output += place;
    this.#cursorPlace = place;
    if (!wasShown) this.#output += "\u001b[?25h";
  }

  #cursorPlace = "";

  #idOf(style: SpanStyle): number {
    let id = this.#idOfStyle.get(style);
    if (id === undefined) {
      id = this.#idOfSequenceFor(style);
      this.#idOfStyle.set(style, id);
    }
    return id;
  }

  /** Only the background goes on to the end of the line. */
  #fillOf(style: SpanStyle): number {
    let id = this.#fillOfStyle.get(style);
    if (id === undefined) {
      id = this.#idOfSequenceFor(style.bg ? { bg: style.bg } : {});
      this.#fillOfStyle.set(style, id);
    }
    return id;
  }

  #idOfSequenceFor(style: SpanStyle): number {
    const sequence = this.theme.sequenceOf(style);
    let id = this.#idOfSequence.get(sequence);
    if (id === undefined) {
      id = this.#sequences.push(sequence) - 1;
      this.#idOfSequence.set(sequence, id);
    }
    return id;
  }
}
