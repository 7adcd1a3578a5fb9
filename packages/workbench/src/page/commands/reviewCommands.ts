import type { Workbench } from "../state/workbench.ts";
import type { Command } from "./command.ts";

export function reviewCommands({ view, reviews, preferences }: Workbench): Command[] {
  const desk = () =>
    view.panel.value === "reviews" && view.dialog.value === undefined ? reviews.desk.value : undefined;
  const hasDiff = () => desk() !== undefined && desk()?.problem === undefined;
  const takesKeys = () => desk()?.takesKeys.value === true && !desk()?.isEditing.value;
  const current = () => (takesKeys() ? desk()?.current.value : undefined);
  const group = "Reviews";
  const decide = (decision: "accepted" | "rejected") => {
    const hunk = current();
    if (hunk !== undefined) desk()?.decideHunk(hunk, decision);
  };
  const isOnReviews = () => view.panel.value === "reviews" && view.dialog.value === undefined;
  const isOnDiffs = () =>
    (view.panel.value === "reviews" || view.panel.value === "changes") && view.dialog.value === undefined;
  return [
    {
      title: "Accept the hunk",
      keys: ["a", "y"],
      group,
      decides: true,
      isThere: hasDiff,
      run: () => decide("accepted"),
    },
    {
      title: "Reject the hunk",
      keys: ["r", "x"],
      group,
      decides: true,
      isThere: hasDiff,
      run: () => decide("rejected"),
    },
    {
      title: "Undo the last step, or the last decision",
      keys: ["u", "z"],
      group,
      isThere: isOnReviews,
      run: () => {
        const open = desk();
        if (open?.canUndo) open.undo();
        else void reviews.undoDecision();
      },
    },
    {
      title: "Send what is decided",
      keys: ["Enter", "Mod+Enter"],
      group,
      decides: true,
      isThere: hasDiff,
      run: () => {
        const open = desk()!;
        if (open.takesKeys.value) void reviews.send(open);
      },
    },
    {
      title: "Accept the whole file",
      keys: ["A"],
      group,
      decides: true,
      isThere: () => desk() !== undefined,
      run: () => void (takesKeys() && reviews.accept(desk()!)),
    },
    {
      title: "Reject the whole file",
      keys: ["R"],
      group,
      decides: true,
      isThere: () => desk() !== undefined,
      run: () => void (takesKeys() && reviews.reject(desk()!)),
    },
    { title: "Next hunk", keys: ["j", "n", "]"], group, isThere: hasDiff, run: () => desk()?.move(1) },
    { title: "Previous hunk", keys: ["k", "p", "["], group, isThere: hasDiff, run: () => desk()?.move(-1) },
    { title: "Next file", keys: ["}", "J"], group, isThere: isOnReviews, run: () => reviews.move(1) },
    { title: "Previous file", keys: ["{", "K"], group, isThere: isOnReviews, run: () => reviews.move(-1) },
    {
      title: "Edit the result",
      keys: ["e"],
      group,
      isThere: () => hasDiff() && !desk()!.isEditing.value,
      run: () => (desk()!.isEditing.value = true),
    },
    {
      title: "Stop editing",
      // Who saves by habit is not to get the browser's own dialog.
      keys: ["Escape", "Mod+S"],
      group,
      isThere: () => desk()?.isEditing.value === true,
      run: () => {
        desk()!.settle();
        desk()!.isEditing.value = false;
      },
    },
    {
      title: "Side by side, or in one column",
      keys: ["s"],
      group,
      isThere: isOnDiffs,
      run: () => (preferences.layout.value = preferences.layout.value === "split" ? "unified" : "split"),
    },
    {
      title: "Wrap long lines in one column",
      keys: ["w"],
      group,
      isThere: isOnDiffs,
      run: () => (preferences.wrap.value = preferences.wrap.value === "on" ? "off" : "on"),
    },
  ];
}
