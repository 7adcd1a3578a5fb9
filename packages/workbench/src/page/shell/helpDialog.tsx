import { keyLabel } from "../commands/command.ts";
import { commandsOf } from "../commands/commandsOf.ts";
import { signOut } from "../link/pageSession.ts";
import { useWorkbench } from "../state/workbench.ts";
import { Button } from "../ui/button.tsx";
import { Dialog } from "../ui/dialog.tsx";

const undoChoices = [
  { value: "0", label: "not at all: agents are told at once" },
  { value: "2", label: "for 2 seconds" },
  { value: "5", label: "for 5 seconds" },
] as const;

/** Every key, and the few settings of the page. */
export function HelpDialog() {
  const workbench = useWorkbench();
  const { view, preferences, session, notices } = workbench;
  const leave = async () => {
    await signOut();
    location.reload();
  };
  const close = () => (view.dialog.value = undefined);
  const withKeys = commandsOf(workbench).filter(({ keys }) => keys.length > 0);
  const groups = [...new Set(withKeys.map(({ group }) => group))];
  return (
    <Dialog label="Keys and settings" className="help" onClose={close}>
      <header class="dialog-head">
        <h2>Keys</h2>
        <span class="spacer" />
        <Button icon="cross" label="Close" iconOnly kind="quiet" keys="Esc" onClick={close} />
      </header>
      <div class="help-groups">
        {groups.map((group) => (
          <section key={group}>
            <h3>{group}</h3>
            <dl>
              {withKeys
                .filter((command) => command.group === group)
                .map(({ title, keys }) => (
                  <div key={title}>
                    <dt>
                      {keys.map((key) => (
                        <kbd key={key}>{keyLabel(key)}</kbd>
                      ))}
                    </dt>
                    <dd>{title}</dd>
                  </div>
                ))}
            </dl>
          </section>
        ))}
      </div>
      <h2>Settings of this browser</h2>
      <label class="setting">
        A decision can be undone
        <select
          value={preferences.undoSeconds.value}
          onChange={({ currentTarget }) =>
            (preferences.undoSeconds.value = currentTarget.value as "0" | "2" | "5")
          }
        >
          {undoChoices.map(({ value, label }) => (
            <option key={value} value={value}>
              {label}
            </option>
          ))}
        </select>
      </label>
      <p class="setting">
        This browser may enter until it signs out.
        <Button label="Sign out" onClick={() => void notices.attempt(leave)} />
      </p>
      <p class="hint">{`${session.name.value} ${session.version.value}`}</p>
    </Dialog>
  );
}
