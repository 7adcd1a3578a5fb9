import { counted } from "@idebridge/headless/protocol";
import type { Selection } from "@idebridge/sdk/core";
import { keyLabel } from "../commands/command.ts";
import { baseName } from "../state/session.ts";
import { useWorkbench } from "../state/workbench.ts";
import { Icon } from "../ui/icon.tsx";
import { visible } from "../ui/visible.ts";

/** What agents see of the user's selection, and the one switch that ends it. */
export function SharingNote() {
  const { session, notices } = useWorkbench();
  const { paused, selection, clients } = session;
  const isPaused = paused.value;
  const who = clients.value.length === 1 ? agentName(clients.value[0]!.name) : "Agents";
  const verb = clients.value.length === 1 ? "sees" : "see";
  return (
    <button
      type="button"
      class="sharing"
      role="switch"
      aria-checked={!isPaused}
      title={`${isPaused ? "Share" : "Stop sharing"} what you select (${keyLabel("Alt+P")})`}
      onClick={() => void notices.attempt(() => session.togglePaused())}
    >
      <Icon name={isPaused ? "eyeOff" : "eye"} />
      <span class="sharing-text ellipsis">
        {isPaused ? "Sharing is paused" : `${who} ${verb}: ${told(selection.value)}`}
      </span>
    </button>
  );
}

function agentName(name: string): string {
  return name === "claude-code" ? "Claude" : visible(name);
}

function told(selection: Selection | undefined): string {
  if (!selection) return "no selection";
  const name = visible(baseName(selection.path));
  const { start, end } = selection.range;
  if (start.line === end.line && start.character === end.character) return name;
  // A selection that ends before the first character of a line does not touch that line.
  const lines = end.line - start.line + (end.character > 0 || end.line === start.line ? 1 : 0);
  return `${counted(lines, "line")} of ${name}`;
}
