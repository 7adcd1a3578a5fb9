import type { TrafficFilter } from "../state/traffic.ts";
import { useWorkbench } from "../state/workbench.ts";
import { Button } from "../ui/button.tsx";
import { EmptyState } from "../ui/emptyState.tsx";
import { saveFile } from "../ui/saveFile.ts";
import { MessagePane } from "./messagePane.tsx";
import { MessageTable } from "./messageTable.tsx";

const filters: readonly { readonly value: TrafficFilter; readonly label: string }[] = [
  { value: "all", label: "All messages" },
  { value: "fromAgent", label: "From agents" },
  { value: "toAgent", label: "To agents" },
  { value: "errors", label: "Errors" },
  { value: "slow", label: "Slow answers" },
];

/** The messages between agents and idebridge, as they go by. */
export function TrafficPanel() {
  const { traffic } = useWorkbench();
  const shown = traffic.shown.value;
  const all = traffic.messages.value;
  const chosen = all.find(({ id }) => id === traffic.chosen.value);
  const isFrozen = traffic.isFrozen.value;
  return (
    <section class="pane" aria-label="Traffic">
      <header class="pane-head pane-tools">
        <input
          class="field"
          type="search"
          placeholder="Search"
          aria-label="Search in messages"
          value={traffic.query.value}
          onInput={({ currentTarget }) => (traffic.query.value = currentTarget.value)}
        />
        <select
          aria-label="Which messages"
          value={traffic.filter.value}
          onChange={({ currentTarget }) => (traffic.filter.value = currentTarget.value as TrafficFilter)}
        >
          {filters.map(({ value, label }) => (
            <option key={value} value={value}>
              {label}
            </option>
          ))}
        </select>
        <span class="pane-note" role="status">
          {shown.length === all.length
            ? `${all.length} messages`
            : `${shown.length} of ${all.length} messages`}
        </span>
        <span class="spacer" />
        <Button
          icon={isFrozen ? "play" : "pause"}
          label={isFrozen ? "Go on" : "Pause"}
          kind="quiet"
          pressed={isFrozen}
          onClick={() => traffic.freeze(!isFrozen)}
        />
        <Button icon="clear" label="Clear" kind="quiet" onClick={() => traffic.clear()} />
        <Button
          icon="download"
          label="Export"
          kind="quiet"
          disabled={shown.length === 0}
          onClick={() => saveFile("idebridge-traffic.json", JSON.stringify(shown, null, 2))}
        />
      </header>
      {all.length === 0 ? (
        <EmptyState icon="traffic" title="No messages yet">
          <p>What agents ask, and what idebridge answers and tells, appears here while this page is open.</p>
        </EmptyState>
      ) : (
        <div class="traffic">
          <MessageTable messages={shown} />
          {chosen && <MessagePane message={chosen} />}
        </div>
      )}
    </section>
  );
}
