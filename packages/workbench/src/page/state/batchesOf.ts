import type { ClientInfo, DecidedReview, PendingReview } from "@idebridge/headless/protocol";

/** Files that one agent asked about in one go. */
export interface Batch {
  readonly key: string;
  readonly client: ClientInfo;
  readonly pending: readonly PendingReview[];
  /** How many of how many are decided. */
  readonly decided: number;
  readonly total: number;
}

/** Agents that ask one by one go on within this time after an answer. */
const pauseMilliseconds = 20_000;

/** What waits, by agent: with what it asked just before, so that people see how far they are. */
export function batchesOf(pending: readonly PendingReview[], history: readonly DecidedReview[]): Batch[] {
  const clients = new Map<number, PendingReview[]>();
  for (const review of pending) {
    const list = clients.get(review.client.id);
    if (list) list.push(review);
    else clients.set(review.client.id, [review]);
  }
  return [...clients.values()].map((reviews) => {
    const { client } = reviews[0]!;
    const waiting = reviews.filter(({ held }) => held === undefined);
    let start = Math.min(...reviews.map(({ openedAt }) => Date.parse(openedAt)));
    let earlier = 0;
    for (const review of history.toReversed()) {
      if (review.client.id !== client.id) continue;
      if (Date.parse(review.closedAt) < start - pauseMilliseconds) break;
      start = Math.min(start, Date.parse(review.openedAt));
      earlier++;
    }
    const decided = earlier + reviews.length - waiting.length;
    return { key: `${client.id}`, client, pending: reviews, decided, total: earlier + reviews.length };
  });
}
