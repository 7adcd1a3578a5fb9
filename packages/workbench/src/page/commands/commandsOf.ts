import { panelNames } from "../state/view.ts";
import type { Workbench } from "../state/workbench.ts";
import { changeCommands } from "./changeCommands.ts";
import type { Command } from "./command.ts";
import { editorCommands } from "./editorCommands.ts";
import { reviewCommands } from "./reviewCommands.ts";

/** All that can be done, in the order in which the help shows it. */
export function commandsOf(workbench: Workbench): readonly Command[] {
  const { view, session, notices } = workbench;
  const always = () => true;
  const isFree = () => view.dialog.value === undefined;
  const group = "Everywhere";
  return [
    ...panelNames.map((name, index): Command => {
      const title = `Go to ${name[0]!.toUpperCase()}${name.slice(1)}`;
      return { title, keys: [String(index + 1)], group, isThere: isFree, run: () => view.go(name) };
    }),
    {
      title: "Show the keys",
      keys: ["?", "F1"],
      group,
      isThere: isFree,
      run: () => (view.dialog.value = "help"),
    },
    {
      title: "Commands by name",
      keys: ["Mod+Shift+P"],
      group,
      isThere: isFree,
      run: () => (view.dialog.value = "commands"),
    },
    {
      title: "Pause or go on sharing what is selected",
      keys: ["Alt+P"],
      group,
      isThere: always,
      run: () => void notices.attempt(() => session.togglePaused()),
    },
    ...reviewCommands(workbench),
    ...changeCommands(workbench),
    ...editorCommands(workbench),
  ];
}
