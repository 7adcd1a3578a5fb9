import type { SpanStyle } from "./row.ts";
import type { Theme } from "./theme.ts";

export const plainStyle = 0;

/** Numbers for the styles that a theme tells apart, so that cells can be compared quickly. */
export class StyleIds {
  readonly #theme: Theme;
  readonly #sequences: string[] = [];
  readonly #bySequence = new Map<string, number>();
  /** Most styles are constants. */
  readonly #byStyle = new WeakMap<SpanStyle, number>();
  readonly #fillByStyle = new WeakMap<SpanStyle, number>();

  constructor(theme: Theme) {
    this.#theme = theme;
    this.#find({});
  }

  idOf(style: SpanStyle | undefined): number {
    if (style === undefined) return plainStyle;
    let id = this.#byStyle.get(style);
    if (id === undefined) {
      id = this.#find(style);
      this.#byStyle.set(style, id);
    }
    return id;
  }

  /** For the rest of a line after a span: only the background goes on. */
  fillAfter(style: SpanStyle | undefined): number {
    if (style === undefined) return plainStyle;
    let id = this.#fillByStyle.get(style);
    if (id === undefined) {
      id = this.#find(style.bg ? { bg: style.bg } : {});
      this.#fillByStyle.set(style, id);
    }
    return id;
  }

  sequenceOf(id: number): string {
    return this.#sequences[id]!;
  }

  #find(style: SpanStyle): number {
    const sequence = this.#theme.sequenceOf(style);
    let id = this.#bySequence.get(sequence);
    if (id === undefined) {
      id = this.#sequences.push(sequence) - 1;
      this.#bySequence.set(sequence, id);
    }
    return id;
  }
}
