import { type CarriedEdit, carryOver, withEdits } from "./carryOver.ts";
import { diffTexts } from "./diffTexts.ts";
import type { Hunk } from "./hunk.ts";
import { splitLines } from "./lines.ts";

export type Reverted =
  /** `already`: hunks that somebody had undone before. */
  | { readonly kind: "reverted"; readonly text: string; readonly already: readonly number[] }
  /** These hunks have been changed since; nothing is reverted. */
  | { readonly kind: "conflict"; readonly conflicts: readonly number[] };

/**
 * Undoes hunks of `diffTexts(before, after)` in the text as it is now. Replaces only lines that still are as `after`
 * has them: what the user has changed since is kept, or is a conflict.
 */
export function revertHunks(
  before: string,
  after: string,
  current: string,
  which: readonly number[] | "all",
): Reverted {
  const hunks = diffTexts(before, after);
  const chosen = which === "all" ? hunks.map(({ id }) => id) : which;
  const wanted = new Set(chosen.map((id) => indexOf(hunks, id)));
  const beforeLines = splitLines(before);
  const currentLines = splitLines(current);
  const edits = hunks.map((hunk) => ({
    range: hunk.after,
    lines: beforeLines.slice(hunk.before.start, hunk.before.end),
  }));
  const carried = carryOver(splitLines(after), currentLines, edits, (edit) => wanted.has(edit));
  const idsOf = (wantedKind: CarriedEdit["kind"]): number[] =>
    carried.flatMap(({ kind, edits: members }) =>
      kind === wantedKind ? members.map((edit) => hunks[edit]!.id) : [],
    );
  const conflicts = idsOf("conflict");
  if (conflicts.length > 0) return { kind: "conflict", conflicts };
  const clean = carried.filter(({ kind }) => kind === "clean");
  const text = withEdits(currentLines, { start: 0, end: currentLines.length }, clean).join("");
  return { kind: "reverted", text, already: idsOf("applied") };
}

function indexOf(hunks: readonly Hunk[], id: number): number {
  const index = hunks.findIndex((hunk) => hunk.id === id);
  if (index < 0) throw new RangeError(`No hunk ${id}`);
  return index;
}
