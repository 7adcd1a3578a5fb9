import { lineContent } from "@idebridge/review";
import type { DiffItems } from "./diffItems.ts";

export interface Match {
  readonly start: number;
  readonly end: number;
}

const mostInOneLine = 1_000;

/** Where a text occurs in a line. Small letters stand for capital ones too, unless the query has a capital. */
export function matchesIn(line: string, query: string | undefined): readonly Match[] {
  if (query === undefined || query === "") return [];
  const text = isExact(query) ? line : line.toLowerCase();
  // Lower case may be longer than the text: then the places would not fit.
  if (text.length !== line.length) return [];
  const matches: Match[] = [];
  for (
    let at = text.indexOf(query);
    at >= 0 && matches.length < mostInOneLine;
    at = text.indexOf(query, at + query.length)
  ) {
    matches.push({ start: at, end: at + query.length });
  }
  return matches;
}

function isExact(query: string): boolean {
  return query !== query.toLowerCase();
}

export interface Found {
  /** In `items.unfolded()`. */
  readonly item: number;
  readonly match: Match;
  /** It went over the end, and on from the other one. */
  readonly isWrapped: boolean;
}

/** The next line that has it, looking from an item on and around the end. */
export function findNext(
  unfolded: DiffItems,
  query: string,
  from: number,
  direction: 1 | -1,
): Found | undefined {
  const { count } = unfolded;
  for (let step = 0; step < count; step++) {
    const item = (((from + step * direction) % count) + count) % count;
    const line = unfolded.itemAt(item);
    if (line.kind === "fold") continue;
    for (const ref of [line.left, line.right]) {
      if (ref === undefined) continue;
      const [match] = matchesIn(lineContent(unfolded.textOf(ref, line.hunk)), query);
      if (match) return { item, match, isWrapped: direction === 1 ? item < from : item > from };
    }
  }
  return undefined;
}
