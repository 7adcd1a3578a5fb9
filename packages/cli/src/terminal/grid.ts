import { ClusterReader } from "./cluster.ts";
import type { Row } from "./row.ts";
import { plainStyle, type StyleIds } from "./styleIds.ts";

export interface Size {
  readonly columns: number;
  readonly rows: number;
}

const ascii = Array.from({ length: 0x7f }, (_, code) => String.fromCharCode(code));
const reader = new ClusterReader();

/** The cells of a screen, line after line. A wide character is in its first cell; the second holds an empty string. */
export class Grid {
  readonly #columns: number;
  readonly #glyphs: string[];
  readonly #styles: Uint16Array;
  /** Of cells whose character is wider or narrower on some terminals. */
  readonly #doubtful: Uint8Array;

  constructor({ columns, rows }: Size) {
    this.#columns = columns;
    this.#glyphs = new Array<string>(columns * rows).fill(" ");
    this.#styles = new Uint16Array(columns * rows);
    this.#doubtful = new Uint8Array(columns * rows);
  }

  glyphAt(cell: number): string {
    return this.#glyphs[cell]!;
  }

  styleAt(cell: number): number {
    return this.#styles[cell]!;
  }

  isDoubtful(cell: number): boolean {
    return this.#doubtful[cell] === 1;
  }

  hasDoubtful(first: number, last: number): boolean {
    return this.#doubtful.subarray(first, last).includes(1);
  }

  isBlank(cell: number): boolean {
    return this.#glyphs[cell] === " " && this.#styles[cell] === plainStyle;
  }

  isSame(cell: number, other: Grid): boolean {
    return this.#glyphs[cell] === other.#glyphs[cell] && this.#styles[cell] === other.#styles[cell];
  }

  /** Puts a row into the cells of a line. */
  layOut(row: Row, line: number, ids: StyleIds): void {
    const start = line * this.#columns;
    const end = start + this.#columns;
    this.#doubtful.fill(0, start, end);
    let cell = start;
    for (const { text, style } of row) {
      if (cell === end) break;
      cell = this.#put(text, ids.idOf(style), cell, end);
    }
    this.#glyphs.fill(" ", cell, end);
    this.#styles.fill(ids.fillAfter(row.at(-1)?.style), cell, end);
  }

  /** Returns the cell after the text. */
  #put(text: string, style: number, start: number, end: number): number {
    let cell = start;
    for (let at = 0; at < text.length && cell < end; ) {
      this.#styles[cell] = style;
      const code = text.charCodeAt(at);
      // Most text is plain, and no mark follows.
      if (code >= 0x20 && code < 0x7f && !(text.charCodeAt(at + 1) > 0x2ff)) {
        this.#glyphs[cell] = ascii[code]!;
        at += 1;
        cell += 1;
      } else {
        reader.read(text, at);
        at = reader.end;
        cell = this.#putCluster(cell, end, style);
      }
    }
    return cell;
  }

  #putCluster(cell: number, end: number, style: number): number {
    // There may be no room for the other half.
    const fits = cell + reader.width <= end;
    this.#glyphs[cell] = fits ? reader.glyph : " ";
    if (!fits) return end;
    this.#doubtful[cell] = reader.isDoubtful ? 1 : 0;
    if (reader.width === 2) {
      this.#glyphs[cell + 1] = "";
      this.#styles[cell + 1] = style;
    }
    return cell + reader.width;
  }
}
