import type { Review } from "@idebridge/review";
import type { Subject } from "../screenState.ts";

/** How a review stands. */
export interface Tally {
  readonly total: number;
  readonly accepted: number;
  readonly rejected: number;
  readonly undecided: number;
  readonly edited: number;
  /** Hunks that meet a change on disk and have no decision. */
  readonly conflicts: number;
}

export function tallyOf({ hunks }: Review): Tally {
  const count = (decision: string) => hunks.filter((hunk) => hunk.decision === decision).length;
  return {
    total: hunks.length,
    accepted: count("accepted"),
    rejected: count("rejected"),
    undecided: count("undecided"),
    edited: hunks.filter(({ edited, decision }) => edited !== undefined && decision === "accepted").length,
    conflicts: hunks.filter(({ conflict, decision }) => conflict && decision === "undecided").length,
  };
}

/** What the key that sends the decision would do now. */
export function sendLabel(
  { total, accepted, rejected, undecided, edited }: Tally,
  kind: Subject["kind"],
): string {
  const isReview = kind === "review";
  if (rejected === 0 && accepted === 0) return isReview ? "accept file" : "keep file";
  if (undecided > 0)
    return isReview ? `accept ${accepted} of ${total}…` : `take back ${rejected} of ${total}…`;
  if (accepted === 0) return isReview ? "reject: no hunk is accepted" : "take back all";
  if (isReview) {
    const how = edited > 0 ? ", edited" : "";
    return rejected === 0 ? `accept file${how}` : `accept ${accepted} of ${total} hunks${how}`;
  }
  return rejected === 0 ? "keep file" : `take back ${rejected} of ${total} hunks`;
}
