import { baseName } from "../state/session.ts";
import { useWorkbench } from "../state/workbench.ts";
import { Button } from "../ui/button.tsx";
import { visible } from "../ui/visible.ts";
import { LinkNote } from "./linkNote.tsx";
import { SharingNote } from "./sharingNote.tsx";

export function TopBar() {
  const { session, view, link } = useWorkbench();
  const folder = session.folder.value;
  return (
    <header class="top-bar">
      <h1 class="top-title" title={visible(folder)}>
        <span class="mark" aria-hidden="true" />
        <span class="ellipsis">{visible(baseName(folder)) || "idebridge"}</span>
      </h1>
      <LinkNote />
      <span class="spacer" />
      {link.state.value.kind === "online" && <SharingNote />}
      <Button
        icon="help"
        label="Keys and settings"
        iconOnly
        kind="quiet"
        keys="?"
        onClick={() => (view.dialog.value = "help")}
      />
    </header>
  );
}
