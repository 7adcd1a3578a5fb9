import { effect } from "@preact/signals";
import type { ComponentType } from "preact";
import { useEffect, useLayoutEffect } from "preact/hooks";
import { ChangesPanel } from "./changes/changesPanel.tsx";
import { ClientsPanel } from "./clients/clientsPanel.tsx";
import { commandsOf } from "./commands/commandsOf.ts";
import { listenToKeys } from "./commands/keyboard.ts";
import { EditorPanel } from "./editor/editorPanel.tsx";
import { QuickOpen } from "./editor/quickOpen.tsx";
import { NotebooksPanel } from "./notebooks/notebooksPanel.tsx";
import { ReviewsPanel } from "./reviews/reviewsPanel.tsx";
import { CommandPalette } from "./shell/commandPalette.tsx";
import { HelpDialog } from "./shell/helpDialog.tsx";
import { Navigation } from "./shell/navigation.tsx";
import { Toasts } from "./shell/toasts.tsx";
import { TopBar } from "./shell/topBar.tsx";
import { baseName } from "./state/session.ts";
import type { PanelName } from "./state/view.ts";
import { useWorkbench } from "./state/workbench.ts";
import { TrafficPanel } from "./traffic/trafficPanel.tsx";

const panels: Readonly<Record<PanelName, ComponentType>> = {
  reviews: ReviewsPanel,
  changes: ChangesPanel,
  editor: EditorPanel,
  notebooks: NotebooksPanel,
  clients: ClientsPanel,
  traffic: TrafficPanel,
};

export function App() {
  const workbench = useWorkbench();
  const { view, reviews, session } = workbench;
  // With the first look at the page, not some time after: what is pressed then would be lost.
  useLayoutEffect(() => listenToKeys(() => commandsOf(workbench)), [workbench]);
  useEffect(
    () =>
      effect(() => {
        const waiting = reviews.open.value.length;
        const folder = baseName(session.folder.value) || "idebridge";
        document.title = waiting > 0 ? `(${waiting}) ${folder}` : `${folder} · idebridge`;
      }),
    [workbench],
  );
  const name = view.panel.value;
  const Panel = panels[name];
  return (
    <>
      <TopBar />
      <Navigation />
      <main class="panel" id="panel" aria-label={name} tabIndex={-1}>
        <Panel />
      </main>
      <Toasts />
      {view.dialog.value === "help" && <HelpDialog />}
      {view.dialog.value === "quickOpen" && <QuickOpen />}
      {view.dialog.value === "commands" && <CommandPalette />}
    </>
  );
}
