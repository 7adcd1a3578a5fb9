/** Lines of a text, counted from 0, `end` not included. Empty (`start === end`): a place between two lines. */
export interface LineRange {
  readonly start: number;
  readonly end: number;
}

/**
 * Characters of one line of a text, for highlighting. Columns count UTF-16 units from 0 and never cut a visible
 * character in two. They may reach into the line's terminator: only so can a change of line endings be shown.
 */
export type Span = readonly [line: number, start: number, end: number];

/** One place where two texts differ. Plain data: it can be sent to a front end as JSON. */
export interface Hunk {
  /** Unique among the hunks of its texts; the same texts always give the same ids. */
  readonly id: number;
  readonly before: LineRange;
  readonly after: LineRange;
  /** What changed inside these lines. Absent: all of it, or too much to tell. */
  readonly inner?: InnerSpans;
}

export interface InnerSpans {
  readonly before: readonly Span[];
  readonly after: readonly Span[];
}

export function lengthOf({ start, end }: LineRange): number {
  return end - start;
}

export function textIn(lines: readonly string[], { start, end }: LineRange): string {
  return lines.slice(start, end).join("");
}

export function movedSpans(spans: readonly Span[], by: number): Span[] {
  return spans.map(([line, start, end]) => [line + by, start, end]);
}
