import { lineContent } from "@idebridge/review";
import type { DiffItems } from "./diffItems.ts";

export interface Match {
  readonly start: number;
  readonly end: number;
}

const mostInOneLine = 10_000;

/** Where a text occurs in a line. Small letters stand for capital ones too, unless the query has a capital. */
function matchesIn(line: string, query: string | undefined): readonly Match[] {
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

/** The same for a long line of which only a part is in sight. */
export function matchesNear(
  line: string,
  query: string | undefined,
  from: number,
  length: number,
): readonly Match[] {
  const start = Math.max(0, from - (query?.length ?? 0));
  return matchesIn(line.slice(start, from + length), query).map((match) => ({
    start: match.start + start,
    end: match.end + start,
  }));
}

function isExact(query: string): boolean {
  return query !== query.toLowerCase();
}

/** One of the places where the text is: several may be in one row. */
export interface Occurrence {
  /** In `items.unfolded()`. */
  readonly item: number;
  readonly side: "left" | "right";
  readonly match: Match;
}

export interface Found extends Occurrence {
  /** It went over the end, and on from the other one. */
  readonly isWrapped: boolean;
}

/** The next place that has it, from an item or from an earlier place on, and around the end. */
export function findNext(
  unfolded: DiffItems,
  query: string,
  from: number | Occurrence,
  direction: 1 | -1,
): Found | undefined {
  const { count } = unfolded;
  const start = typeof from === "number" ? from : from.item;
  const ordered = (item: number) => {
    const all = occurrencesIn(unfolded, item, query);
    return direction === 1 ? all : all.reverse();
  };
  if (typeof from !== "number") {
    const here = ordered(start);
    const at = here.findIndex(({ side, match }) => side === from.side && match.start === from.match.start);
    const next = here[at + 1];
    if (at >= 0 && next) return { ...next, isWrapped: false };
  }
  const first = typeof from === "number" ? 0 : 1;
  for (let step = first; step < count + first; step++) {
    const item = (((start + step * direction) % count) + count) % count;
    const [found] = ordered(item);
    const isWrapped = direction === 1 ? item < start : item > start;
    if (found) return { ...found, isWrapped: isWrapped || (first === 1 && item === start) };
  }
  return undefined;
}

function occurrencesIn(unfolded: DiffItems, item: number, query: string): Occurrence[] {
  const line = unfolded.itemAt(item);
  if (line.kind === "fold") return [];
  // Unchanged lines have the same text on both sides.
  const sides = line.hunk === undefined ? (["right"] as const) : (["left", "right"] as const);
  return sides.flatMap((side) => {
    const ref = line[side];
    if (ref === undefined) return [];
    const text = lineContent(unfolded.textOf(ref, line.hunk));
    return matchesIn(text, query).map((match) => ({ item, side, match }));
  });
}
