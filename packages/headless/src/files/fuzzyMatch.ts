export interface FuzzyMatch {
  readonly score: number;
  /** Where in the path the typed characters are. */
  readonly places: readonly number[];
}

const inName = 1_000;
const atStart = 90;
const atBoundary = 60;
const inRow = 50;
const each = 10;

/**
 * How well a path fits to what was typed: its characters must all be there, in this order. In the file's name, in a row,
 * at the beginnings of words is better; so is a shorter path. Both in lower case.
 */
export function fuzzyMatch(query: string, path: string, nameStart: number): FuzzyMatch | undefined {
  if (query === "") return { score: -path.length, places: [] };
  const named = query.includes("/") ? undefined : tightest(query, path, nameStart);
  const places = named ?? tightest(query, path, 0);
  return places && { score: scoreOf(places, path, nameStart) + (named ? inName : 0), places };
}

/** The shortest stretch that ends where the first one does: forwards for the end, then backwards for the start. */
function tightest(query: string, path: string, from: number): number[] | undefined {
  let at = from - 1;
  for (const character of query) {
    at = path.indexOf(character, at + 1);
    if (at < 0) return undefined;
  }
  const whole = path.indexOf(query, from);
  if (whole >= 0) return Array.from(query, (_, index) => whole + index);
  const places: number[] = [];
  for (let index = query.length - 1; index >= 0; index--, at--) {
    at = path.lastIndexOf(query[index]!, at);
    places.push(at);
  }
  return places.reverse();
}

function scoreOf(places: readonly number[], path: string, nameStart: number): number {
  let score = -path.length;
  let last = -2;
  for (const place of places) {
    score += each;
    if (place === last + 1) score += inRow;
    else if (place === nameStart) score += atStart;
    else if (place === 0 || !isWordUnit(path.charCodeAt(place - 1))) score += atBoundary;
    last = place;
  }
  return score;
}

/** A letter in lower case, or a digit. */
function isWordUnit(unit: number): boolean {
  return (unit >= 0x61 && unit <= 0x7a) || (unit >= 0x30 && unit <= 0x39);
}
