/**
 * Gives equal lines equal numbers, counted from 0. A table of numbers of our own: in a Map of a million texts most of
 * the time goes into making room for more, and looking lines up takes longer the more there are.
 */
export class LineNumbers {
  readonly #isTrimmed: boolean;
  readonly #mask: number;
  /** A line's number, plus 1, at its hash or at the next free place after it. */
  readonly #places: Int32Array;
  /** By number: the line, which part of it counts, and the hash of that. */
  readonly #lines: string[] = [];
  readonly #starts: Int32Array;
  readonly #ends: Int32Array;
  readonly #hashes: Int32Array;
  #last = -1;

  /** For so many lines at most. With `isTrimmed`, lines are equal if they are but for the space around them. */
  constructor(mostLines: number, isTrimmed: boolean) {
    this.#isTrimmed = isTrimmed;
    let size = 16;
    while (size < 2 * mostLines) size *= 2;
    this.#mask = size - 1;
    this.#places = new Int32Array(size);
    this.#starts = new Int32Array(mostLines);
    this.#ends = new Int32Array(mostLines);
    this.#hashes = new Int32Array(mostLines);
  }

  of(lines: readonly string[]): number[] {
    return lines.map((line) => this.#numberOf(line));
  }

  #numberOf(line: string): number {
    let [start, end] = [0, line.length];
    if (this.#isTrimmed) {
      while (start < end && isSpace(line.charCodeAt(start))) start++;
      while (end > start && isSpace(line.charCodeAt(end - 1))) end--;
    }
    // In the second of two texts most lines follow each other as in the first.
    const next = this.#last + 1;
    const isNext = next < this.#lines.length && this.#isEqual(next, line, start, end);
    this.#last = isNext ? next : this.#find(line, start, end);
    return this.#last;
  }

  #find(line: string, start: number, end: number): number {
    const hash = hashOf(line, start, end);
    for (let place = hash & this.#mask; ; place = (place + 1) & this.#mask) {
      const number = this.#places[place]! - 1;
      if (number < 0) {
        this.#places[place] = this.#lines.length + 1;
        return this.#add(line, start, end, hash);
      }
      if (this.#hashes[number] === hash && this.#isEqual(number, line, start, end)) return number;
    }
  }

  #add(line: string, start: number, end: number, hash: number): number {
    const number = this.#lines.length;
    this.#lines.push(line);
    this.#starts[number] = start;
    this.#ends[number] = end;
    this.#hashes[number] = hash;
    return number;
  }

  #isEqual(number: number, line: string, start: number, end: number): boolean {
    const other = this.#lines[number]!;
    const shift = this.#starts[number]! - start;
    if (this.#ends[number]! - shift !== end) return false;
    for (let at = start; at < end; at++)
      if (other.charCodeAt(at + shift) !== line.charCodeAt(at)) return false;
    return true;
  }
}

/** FNV-1a, then mixed once more: the lowest bits choose the place. */
function hashOf(line: string, start: number, end: number): number {
  let hash = 0x811c9dc5;
  for (let at = start; at < end; at++) hash = Math.imul(hash ^ line.charCodeAt(at), 0x01000193);
  hash ^= hash >>> 15;
  return Math.imul(hash, 0x2c1b3c6d) | 0;
}

/** What `trim` takes away. */
function isSpace(unit: number): boolean {
  if (unit <= 32) return unit === 32 || (unit >= 9 && unit <= 13);
  if (unit < 160) return false;
  return rareSpace.test(String.fromCharCode(unit));
}

const rareSpace = /^\s$/;
