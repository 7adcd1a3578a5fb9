import type { Edit } from "./carryOver.ts";

/** How often the search may turn back, for each edit on average, before it gives up. */
const triesPerEdit = 8;

/**
 * If `changed` is `base` with some of the edits applied and nothing else: which. A diff could not tell that as
 * surely, since equal lines can be matched in several ways.
 */
export function subsetApplied(
  base: readonly string[],
  changed: readonly string[],
  edits: readonly Edit[],
): ReadonlySet<number> | undefined {
  /** One choice for each edit so far; `at`: the line of `changed` where the edit begins. */
  const path: { readonly at: number; readonly applied: boolean; readonly isSecond: boolean }[] = [];
  const deadEnds = new Set<string>();
  let tries = 100 + triesPerEdit * edits.length;
  let at = pass(base, 0, edits[0]?.range.start ?? base.length, 0);

  while (at === undefined || path.length < edits.length) {
    if (tries-- === 0) return undefined;
    if (at !== undefined && !deadEnds.has(`${path.length} ${at}`)) {
      path.push({ at, applied: false, isSecond: false });
    } else {
      let last = path.pop();
      while (last?.isSecond) {
        deadEnds.add(`${path.length} ${last.at}`);
        last = path.pop();
      }
      if (!last) return undefined;
      path.push({ at: last.at, applied: true, isSecond: true });
    }
    at = afterLastChoice();
  }
  return new Set(path.flatMap(({ applied }, edit) => (applied ? [edit] : [])));

  /** Past the edit last chosen for and the unchanged lines that follow it. */
  function afterLastChoice(): number | undefined {
    const choice = path.at(-1)!;
    const { range, lines } = edits[path.length - 1]!;
    const end = choice.applied
      ? pass(lines, 0, lines.length, choice.at)
      : pass(base, range.start, range.end, choice.at);
    return end === undefined
      ? undefined
      : pass(base, range.end, edits[path.length]?.range.start ?? base.length, end);
  }

  /** If these lines stand at this place of `changed`: the place after them. The last lines must end the text. */
  function pass(lines: readonly string[], start: number, end: number, place: number): number | undefined {
    const after = place + end - start;
    const isLast = lines === base && end === base.length && path.length === edits.length;
    if (isLast && after !== changed.length) return undefined;
    for (let i = start; i < end; i++) if (lines[i] !== changed[place + i - start]) return undefined;
    return after;
  }
}
