import { shellWord } from "@idebridge/headless/protocol";
import { useWorkbench } from "../state/workbench.ts";
import { EmptyState } from "./emptyState.tsx";
import { visible } from "./visible.ts";

/** For the first time: how an agent gets here. */
export function NoAgent() {
  const { session } = useWorkbench();
  return (
    <EmptyState icon="plug" title="No agent is connected">
      <p>In another terminal, in this folder:</p>
      <pre class="command">
        <code>{`cd ${visible(shellWord(session.folder.value))}\nclaude --ide`}</code>
      </pre>
      <p class="hint">
        Nothing happens? <code>idebridge doctor</code> finds out why.
      </p>
    </EmptyState>
  );
}
