import { ClusterReader } from "../../terminal/cluster.ts";
import { isPlain } from "../../terminal/textWidth.ts";

const tabWidth = 4;

/** Longer lines are remembered in steps, so that their far end is as near as their beginning. */
const step = 4_096;
const mostRemembered = 8;
const reader = new ClusterReader();

/** A place in a line: in UTF-16 units, and in columns of the screen. */
export interface Place {
  readonly at: number;
  readonly column: number;
}

/** Where the visible characters of a line stand, tabs expanded. */
export class LineColumns {
  readonly text: string;
  /** The columns before each step, as far as anybody has looked. */
  readonly #steps: number[] = [0];
  readonly #starts: number[] = [0];

  private constructor(text: string) {
    this.text = text;
  }

  /** Of a long line, what is known of it is kept for the next frame. */
  static of(text: string): LineColumns {
    if (text.length <= step) return new LineColumns(text);
    const known = remembered.find((line) => line.text === text);
    if (known) return known;
    const made = new LineColumns(text);
    remembered.unshift(made);
    remembered.length = Math.min(remembered.length, mostRemembered);
    return made;
  }

  /** All columns of the line. */
  get width(): number {
    return this.#walk({ column: Number.POSITIVE_INFINITY }).column;
  }

  /** The visible character that covers a column, or the end of the line. */
  placeOfColumn(column: number): Place {
    return this.#walk({ column });
  }

  columnOf(at: number): number {
    return this.#walk({ at }).column;
  }

  #walk(to: { readonly column: number } | { readonly at: number }): Place {
    const { text } = this;
    const isBefore = (at: number, column: number) => ("at" in to ? at <= to.at : column <= to.column);
    let known = this.#stepBefore(to);
    let [at, column] = [this.#starts[known]!, this.#steps[known]!];
    // Whole steps at once as far as they are plain.
    while (at < text.length) {
      const end = this.#starts[known + 1] ?? safeEnd(text, at + step);
      const next = this.#steps[known + 1] ?? column + widthFrom(text, at, end, column);
      if (end > this.#starts.at(-1)!) {
        this.#starts.push(end);
        this.#steps.push(next);
      }
      if (!isBefore(end, next) || end >= text.length) break;
      [at, column] = [end, next];
      known++;
    }
    if (isPlainStep(text, at)) {
      const wanted = "at" in to ? to.at - at : to.column - column;
      const into = Math.min(Math.max(0, wanted), text.length - at);
      if (into < step) return { at: at + into, column: column + into };
    }
    while (at < text.length) {
      const width = readAt(text, at, column);
      if ("at" in to ? reader.end > to.at : column + width > to.column) break;
      [at, column] = [reader.end, column + width];
    }
    return { at, column };
  }

  #stepBefore(to: { readonly column: number } | { readonly at: number }): number {
    const [list, wanted] = "at" in to ? [this.#starts, to.at] : [this.#steps, to.column];
    let [low, high] = [0, list.length - 1];
    while (low < high) {
      const middle = (low + high + 1) >> 1;
      if (list[middle]! <= wanted) low = middle;
      else high = middle - 1;
    }
    return low;
  }
}

const remembered: LineColumns[] = [];

/** Reads the visible character there; returns how many columns it takes. */
export function readAt(text: string, at: number, column: number, into = reader): number {
  if (text.charCodeAt(at) === 9) {
    into.end = at + 1;
    into.width = tabWidth - (column % tabWidth);
    return into.width;
  }
  into.read(text, at);
  return into.width;
}

function isPlainStep(text: string, at: number): boolean {
  return isPlain(text.length <= step ? text : text.slice(at, at + step));
}

function widthFrom(text: string, from: number, end: number, column: number): number {
  const part = text.slice(from, end);
  if (isPlain(part)) return part.length;
  let width = 0;
  for (let at = 0; at < part.length; at = reader.end) width += readAt(part, at, column + width);
  return width;
}

/** Not within a visible character, as far as that can be seen from here. */
function safeEnd(text: string, end: number): number {
  if (end >= text.length) return text.length;
  for (let at = end; at < Math.min(text.length, end + 64); at++) {
    if (text.charCodeAt(at) < 0x300 && text.charCodeAt(at - 1) < 0x300) return at;
  }
  const isInPair = (text.charCodeAt(end) & 0xfc00) === 0xdc00;
  return isInPair ? end + 1 : end;
}
