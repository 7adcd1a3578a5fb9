import { useMemo, useState } from "preact/hooks";
import { type Command, keyLabel } from "../commands/command.ts";
import { commandsOf } from "../commands/commandsOf.ts";
import { useWorkbench } from "../state/workbench.ts";
import { Chooser } from "../ui/chooser.tsx";

/** Everything that can be done now, by name. */
export function CommandPalette() {
  const workbench = useWorkbench();
  const [query, setQuery] = useState("");
  const all = useMemo(() => {
    // What can be done is what could be done without this dialog.
    const dialog = workbench.view.dialog.peek();
    workbench.view.dialog.value = undefined;
    const there = commandsOf(workbench).filter((command) => command.isThere());
    workbench.view.dialog.value = dialog;
    return there;
  }, []);
  const choices = useMemo(() => all.filter(({ title }) => fits(title, query)), [query]);
  const close = () => (workbench.view.dialog.value = undefined);
  return (
    <Chooser<Command>
      label="Commands"
      placeholder="What to do"
      choices={choices}
      keyOf={({ title, group }) => `${group} ${title}`}
      draw={({ title, group, keys }) => (
        <>
          <span class="list-note">{group}</span>
          <span class="ellipsis">{title}</span>
          <span class="spacer" />
          {keys[0] !== undefined && <kbd>{keyLabel(keys[0])}</kbd>}
        </>
      )}
      note={`${choices.length} commands`}
      onQuery={setQuery}
      onClose={close}
      onChoose={(command) => {
        close();
        command.run();
      }}
    />
  );
}

function fits(title: string, query: string): boolean {
  const lower = title.toLowerCase();
  return query
    .toLowerCase()
    .split(/\s+/)
    .every((word) => lower.includes(word));
}
