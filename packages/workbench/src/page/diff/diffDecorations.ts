import { language } from "@codemirror/language";
import { type EditorState, type Range, RangeSet, type Text } from "@codemirror/state";
import { Decoration, type DecorationSet, GutterMarker } from "@codemirror/view";
import { foldUnchanged, type Span } from "@idebridge/review";
import { lineHeight } from "../code/lineHeight.ts";
import type { DiffEvents, DiffScene } from "./diffScene.ts";
import { FoldWidget } from "./foldWidget.ts";
import { barHeight, HunkBarWidget } from "./hunkBarWidget.ts";
import { RemovedLinesWidget } from "./removedLinesWidget.ts";
import type { ShownHunk } from "./shownReview.ts";
import { SpacerWidget } from "./spacerWidget.ts";

/** Which text an editor shows: both in one, or one side of two. */
export type DiffSide = "unified" | "before" | "after";

/** What the lines of a hunk look like, and their numbers beside them. */
class LineLook extends GutterMarker {
  readonly line: Decoration;
  override readonly elementClass: string;

  constructor(name: string) {
    super();
    this.line = Decoration.line({ class: `diff-${name}-line` });
    this.elementClass = `diff-${name}-number`;
  }
}

const addedLine = new LineLook("added");
const acceptedLine = new LineLook("accepted");
const removedLine = new LineLook("removed");
const addedText = Decoration.mark({ class: "diff-added-text" });
const removedText = Decoration.mark({ class: "diff-removed-text" });

export interface DiffDecorations {
  readonly text: DecorationSet;
  readonly numbers: RangeSet<GutterMarker>;
}

export function diffDecorations(
  state: EditorState,
  scene: DiffScene,
  side: DiffSide,
  events: DiffEvents,
): DiffDecorations {
  const builder = new DecorationBuilder(state, scene, side, events);
  for (const hunk of scene.shown.hunks) builder.addHunk(hunk);
  builder.addFolds();
  return builder.finish();
}

class DecorationBuilder {
  readonly #doc: Text;
  readonly #language: unknown;
  readonly #scene: DiffScene;
  readonly #side: DiffSide;
  readonly #events: DiffEvents;
  readonly #ranges: Range<Decoration>[] = [];
  readonly #numbers: Range<GutterMarker>[] = [];

  constructor(state: EditorState, scene: DiffScene, side: DiffSide, events: DiffEvents) {
    this.#doc = state.doc;
    this.#language = state.facet(language);
    this.#scene = scene;
    this.#side = side;
    this.#events = events;
  }

  finish(): DiffDecorations {
    return { text: Decoration.set(this.#ranges, true), numbers: RangeSet.of(this.#numbers, true) };
  }

  addHunk(hunk: ShownHunk): void {
    const { shown, before } = hunk;
    const isRejected = hunk.hunk.decision === "rejected";
    const heights = { before: before.end - before.start, after: shown.end - shown.start };
    if (this.#side === "before") {
      this.#addBlock(before.start, -3, new SpacerWidget(barHeight, "bar"));
      if (hunk.hunk.decision !== "rejected") this.#addLines(before, removedLine);
      this.#addSpans(hunk.hunk.inner?.before, 0, removedText, isRejected);
      this.#addSpacer(before.end, heights.after - heights.before);
      return;
    }
    const isCurrent = this.#scene.current === hunk.hunk.id;
    const bar = this.#scene.barOf(hunk);
    this.#addBlock(shown.start, -3, new HunkBarWidget(hunk.hunk.id, bar, isCurrent, this.#events));
    if (!isRejected) {
      const decided = hunk.hunk.decision === "accepted";
      this.#addLines(shown, decided ? acceptedLine : addedLine);
      const isEdited = hunk.hunk.edited !== undefined;
      this.#addSpans(hunk.hunk.inner?.after, shown.start - hunk.hunk.after.start, addedText, isEdited);
      if (this.#side === "unified" && !decided && heights.before > 0) this.#addRemoved(hunk);
    }
    if (this.#side === "after") this.#addSpacer(shown.end, heights.before - heights.after);
  }

  addFolds(): void {
    const { shown, unfolded } = this.#scene;
    const hunks = shown.hunks.map(({ hunk, before, shown: after }) => ({ id: hunk.id, before, after }));
    for (const section of foldUnchanged(hunks, shown.review.beforeLines.length, { smallestFold: 4 })) {
      if (section.kind !== "folded" || unfolded.has(section.before.start)) continue;
      const { start, end } = this.#side === "before" ? section.before : section.after;
      const open = this.#side === "before" ? undefined : () => this.#events.unfold(section.before.start);
      const widget = new FoldWidget(end - start, open);
      // After the last terminator an editor has one line more, an empty one.
      const isLast = end >= this.#doc.lines - 1;
      const [from, to] = [this.#doc.line(start + 1).from, isLast ? this.#doc.length : this.#doc.line(end).to];
      this.#ranges.push(Decoration.replace({ widget, block: true }).range(from, to));
    }
  }

  #addRemoved({ hunk, before, shown }: ShownHunk): void {
    const { beforeLines } = this.#scene.shown.review;
    const spans = hunk.edited === undefined ? hunk.inner?.before : undefined;
    this.#addBlock(shown.start, -2, new RemovedLinesWidget(beforeLines, before, spans, this.#language));
  }

  #addSpacer(line: number, lines: number): void {
    if (lines > 0) this.#addBlock(line, -1, new SpacerWidget(lines * lineHeight, "lines"));
  }

  /** Above this line; below the last one when there is no such line. */
  #addBlock(line: number, order: number, widget: HunkBarWidget | SpacerWidget | RemovedLinesWidget): void {
    const isThere = line < this.#doc.lines;
    const side = isThere ? order : order + 10;
    const at = isThere ? this.#doc.line(line + 1).from : this.#doc.length;
    this.#ranges.push(Decoration.widget({ widget, block: true, side }).range(at));
  }

  #addLines({ start, end }: { start: number; end: number }, look: LineLook): void {
    for (let line = start; line < Math.min(end, this.#doc.lines); line++) {
      const { from } = this.#doc.line(line + 1);
      this.#ranges.push(look.line.range(from));
      this.#numbers.push(look.range(from));
    }
  }

  #addSpans(spans: readonly Span[] | undefined, shift: number, mark: Decoration, isStale: boolean): void {
    if (isStale) return;
    for (const [at, start, end] of spans ?? []) {
      const line = this.#doc.line(at + shift + 1);
      // A span may reach into the terminator, which no editor shows.
      const last = Math.min(end, line.length);
      if (start < last) this.#ranges.push(mark.range(line.from + start, line.from + last));
    }
  }
}
