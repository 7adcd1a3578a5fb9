import type { Row, Span, SpanStyle } from "../terminal/row.ts";
import { widthOf, widthOfRow } from "../terminal/textWidth.ts";
import type { Hit } from "./messages.ts";

/** A part of a row that can be clicked. */
export interface HitArea {
  readonly row: number;
  readonly from: number;
  readonly to: number;
  readonly hit: Hit;
}

/** All that is on the screen at one moment. */
export interface Frame {
  readonly rows: readonly Row[];
  readonly hits: readonly HitArea[];
  readonly cursor?: { readonly column: number; readonly row: number };
}

/** A row with the places in it that can be clicked. */
export interface ActiveRow {
  readonly row: Row;
  readonly hits: readonly Omit<HitArea, "row">[];
}

export function hitAt({ hits }: Frame, column: number, row: number): Hit | undefined {
  return hits.find((area) => area.row === row && area.from <= column && column < area.to)?.hit;
}

/** Puts a row together from left to right. */
export class RowBuilder {
  readonly #spans: Span[] = [];
  readonly #hits: Omit<HitArea, "row">[] = [];
  width = 0;

  add(text: string, style: SpanStyle = {}, hit?: Hit): this {
    const width = widthOf(text);
    if (hit) this.#hits.push({ from: this.width, to: this.width + width, hit });
    this.#spans.push({ text, style });
    this.width += width;
    return this;
  }

  addSpans(spans: Row): this {
    this.#spans.push(...spans);
    this.width += widthOfRow(spans);
    return this;
  }

  /** The rest of the line gets this background. */
  end(style: SpanStyle = {}): ActiveRow {
    return { row: [...this.#spans, { text: "", style }], hits: this.#hits };
  }
}
