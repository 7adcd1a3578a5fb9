import type { ChangeTexts, TimelineEntry } from "@idebridge/headless/protocol";
import { type Review, revertHunks } from "@idebridge/review";
import { startReview } from "../diff/startReview.ts";
import { DiffDesk } from "./diffDesk.ts";

/** Larger texts are not compared a third time to know what has become of each hunk. */
const largestCompared = 400_000;

/** One file that an agent has changed, on the screen. What was reverted counts as rejected, what was kept as accepted. */
export class ChangeDesk extends DiffDesk {
  readonly texts: ChangeTexts;
  /** Hunks that somebody has changed since: they cannot be taken back. */
  readonly conflicts: ReadonlySet<number>;
  readonly timeline: readonly TimelineEntry[];

  private constructor(
    texts: ChangeTexts,
    review: Review,
    conflicts: readonly number[],
    timeline: readonly TimelineEntry[],
  ) {
    super(review);
    this.texts = texts;
    this.conflicts = new Set(conflicts);
    this.timeline = timeline;
  }

  static async open(texts: ChangeTexts, timeline: readonly TimelineEntry[]): Promise<ChangeDesk> {
    const { before = "", after = "", current } = texts;
    const review = await startReview(before, after);
    if (current === undefined || before.length + after.length > largestCompared) {
      return new ChangeDesk(texts, review, [], timeline);
    }
    const ids = review.hunks.map(({ id }) => id);
    const all = revertHunks(before, after, current, ids);
    const conflicts = all.kind === "conflict" ? all.conflicts : [];
    const others = ids.filter((id) => !conflicts.includes(id));
    const rest = all.kind === "conflict" ? revertHunks(before, after, current, others) : all;
    const reverted = rest.kind === "reverted" ? rest.already : [];
    const decided = reverted.length > 0 ? review.decide(reverted, "rejected") : review;
    return new ChangeDesk(texts, decided, conflicts, timeline);
  }

  /** Keeps a hunk and goes to the next one that is open. True when there is none left. */
  keepHunk(id: number): boolean {
    this.review.value = this.review.value.decide(id, "accepted");
    const open = this.review.value.hunks.filter(
      (hunk) => hunk.decision === "undecided" && !this.conflicts.has(hunk.id),
    );
    this.current.value = (open.find((hunk) => hunk.id > id) ?? open[0])?.id ?? id;
    return open.length === 0;
  }

  /** As it was before it was read again: what was kept is kept. */
  goOnFrom(last: ChangeDesk): void {
    this.unfolded.value = last.unfolded.value;
    if (last.texts.after !== this.texts.after) return;
    const isOpen = (id: number) => this.review.value.hunk(id).decision === "undecided";
    const kept = last.review.value.hunks.filter(({ id, decision }) => decision === "accepted" && isOpen(id));
    if (kept.length > 0)
      this.review.value = this.review.value.decide(
        kept.map(({ id }) => id),
        "accepted",
      );
    const { hunks } = this.review.value;
    const current = hunks.find(({ id }) => id === last.current.value);
    const next = hunks.find(({ id, decision }) => decision === "undecided" && id > (current?.id ?? -1));
    this.current.value = (current?.decision === "undecided" ? current : (next ?? current))?.id;
  }

  get id(): string {
    return this.texts.change.id;
  }
}
