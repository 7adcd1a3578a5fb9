import type { TrafficMessage } from "@idebridge/headless/protocol";
import { useWorkbench } from "../state/workbench.ts";
import { Button } from "../ui/button.tsx";
import { visible, visibleLines } from "../ui/visible.ts";
import { duration, size } from "./messageTable.tsx";

/** One message in full. */
export function MessagePane({ message }: { readonly message: TrafficMessage }) {
  const { traffic } = useWorkbench();
  const { method, kind, client, milliseconds, bytes, text, isCut } = message;
  return (
    <aside class="message-pane" aria-label="Message">
      <header class="pane-head">
        <h2 class="pane-title ellipsis">{visible(method)}</h2>
        <span class="spacer" />
        <Button
          icon="cross"
          label="Close"
          iconOnly
          kind="quiet"
          onClick={() => (traffic.chosen.value = undefined)}
        />
      </header>
      <p class="message-facts">
        {[
          kind,
          visible(client.name),
          size(bytes),
          milliseconds === undefined ? undefined : duration(milliseconds),
        ]
          .filter((each) => each !== undefined)
          .join(" · ")}
      </p>
      {/* biome-ignore lint/a11y/noNoninteractiveTabindex: what scrolls must be reached by keyboard */}
      <pre class="message-text" tabIndex={0}>
        {visibleLines(indented(text, isCut))}
      </pre>
    </aside>
  );
}

function indented(text: string, isCut: boolean): string {
  if (isCut) return `${text}…`;
  try {
    return JSON.stringify(JSON.parse(text), null, 2);
  } catch {
    return text;
  }
}
