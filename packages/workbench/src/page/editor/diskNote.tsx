import { useWorkbench } from "../state/workbench.ts";
import { Icon } from "../ui/icon.tsx";

/** The file is not what the document was read from: the user says which one counts. */
export function DiskNote() {
  const { documents } = useWorkbench();
  const document = documents.active.value;
  if (!document || document.onDisk === "unchanged") return null;
  const { path, onDisk, isDirty } = document;
  if (onDisk === "deleted") {
    return (
      <div class="note" role="alert">
        <Icon name="warning" />
        <span>The file was deleted. What you see here is kept until you close it.</span>
        <button type="button" class="link-button" onClick={() => void documents.save(true)}>
          Create it again
        </button>
      </div>
    );
  }
  return (
    <div class="note" role="alert">
      <Icon name="warning" />
      <span>
        {isDirty
          ? "The file has changed on disk, and you have changed it here."
          : "The file has changed on disk."}
      </span>
      <button type="button" class="link-button" onClick={() => void documents.save(true)}>
        Overwrite it with mine
      </button>
      <button type="button" class="link-button" onClick={() => void documents.revert(path)}>
        Take the one on disk
      </button>
    </div>
  );
}
