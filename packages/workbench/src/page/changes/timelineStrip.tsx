import type { TimelineEntry } from "@idebridge/headless/protocol";
import { useWorkbench } from "../state/workbench.ts";
import { ClockTime } from "../ui/clockTime.tsx";
import { visible } from "../ui/visible.ts";
import { ChangeCounts } from "./changeCounts.tsx";

/** Every change of one file across prompts, the oldest first. */
export function TimelineStrip({ entries }: { readonly entries: readonly TimelineEntry[] }) {
  const { changes } = useWorkbench();
  if (entries.length < 2) return null;
  return (
    <nav class="timeline" aria-label="Timeline of the file">
      <ol>
        {entries.map(({ prompt, change }) => (
          <li key={change.id}>
            <button
              type="button"
              class={`timeline-item change-${change.state}`}
              aria-current={changes.currentId.value === change.id ? "true" : undefined}
              title={`${visible(prompt.client.name)}, ${new Date(change.changedAt).toLocaleString()}`}
              onClick={() => void changes.choose(change.id)}
            >
              <ClockTime at={change.changedAt} />
              <ChangeCounts change={change} />
            </button>
          </li>
        ))}
      </ol>
    </nav>
  );
}
