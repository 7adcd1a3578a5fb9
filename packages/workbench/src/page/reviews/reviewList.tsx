import type { PendingReview } from "@idebridge/headless/protocol";
import type { Batch } from "../state/batchesOf.ts";
import { baseName } from "../state/session.ts";
import { useWorkbench } from "../state/workbench.ts";
import { Counts } from "../ui/counts.tsx";
import { FileName } from "../ui/fileName.tsx";
import { visible } from "../ui/visible.ts";

/** What waits for a decision, by agent, with how far it is. */
export function ReviewList() {
  const { reviews } = useWorkbench();
  if (reviews.batches.value.length === 0) return null;
  return (
    <div class="list">
      {reviews.batches.value.map((batch) => (
        <BatchOfReviews key={batch.key} batch={batch} />
      ))}
    </div>
  );
}

function BatchOfReviews({ batch }: { readonly batch: Batch }) {
  const { client, title, decided, total, pending } = batch;
  const { session } = useWorkbench();
  const name = visible(client.name);
  const isOneOfMany = session.clients.value.length > 1;
  const [folder] = client.folders;
  const waiting = pending.filter(({ held }) => held === undefined);
  return (
    <section class="list-group" aria-label={`Asked by ${name}, number ${batch.key}`}>
      <h2 class="list-heading">
        <span class="ellipsis">
          {title === undefined ? name : visible(title)}
          {isOneOfMany && folder !== undefined && (
            <span class="list-note"> in {visible(baseName(folder))}</span>
          )}
        </span>
        <span class="list-note">{`${decided} of ${total} decided`}</span>
      </h2>
      {total > 1 && (
        <progress
          class="progress"
          max={total}
          value={decided}
          aria-label={`${decided} of ${total} decided`}
        />
      )}
      <ul>
        {waiting.map((review) => (
          <ReviewItem key={review.id} review={review} />
        ))}
      </ul>
    </section>
  );
}

function ReviewItem({ review }: { readonly review: PendingReview }) {
  const { reviews, session, view } = useWorkbench();
  const isCurrent = reviews.currentId.value === review.id;
  const choose = () => {
    view.isListShown.value = false;
    void reviews.choose(review.id);
  };
  return (
    <li>
      <button type="button" class="list-item" aria-current={isCurrent ? "true" : undefined} onClick={choose}>
        <FileName path={session.shown(review.path)} />
        {review.isNewFile && <span class="tag">new</span>}
        <Counts added={review.added} removed={review.removed} isRough={review.isRough} />
      </button>
    </li>
  );
}
