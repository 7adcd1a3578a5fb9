import type { ClientInfo, DecidedReview, PendingReview } from "@idebridge/headless/protocol";

/** Files that one agent asked about in one go. */
export interface Batch {
  readonly key: string;
  readonly client: ClientInfo;
  /** What it is about, when it is one change of several files. */
  readonly title?: string;
  readonly pending: readonly PendingReview[];
  /** How many of how many are decided. */
  readonly decided: number;
  readonly total: number;
}

/** Agents that ask one by one go on within this time after an answer. */
const pauseMilliseconds = 20_000;

/** What waits, by agent: with what it asked just before, so that people see how far they are. */
export function batchesOf(pending: readonly PendingReview[], history: readonly DecidedReview[]): Batch[] {
  const batches = new Map<string, PendingReview[]>();
  for (const review of pending) {
    const key = keyOf(review);
    batches.set(key, [...(batches.get(key) ?? []), review]);
  }
  return [...batches]
    .filter(([, reviews]) => reviews.some(isOpen))
    .map(([key, reviews]) => {
      const [{ client, group }] = reviews as [PendingReview, ...PendingReview[]];
      const same = history.filter((review) => keyOf(review) === key);
      const waiting = reviews.filter(isOpen);
      const earlier = group ? same.length : justBefore(reviews, same);
      const total = group ? Math.max(group.size, earlier + reviews.length) : earlier + reviews.length;
      const decided = earlier + reviews.length - waiting.length;
      return { key, client, ...(group && { title: group.title }), pending: reviews, decided, total };
    });
}

function isOpen({ held }: PendingReview): boolean {
  return held === undefined;
}

function keyOf({ client, group }: Pick<PendingReview, "client" | "group">): string {
  return group ? `${client.id} ${group.id}` : String(client.id);
}

/** How many of those that are over belong to what is asked now. */
function justBefore(reviews: readonly PendingReview[], over: readonly DecidedReview[]): number {
  let start = Math.min(...reviews.map(({ openedAt }) => Date.parse(openedAt)));
  let count = 0;
  for (const { openedAt, closedAt } of over.toReversed()) {
    if (Date.parse(closedAt) < start - pauseMilliseconds) break;
    start = Math.min(start, Date.parse(openedAt));
    count++;
  }
  return count;
}
