import { offsetAt, positionAt, type Range } from "@idebridge/sdk";

/** One place of a text that is replaced, in offsets of the text before. */
export interface TextChange {
  readonly start: number;
  readonly end: number;
  readonly text: string;
}

/** In characters of both texts. Above this, small changes are not worth the time that finding them takes. */
const exactUpTo = 2_000_000;

/** The changes that make one text out of another, in order: small, so that a cursor beside them stays where it is. */
export async function changesBetween(before: string, after: string): Promise<readonly TextChange[]> {
  if (before === after) return [];
  if (before.length + after.length > exactUpTo) return withoutCommonEnds(before, after, 0);
  const { diffTexts, splitLines } = await import("@idebridge/review");
  const [old, now] = [splitLines(before), splitLines(after)];
  const changes: TextChange[] = [];
  let line = 0;
  let offset = 0;
  const advanceTo = (wanted: number) => {
    while (line < wanted) offset += old[line++]!.length;
  };
  for (const hunk of diffTexts(before, after)) {
    advanceTo(hunk.before.start);
    const from = old.slice(hunk.before.start, hunk.before.end).join("");
    const to = now.slice(hunk.after.start, hunk.after.end).join("");
    changes.push(...smallChanges(from, to, offset));
  }
  return changes;
}

/** Where an offset is after the changes. One inside of what is replaced stays as far from its start as it can. */
export function movedOffset(offset: number, changes: readonly TextChange[]): number {
  let shift = 0;
  for (const { start, end, text } of changes) {
    if (offset < start) break;
    if (offset < end) return start + shift + Math.min(offset - start, text.length);
    shift += text.length - (end - start);
  }
  return offset + shift;
}

/** The same for a range of a text, in the text after. */
export function movedRange(
  before: string,
  { start, end }: Range,
  after: string,
  changes: readonly TextChange[],
): Range {
  const [from, to] = [start, end].map((position) => movedOffset(offsetAt(before, position), changes));
  return { start: positionAt(after, from!), end: positionAt(after, to!) };
}

/**
 * Formatters move what they find, and add or take away a comma here and a bracket there: as long as that is all,
 * each such place is a change of its own. The first that is more, and all behind it, is one.
 */
function smallChanges(before: string, after: string, offset: number): readonly TextChange[] {
  const changes: TextChange[] = [];
  let [i, j] = [0, 0];
  const replace = (endOfOld: number, endOfNew: number) => {
    changes.push({ start: offset + i, end: offset + endOfOld, text: after.slice(j, endOfNew) });
    [i, j] = [endOfOld, endOfNew];
  };
  while (i < before.length && j < after.length) {
    if (before[i] === after[j]) {
      i++;
      j++;
      continue;
    }
    const [spaceInOld, spaceInNew] = [endOfSpace(before, i), endOfSpace(after, j)];
    if (spaceInOld > i || spaceInNew > j) replace(spaceInOld, spaceInNew);
    else if (isHalf(before, i) || isHalf(after, j)) break;
    else if (before[i] === after[endOfSpace(after, j + 1)]) replace(i, j + 1);
    else if (before[endOfSpace(before, i + 1)] === after[j]) replace(i + 1, j);
    else if (before[i + 1] === after[j + 1]) replace(i + 1, j + 1);
    else break;
  }
  // Never between the two halves of a character.
  if (i > 0 && isHighSurrogate(before.charCodeAt(i - 1))) {
    i--;
    j--;
  }
  return [...changes, ...withoutCommonEnds(before.slice(i), after.slice(j), offset + i)];
}

function endOfSpace(text: string, from: number): number {
  let end = from;
  while (end < text.length && /\s/.test(text[end]!)) end++;
  return end;
}

function withoutCommonEnds(before: string, after: string, offset: number): readonly TextChange[] {
  if (before === after) return [];
  const shorter = Math.min(before.length, after.length);
  let head = 0;
  while (head < shorter && before[head] === after[head]) head++;
  if (head > 0 && isHighSurrogate(before.charCodeAt(head - 1))) head--;
  let tail = 0;
  while (tail < shorter - head && before.at(-1 - tail) === after.at(-1 - tail)) tail++;
  if (tail > 0 && isLowSurrogate(before.charCodeAt(before.length - tail))) tail--;
  return [
    {
      start: offset + head,
      end: offset + before.length - tail,
      text: after.slice(head, after.length - tail),
    },
  ];
}

/** A character of two units, of which one alone must not be replaced. */
function isHalf(text: string, at: number): boolean {
  return text.charCodeAt(at) >= 0xd800 && text.charCodeAt(at) < 0xe000;
}

function isHighSurrogate(unit: number): boolean {
  return unit >= 0xd800 && unit < 0xdc00;
}

function isLowSurrogate(unit: number): boolean {
  return unit >= 0xdc00 && unit < 0xe000;
}
