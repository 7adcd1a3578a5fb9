import { useWorkbench } from "../state/workbench.ts";
import { EmptyState } from "../ui/emptyState.tsx";
import { NoAgent } from "../ui/noAgent.tsx";
import { DecidedList } from "./decidedList.tsx";
import { OwnTextNotes } from "./ownTextNotes.tsx";
import { ReviewList } from "./reviewList.tsx";
import { ReviewPane } from "./reviewPane.tsx";

/** Every change that an agent asks about. */
export function ReviewsPanel() {
  const { reviews, view, session } = useWorkbench();
  const desk = reviews.desk.value;
  const hasList = reviews.pending.value.length + reviews.history.value.length > 0;
  const isListOnly = view.isNarrow.value && (view.isListShown.value || !desk);
  const isPaneOnly = view.isNarrow.value && !isListOnly;
  return (
    <div class="reviews">
      <OwnTextNotes />
      <div class="columns">
        {hasList && !isPaneOnly && (
          <nav class="side" aria-label="Reviews">
            <ReviewList />
            <DecidedList />
          </nav>
        )}
        {desk && !isListOnly && <ReviewPane key={`${desk.id} ${desk.appearedAt}`} desk={desk} />}
        {!desk && !(isListOnly && hasList) && (
          <div class="pane">
            {session.clients.value.length === 0 ? (
              <NoAgent />
            ) : (
              <EmptyState icon="review" title="Nothing to review">
                <p>Changes that an agent asks about appear here by themselves.</p>
                <p class="hint">
                  Claude Code asks in the permission mode <code>default</code> only. What it writes without
                  asking is under Changes.
                </p>
              </EmptyState>
            )}
          </div>
        )}
      </div>
    </div>
  );
}
