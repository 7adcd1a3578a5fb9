import { baseName } from "../state/session.ts";
import { useWorkbench } from "../state/workbench.ts";
import { Button } from "../ui/button.tsx";
import { Dialog } from "../ui/dialog.tsx";
import { visible } from "../ui/visible.ts";

/** A document with unsaved changes is to be closed. */
export function ClosingDialog({ path }: { readonly path: string }) {
  const { documents } = useWorkbench();
  const cancel = () => (documents.closing.value = undefined);
  return (
    <Dialog label="Unsaved changes" className="question" onClose={cancel}>
      <h2>Save the changes of {visible(baseName(path))}?</h2>
      <p class="hint">They are lost otherwise.</p>
      <div class="dialog-actions">
        <Button label="Cancel" onClick={cancel} />
        <Button kind="reject" label="Discard" onClick={() => void documents.close(path, true)} />
        <Button kind="primary" label="Save" onClick={() => void documents.saveAndClose(path)} />
      </div>
    </Dialog>
  );
}
