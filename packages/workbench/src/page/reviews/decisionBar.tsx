import { counted } from "@idebridge/headless/protocol";
import type { ReviewDesk } from "../state/reviewDesk.ts";
import { useWorkbench } from "../state/workbench.ts";
import { Button } from "../ui/button.tsx";

/** The foot of a review: how far it is, and the decision about the file. */
export function DecisionBar({ desk }: { readonly desk: ReviewDesk }) {
  const { reviews } = useWorkbench();
  const { total, accepted, rejected, open } = desk.progress.value;
  const decided = total - open;
  const hasParts = desk.problem === undefined && total > 1;
  const isReady = decided > 0 && open === 0;
  return (
    <footer class="pane-foot">
      {hasParts && (
        <fieldset class="button-group" aria-label="Hunks">
          <Button
            icon="previous"
            label="Previous hunk"
            iconOnly
            kind="quiet"
            keys="k"
            onClick={() => desk.move(-1)}
          />
          <Button icon="next" label="Next hunk" iconOnly kind="quiet" keys="j" onClick={() => desk.move(1)} />
        </fieldset>
      )}
      {desk.problem === undefined && total > 0 && (
        <span class="pane-note progress-note">
          {decided === 0
            ? counted(total, "hunk")
            : `${decided} of ${total} decided: ${accepted} accepted, ${rejected} rejected`}
        </span>
      )}
      <span class="spacer" />
      {isReady ? (
        <>
          <Button icon="undo" label="Undo" keys="u" onClick={() => desk.undo()} disabled={!desk.canUndo} />
          <Button
            icon={accepted === 0 ? "cross" : "check"}
            kind={accepted === 0 ? "reject" : "primary"}
            label={sendLabel(accepted, total)}
            keys="Enter"
            onClick={() => void reviews.send(desk)}
          />
        </>
      ) : (
        <>
          <Button
            icon="cross"
            kind="reject"
            label="Reject file"
            keys="Shift+R"
            onClick={() => void reviews.reject(desk)}
          />
          <Button
            icon="check"
            kind="accept"
            label={acceptLabel(decided, open)}
            keys="Shift+A"
            onClick={() => void reviews.accept(desk)}
          />
        </>
      )}
    </footer>
  );
}

function sendLabel(accepted: number, total: number): string {
  if (accepted === 0) return "Send: reject the file";
  if (accepted === total) return "Send: accept all";
  return `Send: accept ${accepted} of ${total}`;
}

function acceptLabel(decided: number, open: number): string {
  if (decided === 0) return "Accept file";
  return open === 1 ? "Accept the last one" : `Accept the other ${open}`;
}
