import type { Review } from "@idebridge/review";
import { type Signal, signal } from "@preact/signals";

/** A diff on the screen: its hunks, the one that keys are about, and what is unfolded around them. */
export class DiffDesk {
  readonly review: Signal<Review>;
  readonly current: Signal<number | undefined>;
  readonly unfolded = signal<ReadonlySet<number>>(new Set());

  constructor(review: Review) {
    this.review = signal(review);
    this.current = signal((firstOpen(review) ?? review.hunks[0])?.id);
  }

  move(by: 1 | -1): void {
    const { hunks } = this.review.value;
    const at = hunks.findIndex(({ id }) => id === this.current.value);
    const next = hunks[Math.max(0, Math.min(hunks.length - 1, at + by))];
    if (next) this.current.value = next.id;
  }

  unfold(line: number): void {
    this.unfolded.value = new Set([...this.unfolded.value, line]);
  }
}

/** The first hunk without a decision, or the first after this one. */
export function firstOpen({ hunks }: Review, after?: number) {
  const start = after === undefined ? 0 : hunks.findIndex(({ id }) => id === after) + 1;
  return hunks.slice(start).find(({ decision }) => decision === "undecided");
}
