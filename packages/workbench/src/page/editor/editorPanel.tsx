import { counted } from "@idebridge/headless/protocol";
import { useEffect } from "preact/hooks";
import { keyLabel } from "../commands/command.ts";
import { useWorkbench } from "../state/workbench.ts";
import { Button } from "../ui/button.tsx";
import { EmptyState } from "../ui/emptyState.tsx";
import { visible } from "../ui/visible.ts";
import { ClosingDialog } from "./closingDialog.tsx";
import { CodePane } from "./codePane.tsx";
import { DiskNote } from "./diskNote.tsx";
import { FileTreePane } from "./fileTreePane.tsx";
import { ProblemsPane } from "./problemsPane.tsx";
import { TabStrip } from "./tabStrip.tsx";

/** Files to look at and to change; what is selected here is what agents see. */
export function EditorPanel() {
  const { documents, view, tree, problems } = useWorkbench();
  useEffect(() => {
    const look = () => void tree.refresh();
    addEventListener("focus", look);
    look();
    return () => removeEventListener("focus", look);
  }, []);
  const text = documents.text.value;
  const isTreeOnly = view.isNarrow.value && (view.isListShown.value || !text);
  return (
    <div class="columns">
      {(!view.isNarrow.value || isTreeOnly) && <FileTreePane />}
      {!isTreeOnly && (
        <section class="pane" aria-label="Editor">
          <TabStrip />
          {text ? (
            <>
              <DiskNote />
              <CodePane key={text.path} text={text} />
              {problems.isShown.value && <ProblemsPane />}
              <EditorFoot />
            </>
          ) : (
            <EmptyState icon="editor" title="No file is open">
              <p>
                <kbd>{keyLabel("Mod+P")}</kbd> goes to a file by its name.
              </p>
              <p class="hint">What you select in a file is what the agent sees.</p>
            </EmptyState>
          )}
        </section>
      )}
      {documents.closing.value !== undefined && <ClosingDialog path={documents.closing.value} />}
    </div>
  );
}

function EditorFoot() {
  const { documents, session, view, problems } = useWorkbench();
  const { errors, warnings } = problems.counts.value;
  const lines = documents.selectedLines.value;
  const path = documents.activePath.value ?? "";
  const selected = lines === undefined ? undefined : lines.last - lines.first + 1;
  return (
    <footer class="pane-foot editor-foot">
      {view.isNarrow.value && (
        <Button
          icon="left"
          label="Files"
          iconOnly
          kind="quiet"
          onClick={() => (view.isListShown.value = true)}
        />
      )}
      <span class="pane-note foot-path">{visible(session.shown(path))}</span>
      <span class="spacer" />
      <button
        type="button"
        class="foot-button"
        aria-expanded={problems.isShown.value}
        title={`Problems (${keyLabel("Alt+M")})`}
        onClick={() => (problems.isShown.value = !problems.isShown.value)}
      >
        {`${counted(errors, "error")}, ${counted(warnings, "warning")}`}
      </button>
      <Button
        icon="at"
        label={selected === undefined ? "Mention file" : `Mention ${counted(selected, "line")}`}
        keys={keyLabel("Alt+K")}
        onClick={() => void documents.mention()}
      />
      <Button
        icon="save"
        label="Save"
        keys={keyLabel("Mod+S")}
        disabled={documents.active.value?.isDirty !== true}
        onClick={() => void documents.save()}
      />
    </footer>
  );
}
