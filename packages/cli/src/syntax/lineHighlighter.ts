import type { StreamParser } from "@codemirror/streamparser";
import { type FrameBudget, screenBudget } from "./frameBudget.ts";
import type { Highlighter, HighlighterOptions, Token } from "./highlighter.ts";
import { copyState, longestLine, readLine, startState } from "./readLine.ts";

const linesInBlock = 20;
/** So near to what was read already, reading all between takes little longer than a guess. */
const nearBlocks = 8;
/** How far above a guess begins. */
const guess = { lines: 60, characters: 10_000 };
/** So long after the last question nobody looks any more. */
const attention = 2_000;
/** A few screens. */
const mostBlocks = 100;
/** Of reading in the pauses, in milliseconds. */
const moment = 5;

type Block = readonly (readonly Token[])[];

/**
 * Reads only what is looked at, in blocks. A place in the middle of a large file gets its colours at once, by a guess; the
 * file is then read up to there, a little at a time, and `changed` tells when all is certain.
 */
export class LineHighlighter implements Highlighter {
  readonly #mode: StreamParser<unknown>;
  readonly #lines: readonly string[];
  readonly #changed: () => void;
  readonly #budget: FrameBudget;
  readonly #blocks = new Map<number, Block>();
  /** What each block begins within (a comment, a string, brackets), as far as the file was read from its beginning. */
  readonly #states: unknown[];
  /** Blocks that were guessed, or for which there was no time. */
  readonly #awaited = new Set<number>();
  #reading: NodeJS.Immediate | undefined;
  #askedAt = 0;
  #hasFailed = false;

  constructor(
    mode: StreamParser<unknown>,
    lines: readonly string[],
    { changed = () => {}, budget = screenBudget }: HighlighterOptions = {},
  ) {
    this.#mode = mode;
    this.#lines = lines;
    this.#changed = changed;
    this.#budget = budget;
    this.#states = [startState(mode)];
  }

  tokensOf(line: number): readonly Token[] {
    this.#askedAt = performance.now();
    const block = Math.floor(line / linesInBlock);
    if (!this.#blocks.has(block) && !this.#hasFailed && this.#lines[line] !== undefined)
      this.#makeBlock(block);
    if (this.#awaited.has(block)) this.#readOn();
    return this.#blocks.get(block)?.[line % linesInBlock] ?? [];
  }

  #makeBlock(block: number): void {
    try {
      while (this.#budget.isLeft() && this.#isNear(block)) {
        this.#budget.spend(() => this.#keep(this.#states.length - 1, this.#readNext()));
      }
      if (this.#blocks.has(block)) return;
      const isKnown = block < this.#states.length;
      if (!isKnown || !this.#budget.isLeft()) this.#awaited.add(block);
      if (!this.#budget.isLeft()) return;
      this.#budget.spend(() => this.#keep(block, isKnown ? this.#read(block) : this.#guess(block)));
    } catch {
      // A mode that cannot cope with this file: the text is what matters.
      this.#hasFailed = true;
    }
  }

  #isNear(block: number): boolean {
    const distance = block - (this.#states.length - 1);
    return distance >= 0 && distance < nearBlocks;
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

  /** Reads the first block after which nothing is known; then what the next begins within is known. */
  #readNext(): Block {
    const state = copyState(this.#mode, this.#states.at(-1));
    const tokens = this.#readLines((this.#states.length - 1) * linesInBlock, state);
    this.#states.push(state);
    return tokens;
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
      if (performance.now() - this.#askedAt > attention) return;
      try {
        if (!this.#readAwaited()) return this.#readOn();
      } catch {
        this.#hasFailed = true;
        return;
      }
      this.#awaited.clear();
      this.#changed();
    });
  }

  /** For a moment; returns whether that was enough. */
  #readAwaited(): boolean {
    const last = Math.max(...this.#awaited);
    const end = performance.now() + moment;
    while (this.#states.length <= last + 1) {
      if (performance.now() > end) return false;
      const block = this.#states.length - 1;
      const tokens = this.#readNext();
      if (this.#awaited.has(block)) this.#keep(block, tokens);
    }
    // What was known before needs only to be read again.
    for (const block of this.#awaited) if (!this.#blocks.has(block)) this.#keep(block, this.#read(block));
    return true;
  }
}
