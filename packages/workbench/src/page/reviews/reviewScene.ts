import type { Review } from "@idebridge/review";
import type { DiffScene, HunkAction, HunkBar } from "../diff/diffScene.ts";
import { type ShownHunk, shownReview } from "../diff/shownReview.ts";
import { lineEndingsOnly } from "./lineEndingsOnly.ts";

const accept: HunkAction = { name: "accepted", label: "Accept", kind: "accept", key: "a" };
const reject: HunkAction = { name: "rejected", label: "Reject", kind: "reject", key: "r" };
const reset: HunkAction = { name: "undecided", label: "Undo", kind: "plain", key: "u" };

/** A review as a diff with its buttons. */
export function reviewScene(
  review: Review,
  current: number | undefined,
  unfolded: ReadonlySet<number>,
): DiffScene {
  const shown = shownReview(review);
  const total = shown.hunks.length;
  return { shown, current, unfolded, barOf: (hunk) => barOf(hunk, total, review) };
}

function barOf(place: ShownHunk, total: number, review: Review): HunkBar {
  const { hunk, number } = place;
  const name = `Hunk ${number} of ${total}`;
  const only = lineEndingsOnly(place, review) ? ", line endings only" : "";
  const actions = [
    { ...accept, isPressed: hunk.decision === "accepted" },
    { ...reject, isPressed: hunk.decision === "rejected" },
    ...(hunk.decision === "undecided" ? [] : [reset]),
  ];
  if (hunk.decision === "undecided") {
    const state = hunk.conflict ? "conflict" : "undecided";
    return { label: `${name}${hunk.conflict ? ": the file has changed here" : ""}${only}`, state, actions };
  }
  const how =
    hunk.decision === "accepted" && hunk.edited !== undefined ? "accepted as edited" : hunk.decision;
  return { label: `${name}: ${how}${only}`, state: hunk.decision, actions };
}
