import type { DiffScene, HunkAction } from "../diff/diffScene.ts";
import { shownReview } from "../diff/shownReview.ts";
import type { ChangeDesk } from "../state/changeDesk.ts";

const keep: HunkAction = { name: "keep", label: "Keep", kind: "accept", key: "a" };
const revert: HunkAction = { name: "revert", label: "Revert", kind: "reject", key: "r" };

/** What an agent has written, as a diff: each hunk can be taken back. */
export function changeScene(desk: ChangeDesk): DiffScene {
  const review = desk.review.value;
  const total = review.hunks.length;
  const canRevert = desk.texts.change.notRevertible === undefined;
  return {
    shown: shownReview(review),
    current: desk.current.value,
    unfolded: desk.unfolded.value,
    barOf({ hunk, number }) {
      const name = `Hunk ${number} of ${total}`;
      if (hunk.decision === "rejected") return { label: `${name}: reverted`, state: "rejected", actions: [] };
      if (desk.conflicts.has(hunk.id)) {
        return { label: `${name}: changed again since`, state: "conflict", actions: [] };
      }
      const isKept = hunk.decision === "accepted";
      const actions = [{ ...keep, isPressed: isKept }, ...(canRevert ? [revert] : [])];
      return { label: isKept ? `${name}: kept` : name, state: isKept ? "accepted" : "undecided", actions };
    },
  };
}
