import { Review } from "@idebridge/review";

/** Two people have changed one text: what one made of it, with all that the other changed elsewhere. */
export function mergeTexts(base: string, mine: string, theirs: string): { text: string; conflicts: number } {
  if (mine === base) return { text: theirs, conflicts: 0 };
  const { review, conflicts } = Review.start(base, mine).decide("all", "accepted").rebase(theirs);
  // Where both have changed the same lines, what is in the document already stays.
  return { text: review.resultText(), conflicts: conflicts.length };
}
