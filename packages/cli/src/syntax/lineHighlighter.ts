import type { StreamParser } from "@codemirror/streamparser";
import type { Highlighter, HighlighterOptions, Token } from "./highlighter.ts";
import { copyState, longestLine, readLine, startState } from "./readLine.ts";

const linesInBlock = 20;
/** So far from what was read already, reading all between takes no longer than a guess. */
const nearBlocks = 8;
/** How far above a guess begins. */
const guess = { lines: 60, characters: 10_000 };
/** Milliseconds for all lines that are asked for within one frame. */
const frame = { length: 16, budget: 6 };
/** So long after the last question nobody looks any more. */
const attention = 2_000;
/** A few screens. */
const mostBlocks = 100;

type Block = readonly (readonly Token[])[];

/**
 * Reads only what is looked at, in blocks. A place in the middle of a large file gets its colours at once, by a guess; the
 * file is then read up to there, a little at a time, and `changed` tells when all is certain.
 */
export class LineHighlighter implements Highlighter {
  readonly #mode: StreamParser<unknown>;
  readonly #lines: readonly string[];
  readonly #changed: () => void;
  readonly #blocks = new Map<number, Block>();
  /** What each block begins within (a comment, a string, brackets), as far as the file was read from its beginning. */
  readonly #states: unknown[];
  /** Blocks that were guessed, or for which there was no time. */
  readonly #awaited = new Set<number>();
  #reading: NodeJS.Immediate | undefined;
  #askedAt = 0;
  #frameStart = 0;
  #spent = 0;
  #hasFailed = false;

  constructor(
    mode: StreamParser<unknown>,
    lines: readonly string[],
    { changed = () => {} }: HighlighterOptions = {},
  ) {
    this.#mode = mode;
    this.#lines = lines;
    this.#changed = changed;
    this.#states = [startState(mode)];
  }

  tokensOf(line: number): readonly Token[] {
    this.#askedAt = performance.now();
    const block = Math.floor(line / linesInBlock);
    if (!this.#blocks.has(block) && !this.#hasFailed && this.#lines[line] !== undefined)
      this.#makeBlock(block);
    // As it often goes on from above or below, no colours are better than those of a comment that has ended.
    if (this.#awaited.has(block)) this.#readOn();
    return this.#blocks.get(block)?.[line % linesInBlock] ?? [];
  }

  #makeBlock(block: number): void {
    try {
      while (this.#hasTime() && this.#isNear(block)) this.#timed(() => this.#extend());
      if (!this.#hasTime()) this.#awaited.add(block);
      else if (block < this.#states.length) this.#timed(() => this.#keep(block, this.#read(block)));
      else {
        this.#awaited.add(block);
        this.#timed(() => this.#keep(block, this.#guess(block)));
      }
    } catch {
      // A mode that cannot cope with this file: the text is what matters.
      this.#hasFailed = true;
    }
  }

  #isNear(block: number): boolean {
    return this.#states.length <= block && block - this.#states.length < nearBlocks;
  }

  #keep(block: number, tokens: Block): void {
    this.#blocks.set(block, tokens);
    if (this.#blocks.size <= mostBlocks) return;
    const [oldest] = this.#blocks.keys();
    this.#blocks.delete(oldest!);
    this.#awaited.delete(oldest!);
  }

  #read(block: number): Block {
    return this.#readLines(block * linesInBlock, copyState(this.#mode, this.#states[block]));
  }

  /** Learns what the first unknown block begins within. */
  #extend(): void {
    const block = this.#states.length - 1;
    const state = copyState(this.#mode, this.#states[block]);
    this.#readLines(block * linesInBlock, state);
    this.#states.push(state);
  }

  #guess(block: number): Block {
    const start = block * linesInBlock;
    const state = startState(this.#mode);
    for (let line = this.#guessStart(start); line < start; line += 1)
      readLine(this.#mode, this.#lines[line]!, state);
    return this.#readLines(start, state);
  }

  /** The line with the least indentation not too far above: rarely in the middle of a comment or a string. */
  #guessStart(block: number): number {
    let [best, least, characters] = [block, Number.POSITIVE_INFINITY, 0];
    for (let line = block - 1; line >= Math.max(0, block - guess.lines); line -= 1) {
      const text = this.#lines[line]!.slice(0, longestLine);
      characters += text.length;
      if (characters > guess.characters) break;
      const indentation = text.search(/\S/);
      if (indentation >= 0 && indentation < least) [best, least] = [line, indentation];
    }
    return best;
  }

  #readLines(start: number, state: unknown): Block {
    return this.#lines.slice(start, start + linesInBlock).map((line) => readLine(this.#mode, line, state));
  }

  /** In the pauses, until what is looked at is certain. */
  #readOn(): void {
    if (this.#reading || this.#hasFailed) return;
    this.#reading = setImmediate(() => {
      this.#reading = undefined;
      const now = performance.now();
      if (now - this.#askedAt > attention) return;
      const last = Math.max(...this.#awaited);
      try {
        while (this.#states.length <= last && performance.now() - now < frame.budget) this.#extend();
      } catch {
        this.#hasFailed = true;
        return;
      }
      if (this.#states.length <= last) return this.#readOn();
      for (const block of this.#awaited) this.#blocks.delete(block);
      this.#awaited.clear();
      this.#spent = 0;
      this.#changed();
    });
    this.#reading.unref();
  }

  #hasTime(): boolean {
    const now = performance.now();
    if (now - this.#frameStart > frame.length) {
      this.#frameStart = now;
      this.#spent = 0;
    }
    return this.#spent < frame.budget;
  }

  #timed(work: () => void): void {
    const start = performance.now();
    work();
    this.#spent += performance.now() - start;
  }
}
