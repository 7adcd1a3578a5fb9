import type { AcceptedHunks, FileChange } from "@idebridge/headless";
import { type Hunk, type Review, splitLines } from "@idebridge/review";
import type { Subject } from "../screenState.ts";

/** How a review stands. */
export interface Tally {
  readonly total: number;
  readonly accepted: number;
  readonly rejected: number;
  readonly undecided: number;
  readonly edited: number;
  /** Lines, if all hunks were accepted as they are now. */
  readonly added: number;
  readonly removed: number;
  /** Hunks that meet a change on disk and have no decision since. */
  readonly conflicts: number;
}

const known = new WeakMap<Review, Tally>();

/** Counted once for each review: every frame shows it. */
export function tallyOf(review: Review): Tally {
  const tally = known.get(review) ?? count(review);
  known.set(review, tally);
  return tally;
}

function count({ hunks, openConflicts }: Review): Tally {
  const decided = (decision: string) => hunks.filter((hunk) => hunk.decision === decision).length;
  return {
    total: hunks.length,
    accepted: decided("accepted"),
    rejected: decided("rejected"),
    undecided: decided("undecided"),
    edited: hunks.filter(({ edited, decision }) => edited !== undefined && decision === "accepted").length,
    added: hunks.reduce((sum, { after, edited }) => sum + linesOf(after, edited), 0),
    removed: hunks.reduce((sum, { before }) => sum + before.end - before.start, 0),
    conflicts: openConflicts.length,
  };
}

function linesOf({ start, end }: Hunk["after"], edited: string | undefined): number {
  return edited === undefined ? end - start : splitLines(edited).length;
}

/** As it is told to the others. */
export function acceptedOf(review: Review): AcceptedHunks {
  const { accepted, total, edited } = tallyOf(review);
  return { accepted, total, edited };
}

/** What the key that sends the decision would do now. */
export function sendLabel(tally: Tally, subject: Subject): string {
  return subject.kind === "review" ? reviewLabel(tally) : changeLabel(tally, subject.change);
}

function reviewLabel({ total, accepted, rejected, undecided, edited }: Tally): string {
  if (rejected === 0 && accepted === 0) return "accept file";
  if (undecided > 0) return `accept ${accepted} of ${total}…`;
  if (accepted === 0) return "reject: no hunk is accepted";
  const how = edited > 0 ? ", edited" : "";
  return rejected === 0 ? `accept file${how}` : `accept ${accepted} of ${total} hunks${how}`;
}

/** Hunks that were taken back before do not count. */
function changeLabel(tally: Tally, { revertedHunks = [] }: FileChange): string {
  const total = tally.total - revertedHunks.length;
  const rejected = tally.rejected - revertedHunks.length;
  if (rejected === 0) return "keep file";
  if (tally.undecided > 0) return `take back ${rejected} of ${total}…`;
  return tally.accepted === 0 ? "take back all" : `take back ${rejected} of ${total} hunks`;
}
