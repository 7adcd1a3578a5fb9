/** A part of a glob, as its reader understands it. */
export type GlobPart =
  /** One character, or any number of them. */
  | { readonly kind: "one" | "many"; readonly accepts: (character: string) => boolean }
  /** Any number of whole folders: `**` before a slash. */
  | { readonly kind: "folders" }
  | { readonly kind: "choice"; readonly options: readonly (readonly GlobPart[])[] };

interface State {
  readonly moves: { readonly accepts: (character: string) => boolean; readonly to: number }[];
  /** Where it is at the same time. */
  readonly also: number[];
}

const notSlash = (character: string) => character !== "/";

/**
 * Whether a path fits a glob. Not a regular expression: globs come with projects, as their file names do, and a few stars
 * on a long name would keep one busy for hours. Here all ways to fit are followed at once, each character once.
 */
export class GlobMatcher {
  readonly #states: State[] = [{ moves: [], also: [] }];
  readonly #start: number;

  constructor(parts: readonly GlobPart[]) {
    this.#start = this.#build(parts, 0);
  }

  test(path: string): boolean {
    let here = this.#reached([this.#start]);
    for (let at = 0; at < path.length && here.size > 0; at++) {
      const character = path[at]!;
      const next: number[] = [];
      for (const state of here) {
        for (const { accepts, to } of this.#states[state]!.moves) if (accepts(character)) next.push(to);
      }
      here = this.#reached(next);
    }
    return here.has(0);
  }

  #reached(from: number[]): Set<number> {
    const reached = new Set<number>();
    for (let state = from.pop(); state !== undefined; state = from.pop()) {
      if (reached.has(state)) continue;
      reached.add(state);
      for (const also of this.#states[state]!.also) from.push(also);
    }
    return reached;
  }

  /** Returns the state in which the parts begin; they end in `end`. */
  #build(parts: readonly GlobPart[], end: number): number {
    return parts.reduceRight((next, part) => this.#buildPart(part, next), end);
  }

  #buildPart(part: GlobPart, end: number): number {
    const state: State = { moves: [], also: [] };
    const number = this.#states.push(state) - 1;
    switch (part.kind) {
      case "one":
        state.moves.push({ accepts: part.accepts, to: end });
        break;
      case "many":
        state.moves.push({ accepts: part.accepts, to: number });
        state.also.push(end);
        break;
      case "folders": {
        const inName: State = { moves: [], also: [] };
        const name = this.#states.push(inName) - 1;
        inName.moves.push({ accepts: notSlash, to: name }, { accepts: (each) => each === "/", to: number });
        state.moves.push({ accepts: notSlash, to: name });
        state.also.push(end);
        break;
      }
      case "choice":
        for (const option of part.options) state.also.push(this.#build(option, end));
    }
    return number;
  }
}

export const anything: GlobPart = { kind: "many", accepts: () => true };
export const partOfName: GlobPart = { kind: "many", accepts: notSlash };
export const oneOfName: GlobPart = { kind: "one", accepts: notSlash };

export function literal(character: string): GlobPart {
  return { kind: "one", accepts: (each) => each === character };
}

/** What stands between `[` and `]`: characters and ranges of them, all others after `!`. */
export function characterClass(inside: string): GlobPart {
  const isNegated = /^[!^]/.test(inside);
  const ranges = (isNegated ? inside.slice(1) : inside).match(/.-.|./gs) ?? [];
  const has = (each: string) => ranges.some((range) => each >= range[0]! && each <= range.at(-1)!);
  return { kind: "one", accepts: isNegated ? (each) => each !== "/" && !has(each) : has };
}

/** Longer than any that somebody has written, and deeper: every character of a path costs as much as the glob is long. */
const longest = 4_096;
const deepest = 100;

/** Collects the parts of a glob, in groups that may hold groups. */
export class GlobReader {
  readonly #open: { readonly before: GlobPart[]; readonly options: GlobPart[][] }[] = [];
  #parts: GlobPart[] = [];
  #count = 0;
  #isTooMuch = false;

  get isInGroup(): boolean {
    return this.#open.length > 0;
  }

  add(part: GlobPart): void {
    this.#parts.push(part);
    if (++this.#count > longest) this.#isTooMuch = true;
  }

  /** `{` */
  openGroup(): void {
    this.#open.push({ before: this.#parts, options: [] });
    this.#parts = [];
    if (this.#open.length > deepest) this.#isTooMuch = true;
  }

  /** `,` */
  nextOption(): void {
    this.#open.at(-1)!.options.push(this.#parts);
    this.#parts = [];
  }

  /** `}` */
  closeGroup(): void {
    const { before, options } = this.#open.pop()!;
    const choice: GlobPart = { kind: "choice", options: [...options, this.#parts] };
    this.#parts = before;
    this.add(choice);
  }

  /** `undefined` when it is beyond all measure. */
  toMatcher(): GlobMatcher | undefined {
    if (this.#isTooMuch) return undefined;
    while (this.isInGroup) this.closeGroup();
    return new GlobMatcher(this.#parts);
  }
}
