import { type DecidedReview, outcomeWords, type PendingReview } from "@idebridge/headless/protocol";
import { useWorkbench } from "../state/workbench.ts";
import { ClockTime } from "../ui/clockTime.tsx";
import { FileName } from "../ui/fileName.tsx";
import { Icon } from "../ui/icon.tsx";
import { visible } from "../ui/visible.ts";

const mostShown = 100;

/** What was decided, the latest first; what the agent has not been told yet can be undone. */
export function DecidedList() {
  const { reviews } = useWorkbench();
  const held = reviews.pending.value.filter((review) => review.held !== undefined);
  const over = reviews.history.value.toReversed().slice(0, mostShown);
  if (held.length + over.length === 0) return null;
  return (
    <section class="list-group list-decided" aria-label="Decided">
      <h2 class="list-heading">Decided</h2>
      <ul>
        {held.map((review) => (
          <HeldItem key={`held${review.id}`} review={review} />
        ))}
        {over.map((review) => (
          <DecidedItem key={`${review.id} ${review.closedAt}`} review={review} />
        ))}
      </ul>
    </section>
  );
}

function HeldItem({ review }: { readonly review: PendingReview }) {
  const { reviews, session } = useWorkbench();
  const { outcome, by } = review.held!;
  return (
    <li class={`decided decided-${outcome}`}>
      <Icon name={outcome === "accepted" ? "check" : "cross"} />
      <FileName path={session.shown(review.path)} />
      <span class="list-note">{`${outcome} by ${visible(by)}, sending`}</span>
      <button type="button" class="link-button" onClick={() => void reviews.undoDecision(review.id)}>
        Undo
      </button>
    </li>
  );
}

function DecidedItem({ review }: { readonly review: DecidedReview }) {
  const { session } = useWorkbench();
  const { outcome, closedAt, message } = review;
  const icon = outcome === "accepted" ? "check" : outcome === "rejected" ? "cross" : "undo";
  return (
    <li class={`decided decided-${outcome}`}>
      <Icon name={icon} />
      <FileName path={session.shown(review.path)} />
      <span class="list-note">
        {visible(outcomeWords(review, review.client.name))} <ClockTime at={closedAt} />
        {message !== undefined && <q>{visible(message)}</q>}
      </span>
    </li>
  );
}
