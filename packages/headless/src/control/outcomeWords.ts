import type { ControlEvent } from "./controlProtocol.ts";

type ReviewOutcome = Pick<
  Extract<ControlEvent, { type: "reviewClosed" }>,
  "outcome" | "by" | "hunks" | "isEdited" | "reason"
>;

/** What became of a review, for people: "accepted 2 of 3 hunks by browser". `agent` is who had asked. */
export function outcomeWords(ended: ReviewOutcome, agent: string): string {
  if (ended.outcome === "withdrawn") return withdrawnWords(ended, agent);
  return `${decisionWords(ended)} by ${ended.by}`;
}

/** The same without who decided it. */
export function decisionWords({ outcome, hunks, isEdited }: Omit<ReviewOutcome, "by">): string {
  if (outcome !== "accepted") return outcome;
  const isPart = hunks !== undefined && hunks.accepted < hunks.total;
  const part = isPart ? ` ${hunks.accepted} of ${hunks.total} hunks` : "";
  // What is left out makes another text of it as well: only what the user wrote is an edit.
  const edited = hunks === undefined ? isEdited : hunks.edited > 0;
  return `accepted${part}${edited ? ", edited" : ""}`;
}

function withdrawnWords({ reason }: ReviewOutcome, agent: string): string {
  switch (reason) {
    case "agentLeft":
      return `not decided, as ${agent} has left`;
    case "stopped":
      return "not decided, as idebridge was stopped";
    case "takenBack":
      return `taken back by ${agent}`;
    default:
      return `answered in ${agent}`;
  }
}
