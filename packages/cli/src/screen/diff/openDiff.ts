import { type Review, splitLines } from "@idebridge/review";
import type { Size } from "../../terminal/grid.ts";
import type { OpenDiff, ScreenState, Subject } from "../screenState.ts";
import { withChangeInSight } from "./changeInSight.ts";
import { clamp, isSideBySide, topFor } from "./diffGeometry.ts";
import { DiffItems } from "./diffItems.ts";

/** What tells reviews and changes apart from each other. */
export function keyOf(subject: Subject): string {
  return subject.kind === "review" ? reviewKey(subject.review.id) : changeKey(subject.change.id);
}

export function reviewKey(id: number): string {
  return `review:${id}`;
}

export function changeKey(id: string): string {
  return `change:${id}`;
}

export function pathOf(subject: Subject): string {
  return subject.kind === "review" ? subject.review.path : subject.change.path;
}

export function startDiff(subject: Subject, armedAt: number, layout: OpenDiff["layout"]): OpenDiff {
  return {
    subject,
    armedAt,
    content: { kind: "reading" },
    shown: "difference",
    layout,
    wrap: false,
    unfoldsAll: false,
    unfolded: new Set(),
    cursor: 0,
    top: { item: 0, part: 0 },
    left: 0,
    search: undefined,
    found: undefined,
    isSending: false,
    remark: undefined,
  };
}

export function reviewOf(diff: OpenDiff | undefined): Review | undefined {
  return diff?.content.kind === "ready" ? diff.content.review : undefined;
}

/** The same diff with another review, at the same place. */
export function withReview(diff: OpenDiff, review: Review, state: Pick<ScreenState, "size">): OpenDiff {
  const isFirst = diff.content.kind !== "ready";
  const items = itemsFor(
    { ...diff, content: { kind: "ready", review, items: DiffItems.plain([]) } },
    state.size,
  );
  const next: OpenDiff = { ...diff, content: { kind: "ready", review, items } };
  if (!isFirst) return arranged(next, state, diff);
  const start: OpenDiff = { ...next, cursor: 0, top: { item: 0, part: 0 } };
  if (items.hunks.length === 0) return inSight(start, state);
  const atFirst = { ...start, cursor: items.firstItemOf(0) };
  return inSight(withChangeInSight(atFirst, items, 0, state.size), state);
}

/** The rows anew, after a change of how it is shown, and the cursor at the same place. */
export function arranged(
  diff: OpenDiff,
  state: Pick<ScreenState, "size">,
  before: OpenDiff = diff,
): OpenDiff {
  if (diff.content.kind !== "ready") return inSight(diff, state);
  const items = itemsFor(diff, state.size);
  const old = before.content.kind === "ready" ? before.content.items : items;
  const moved = (index: number) => items.itemFor(old.anchorOf(clamp(index, 0, Math.max(0, old.count - 1))));
  const cursor = moved(before.cursor);
  // The cursor stays in the row of the screen where it was.
  const above = before.cursor - before.top.item;
  const top = { item: clamp(cursor - above, 0, Math.max(0, items.count - 1)), part: 0 };
  return inSight({ ...diff, content: { ...diff.content, items }, cursor, top }, state);
}

function itemsFor(diff: OpenDiff, size: Size): DiffItems {
  const { content, shown } = diff;
  if (content.kind !== "ready") throw new TypeError("There is nothing to arrange yet");
  if (shown !== "difference") return DiffItems.text(content.review, shown);
  return DiffItems.difference(content.review, isSideBySide(diff, size), diff);
}

/** With the cursor on the screen. */
export function inSight(diff: OpenDiff, state: Pick<ScreenState, "size">): OpenDiff {
  if (diff.content.kind === "reading") return diff;
  const { items } = diff.content;
  if (items.count === 0) return { ...diff, cursor: 0, top: { item: 0, part: 0 } };
  const cursor = clamp(diff.cursor, 0, items.count - 1);
  const top = { ...diff.top, item: clamp(diff.top.item, 0, items.count - 1) };
  const next = { ...diff, cursor, top };
  return { ...next, top: topFor(state, next, items) };
}

/** A text to look at while there are no hunks. */
export function plainItems(text: string): DiffItems {
  return DiffItems.plain(splitLines(text));
}
