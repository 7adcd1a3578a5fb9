import type { DocumentInfo } from "@idebridge/headless/protocol";
import { baseName } from "../state/session.ts";
import { useWorkbench } from "../state/workbench.ts";
import { Icon } from "../ui/icon.tsx";
import { visible } from "../ui/visible.ts";

/** The open documents. */
export function TabStrip() {
  const { documents } = useWorkbench();
  const open = documents.open.value;
  const moved = (event: KeyboardEvent, index: number) => {
    const by = event.key === "ArrowRight" ? 1 : event.key === "ArrowLeft" ? -1 : 0;
    const next = open[index + by];
    if (by === 0 || !next) return;
    event.preventDefault();
    void documents.choose(next.path);
    const tabs = (event.currentTarget as HTMLElement)
      .closest("[role=tablist]")
      ?.querySelectorAll<HTMLElement>("[role=tab]");
    tabs?.[index + by]?.focus();
  };
  if (open.length === 0) return null;
  return (
    <div class="tabs-row">
      <div class="tabs" role="tablist" aria-label="Open files">
        {open.map((document, index) => (
          <Tab key={document.path} document={document} onMove={(event) => moved(event, index)} />
        ))}
      </div>
    </div>
  );
}

function Tab({
  document,
  onMove,
}: {
  readonly document: DocumentInfo;
  readonly onMove: (event: KeyboardEvent) => void;
}) {
  const { documents, session } = useWorkbench();
  const { path, isDirty, onDisk } = document;
  const isActive = documents.activePath.value === path;
  const name = visible(baseName(path));
  const state =
    onDisk === "deleted" ? "deleted" : onDisk === "changed" ? "changed on disk" : isDirty ? "not saved" : "";
  return (
    <div class={`tab${isActive ? " is-active" : ""}${onDisk === "deleted" ? " is-deleted" : ""}`}>
      <button
        type="button"
        role="tab"
        aria-selected={isActive}
        aria-label={state === "" ? name : `${name}, ${state}`}
        tabIndex={isActive ? 0 : -1}
        title={visible(session.shown(path))}
        onClick={() => void documents.choose(path)}
        onKeyDown={onMove}
        onAuxClick={(event) => event.button === 1 && void documents.close(path)}
      >
        <bdi>{name}</bdi>
      </button>
      <button
        type="button"
        class="tab-close"
        tabIndex={-1}
        aria-hidden="true"
        title="Close"
        onClick={() => void documents.close(path)}
      >
        {isDirty && <span class="dirty-mark" />}
        <Icon name="cross" />
      </button>
    </div>
  );
}
