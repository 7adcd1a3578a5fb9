import type { KernelInfo } from "@idebridge/headless/protocol";
import { useWorkbench } from "../state/workbench.ts";
import { ConfirmButton } from "../ui/confirmButton.tsx";
import { EmptyState } from "../ui/emptyState.tsx";
import { visible } from "../ui/visible.ts";
import { ExecutionCard } from "./executionCard.tsx";

/** Code that agents run, with what it shows. */
export function NotebooksPanel() {
  const { executions } = useWorkbench();
  const all = executions.all.value;
  const kernels = executions.kernels.value;
  return (
    <section class="pane pane-scroll" aria-label="Notebooks">
      {kernels.length > 0 && (
        <ul class="kernels" aria-label="Kernels">
          {kernels.map((kernel) => (
            <Kernel key={kernel.notebook ?? kernel.folder} kernel={kernel} />
          ))}
        </ul>
      )}
      {all.length === 0 ? (
        <EmptyState icon="notebook" title="No code was run">
          <p>What an agent runs with its tool executeCode appears here, with text and images.</p>
        </EmptyState>
      ) : (
        <div class="executions">
          {all.map((execution) => (
            <ExecutionCard key={execution.id} execution={execution} />
          ))}
        </div>
      )}
    </section>
  );
}

function Kernel({ kernel }: { readonly kernel: KernelInfo }) {
  const { executions, session } = useWorkbench();
  const { notebook, folder, name, state } = kernel;
  return (
    <li class={`kernel kernel-${state}`}>
      <span class="live-mark" aria-hidden="true" />
      <strong>{visible(name ?? "Kernel")}</strong>
      <span class="list-note">{`${state}, for ${visible(session.shown(notebook ?? folder))}`}</span>
      <ConfirmButton
        label="Restart"
        question="What was defined is gone. Restart?"
        onConfirm={() => void executions.restart(notebook ?? folder)}
      />
    </li>
  );
}
