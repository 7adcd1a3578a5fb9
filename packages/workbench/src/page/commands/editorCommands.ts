import type { Workbench } from "../state/workbench.ts";
import type { Command } from "./command.ts";

export function editorCommands({ view, documents, problems, commandTarget }: Workbench): Command[] {
  const isThere = () =>
    view.panel.value === "editor" && view.dialog.value === undefined && documents.text.value !== undefined;
  const group = "Editor";
  return [
    {
      title: "Go to file",
      keys: ["Mod+P"],
      group,
      isThere: () => view.dialog.value === undefined,
      run: () => (view.dialog.value = "quickOpen"),
    },
    { title: "Save", keys: ["Mod+S"], group, isThere, run: () => void documents.save() },
    { title: "Find in the file", keys: ["Mod+F"], group, isThere, run: () => commandTarget.editor?.find() },
    { title: "Go to line", keys: ["Mod+G"], group, isThere, run: () => commandTarget.editor?.askForLine() },
    {
      title: "Mention what is selected",
      keys: ["Alt+K"],
      group,
      isThere,
      run: () => void documents.mention(),
    },
    {
      title: "Go to definition",
      keys: ["F12"],
      group,
      isThere,
      run: () => commandTarget.editor?.goToDefinition(),
    },
    { title: "Format", keys: ["Alt+Shift+F"], group, isThere, run: () => void documents.format() },
    {
      title: "Show or hide problems",
      keys: ["Alt+M"],
      group,
      isThere,
      run: () => (problems.isShown.value = !problems.isShown.value),
    },
    {
      title: "Close the file",
      keys: ["Alt+W"],
      group,
      isThere,
      run: () => void documents.close(documents.activePath.value!),
    },
  ];
}
