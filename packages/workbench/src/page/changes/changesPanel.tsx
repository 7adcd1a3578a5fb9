import { useWorkbench } from "../state/workbench.ts";
import { EmptyState } from "../ui/emptyState.tsx";
import { NoAgent } from "../ui/noAgent.tsx";
import { visible } from "../ui/visible.ts";
import { ChangePane } from "./changePane.tsx";
import { DoubtDialog } from "./doubtDialog.tsx";
import { PromptList } from "./promptList.tsx";

/** What agents wrote without asking. */
export function ChangesPanel() {
  const { changes, view } = useWorkbench();
  const desk = changes.desk.value;
  const hasList = changes.prompts.value.length > 0;
  const isListOnly = view.isNarrow.value && (view.isListShown.value || !desk);
  const isPaneOnly = view.isNarrow.value && !isListOnly;
  return (
    <div class="columns">
      {hasList && !isPaneOnly && <PromptList />}
      {desk && !isListOnly && <ChangePane desk={desk} />}
      <DoubtDialog />
      {!desk && !(isListOnly && hasList) && (
        <div class="pane">
          <NoChanges />
        </div>
      )}
    </div>
  );
}

function NoChanges() {
  const { changes, session } = useWorkbench();
  if (changes.problem.value !== undefined) {
    return (
      <EmptyState icon="changes" title="Changes are not recorded">
        <p>{visible(changes.problem.value)}</p>
      </EmptyState>
    );
  }
  if (session.clients.value.length === 0) return <NoAgent />;
  return (
    <EmptyState icon="changes" title="No changes yet">
      <p>
        What an agent writes without asking appears here as it happens, prompt by prompt. Each hunk can be
        taken back.
      </p>
    </EmptyState>
  );
}
