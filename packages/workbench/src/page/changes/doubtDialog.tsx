import { baseName } from "../state/session.ts";
import { useWorkbench } from "../state/workbench.ts";
import { Button } from "../ui/button.tsx";
import { Dialog } from "../ui/dialog.tsx";
import { visible } from "../ui/visible.ts";

/** A change that may be the user's own is to be taken back. */
export function DoubtDialog() {
  const { changes } = useWorkbench();
  const doubt = changes.doubt.value;
  if (!doubt) return null;
  return (
    <Dialog label="Revert" className="question" onClose={() => changes.answerDoubt(false)}>
      <h2>Revert {visible(baseName(doubt.path))}?</h2>
      <p class="hint">
        Nobody announced this change: it was made while the agent worked, by a command of it or by you.
      </p>
      <div class="dialog-actions">
        <Button label="Cancel" onClick={() => changes.answerDoubt(false)} />
        <Button kind="reject" label="Revert" onClick={() => changes.answerDoubt(true)} />
      </div>
    </Dialog>
  );
}
