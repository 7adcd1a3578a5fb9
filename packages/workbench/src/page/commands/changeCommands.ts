import type { Workbench } from "../state/workbench.ts";
import type { Command } from "./command.ts";

export function changeCommands({ view, changes }: Workbench): Command[] {
  const isAsked = () => view.dialog.value !== undefined || changes.doubt.value !== undefined;
  const desk = () => (view.panel.value === "changes" && !isAsked() ? changes.desk.value : undefined);
  const isThere = () => desk() !== undefined;
  const canRevert = () => isThere() && desk()?.texts.change.notRevertible === undefined;
  const group = "Changes";
  return [
    {
      title: "Keep the hunk",
      keys: ["a", "y"],
      group,
      decides: true,
      isThere,
      run: () => {
        const hunk = desk()!.current.value;
        if (hunk !== undefined) void changes.keepHunk(desk()!, hunk);
      },
    },
    {
      title: "Keep the file",
      keys: ["A"],
      group,
      decides: true,
      isThere,
      run: () => void changes.keep(desk()!.id),
    },
    {
      title: "Revert the hunk",
      keys: ["r", "x"],
      group,
      decides: true,
      isThere: canRevert,
      run: () => {
        const { id, current, texts } = desk()!;
        if (current.value !== undefined)
          void changes.revert(id, { hunks: [current.value], changedAt: texts.change.changedAt });
      },
    },
    {
      title: "Revert the file",
      keys: ["R"],
      group,
      decides: true,
      isThere: canRevert,
      run: () => void changes.revertFile(desk()!.texts.change),
    },
    { title: "Next hunk", keys: ["j", "n", "]"], group, isThere, run: () => desk()!.move(1) },
    { title: "Previous hunk", keys: ["k", "p", "["], group, isThere, run: () => desk()!.move(-1) },
    { title: "Next file", keys: ["}", "J"], group, isThere, run: () => changes.move(1) },
    { title: "Previous file", keys: ["{", "K"], group, isThere, run: () => changes.move(-1) },
  ];
}
