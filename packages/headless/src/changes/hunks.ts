/** Loaded when the first change is looked at: a start without changes does not pay for it. */
const review = () => import("@idebridge/review");

export async function countChangedLines(
  before: string,
  after: string,
): Promise<{ added: number; removed: number }> {
  const { diffTexts, statistics } = await review();
  const { added, removed } = statistics(diffTexts(before, after));
  return { added, removed };
}

export type HunksReverted =
  /** `isAll`: nothing of the change is left. */
  | {
      readonly kind: "reverted";
      readonly text: string;
      readonly isAll: boolean;
      readonly hunks: readonly number[];
    }
  | { readonly kind: "conflict" }
  | { readonly kind: "unknown" };

/** Takes hunks back in the text as it is now, those that were taken back before included. */
export async function revertHunksIn(
  texts: { readonly before: string; readonly after: string; readonly current: string },
  hunks: readonly number[] | undefined,
  earlier: readonly number[],
): Promise<HunksReverted> {
  const { diffTexts, revertHunks } = await review();
  const all = diffTexts(texts.before, texts.after).map(({ id }) => id);
  if (hunks && (hunks.length === 0 || hunks.some((id) => !all.includes(id)))) return { kind: "unknown" };
  const reverted = revertHunks(texts.before, texts.after, texts.current, hunks ?? "all");
  if (reverted.kind === "conflict") return reverted;
  const gone = hunks ? [...new Set([...earlier, ...hunks])].sort((a, b) => a - b) : all;
  return { kind: "reverted", text: reverted.text, isAll: gone.length === all.length, hunks: gone };
}
