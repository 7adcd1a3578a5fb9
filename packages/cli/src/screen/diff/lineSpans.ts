import { ClusterReader } from "../../terminal/cluster.ts";
import type { Span, SpanStyle } from "../../terminal/row.ts";
import { LineColumns, readAt } from "./lineColumns.ts";

/** A part of a line, in UTF-16 units, that looks different. Later ones lie over earlier ones. */
export interface StyledRange {
  readonly start: number;
  readonly end: number;
  readonly style: SpanStyle;
}

export interface LinePart {
  readonly spans: readonly Span[];
  readonly width: number;
  /** The line goes on to the right. */
  readonly isCut: boolean;
}

const reader = new ClusterReader();

/** The columns `from` to `from + columns` of a line. Tabs are expanded; half a wide character becomes a space. */
export function lineSpans(
  text: string,
  from: number,
  columns: number,
  base: SpanStyle,
  ranges: readonly StyledRange[] = [],
): LinePart {
  const line = LineColumns.of(text);
  let { at, column } = line.placeOfColumn(from);
  // A line may have very many, of which few are in sight.
  const inSight = ranges.filter(({ start, end }) => end > at && start < at + columns * 16);
  const styles = new StyleFinder(base, inSight);
  const spans: { text: string; style: SpanStyle }[] = [];
  const to = from + columns;
  while (at < text.length && column < to) {
    const width = readAt(text, at, column, reader);
    const isBlank = column < from || column + width > to || text.charCodeAt(at) === 9;
    const blanks = Math.min(column + width, to) - Math.max(column, from);
    const shown = isBlank ? " ".repeat(blanks) : text.slice(at, reader.end);
    const style = styles.at(at);
    const last = spans.at(-1);
    if (last?.style === style) last.text += shown;
    else spans.push({ text: shown, style });
    [at, column] = [reader.end, column + width];
  }
  return { spans, width: Math.max(0, Math.min(column, to) - from), isCut: at < text.length };
}

/** The style of each place of a line, asked from left to right; the same object as long as it is the same. */
class StyleFinder {
  readonly #base: SpanStyle;
  readonly #ranges: readonly StyledRange[];
  #style: SpanStyle;
  #until = -1;

  constructor(base: SpanStyle, ranges: readonly StyledRange[]) {
    this.#base = base;
    this.#style = base;
    this.#ranges = ranges.filter(({ start, end }) => end > start);
  }

  at(at: number): SpanStyle {
    if (at < this.#until) return this.#style;
    this.#until = Number.POSITIVE_INFINITY;
    let style = this.#base;
    for (const range of this.#ranges) {
      if (at < range.start) this.#until = Math.min(this.#until, range.start);
      else if (at < range.end) {
        style = { ...style, ...range.style };
        this.#until = Math.min(this.#until, range.end);
      }
    }
    this.#style = style;
    return style;
  }
}
