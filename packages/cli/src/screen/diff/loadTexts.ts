import type { ControlClient, ReviewTexts } from "@idebridge/headless";
import { type Hunk, Review } from "@idebridge/review";
import type { Loaded } from "../messages.ts";

/** Compares two texts, or takes what is known of their difference. `undefined`: that will take a while. */
export type Compare = (before: string, after: string, hunks?: readonly Hunk[]) => Review | undefined;

/** Reads the texts of a review or of a change. */
export async function loadTexts(control: ControlClient, key: string, compare: Compare): Promise<Loaded> {
  const [kind, id = ""] = [key.slice(0, key.indexOf(":")), key.slice(key.indexOf(":") + 1)];
  return kind === "review" ? loadReview(control, Number(id), compare) : loadChange(control, id, compare);
}

async function loadReview(control: ControlClient, id: number, compare: Compare): Promise<Loaded> {
  return loadedReview(await control.request("reviews/read", { id }), compare);
}

export function loadedReview(texts: ReviewTexts, compare: Compare): Loaded {
  const { review, proposal, base, original, hunks, draft } = texts;
  if (review.problem !== undefined) {
    // The path is in the heading.
    const why = review.problem.replaceAll(proposal.oldPath, "It");
    return { kind: "opaque", why, proposed: proposal.contents };
  }
  const [before, after] = [base ?? "", proposal.contents];
  const compared = draft ? Review.from(draft) : compare(before, after, hunks);
  return { kind: "texts", before, after, present: original ?? "", ...(compared && { review: compared }) };
}

async function loadChange(control: ControlClient, id: string, compare: Compare): Promise<Loaded> {
  const { change, before, after, current } = await control.request("changes/read", { id });
  const isMissing =
    (before === undefined && change.kind !== "created") || (after === undefined && change.kind !== "deleted");
  if (isMissing) {
    return {
      kind: "opaque",
      why: change.notRevertible ?? "The texts are not recorded any more",
      proposed: after,
      change,
    };
  }
  const texts = { before: before ?? "", after: after ?? "" };
  const compared = compare(texts.before, texts.after);
  const isStale = change.state === "unseen" && current !== after;
  return { kind: "texts", ...texts, change, isStale, ...(compared && { review: compared }) };
}
