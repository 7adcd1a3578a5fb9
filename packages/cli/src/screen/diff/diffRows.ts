import { counted } from "@idebridge/headless";
import { lineContent, lineEnding, type ReviewHunk } from "@idebridge/review";
import type { Token } from "../../syntax/highlighter.ts";
import type { Row, Span, SpanStyle } from "../../terminal/row.ts";
import { padTo, sliceColumns, widthOfRow } from "../../terminal/textWidth.ts";
import type { OpenDiff } from "../screenState.ts";
import { type Columns, columnsFor, partsOf } from "./diffGeometry.ts";
import type { DiffItem, DiffItems, LineRef } from "./diffItems.ts";
import { LineColumns } from "./lineColumns.ts";
import { lineSpans, type StyledRange } from "./lineSpans.ts";
import { matchesNear } from "./search.ts";

/** Gives the colours of a line, of the text before or after. */
export type Colours = (source: "before" | "after", line: number) => readonly Token[];

export interface DiffRows {
  readonly rows: readonly Row[];
  /** For each row the item that it shows: what a click there is about. */
  readonly items: readonly number[];
}

/** Longer lines are not coloured: nobody reads them, and it takes long. */
const longestColoured = 5_000;

/** The part of a diff that is on the screen. */
export function diffRows(
  diff: OpenDiff,
  items: DiffItems,
  size: { readonly columns: number; readonly rows: number },
  colours: Colours,
): DiffRows {
  const painter = new RowPainter(diff, items, columnsFor(items, size.columns), colours);
  const rows: Row[] = [];
  const shown: number[] = [];
  let { item, part } = diff.top;
  while (rows.length < size.rows && item < items.count) {
    const parts = partsOf(items, item, painter.columns.text, diff.wrap);
    for (; part < parts && rows.length < size.rows; part++) {
      rows.push(painter.row(item, part));
      shown.push(item);
    }
    part = 0;
    item++;
  }
  return { rows, items: shown };
}

type Side = "left" | "right" | "both";

class RowPainter {
  readonly columns: Columns;
  readonly #diff: OpenDiff;
  readonly #items: DiffItems;
  readonly #colours: Colours;
  readonly #current: number | undefined;

  constructor(diff: OpenDiff, items: DiffItems, columns: Columns, colours: Colours) {
    this.#diff = diff;
    this.#items = items;
    this.columns = columns;
    this.#colours = colours;
    this.#current = items.hunkAt(Math.min(diff.cursor, Math.max(0, items.count - 1)));
  }

  row(index: number, part: number): Row {
    const item = this.#items.itemAt(index);
    if (item.kind === "fold") return this.#fold(index, item.count);
    const { arrangement } = this.#items;
    const gutter = this.#gutter(index, item, part);
    if (arrangement === "text") {
      return [...gutter, ...this.#number(item.right, part, index), ...this.#text(item, "right", part)];
    }
    if (arrangement === "sideBySide") return [...gutter, ...this.#sides(index, item, part)];
    return [
      ...gutter,
      ...this.#number(item.left, part, index),
      ...this.#number(item.right, part, index),
      ...this.#sign(item, item.left && item.right ? "both" : item.left ? "left" : "right"),
      ...this.#text(item, item.right ? "right" : "left", part),
    ];
  }

  #sides(index: number, item: Extract<DiffItem, { kind: "line" }>, part: number): Span[] {
    const side = (name: "left" | "right", columns: number): Span[] => {
      const kind = item.hunk === undefined ? "both" : name;
      const ref = item[name];
      const spans = [
        ...this.#number(ref, part, index),
        ...this.#sign(item, ref ? kind : "both"),
        ...this.#text(item, name, part),
      ];
      return name === "right" ? spans : fillTo(spans, columns, ref ? this.#lineStyle(item, kind) : {});
    };
    const separator: Span = { text: "│", style: { fg: "muted", dim: true } };
    return [...side("left", this.columns.left - 2), separator, ...side("right", this.columns.right)];
  }

  #fold(index: number, count: number): Row {
    const lines = counted(count, "unchanged line");
    const isHere = index === this.#diff.cursor;
    const style: SpanStyle = isHere ? { fg: "text", bg: "selected" } : { fg: "fold" };
    return [
      { text: isHere ? "▸ " : "  ", style },
      { text: ` ⋯ ${lines}${isHere ? "   Enter shows them" : ""}`, style },
    ];
  }

  /** Which hunk a key is about, and what was decided. */
  #gutter(index: number, { hunk }: Extract<DiffItem, { kind: "line" }>, part: number): Span[] {
    const isCurrent = hunk !== undefined && hunk === this.#current;
    const isCursor = index === this.#diff.cursor;
    const bar: Span = isCurrent
      ? { text: isCursor ? "▶" : "▌", style: { fg: "accent", bold: true } }
      : { text: isCursor ? "▸" : " ", style: { fg: "muted" } };
    if (hunk === undefined) return [bar, { text: " " }];
    const isFirst = part === 0 && (index === 0 || !this.#items.isInHunk(index - 1, hunk));
    return [bar, isFirst ? markOf(this.#items.hunks[hunk]!) : { text: " " }];
  }

  #number(ref: LineRef | undefined, part: number, index: number): Span[] {
    const text = ref && part === 0 ? String(ref.number) : "";
    const isCursor = index === this.#diff.cursor;
    const style: SpanStyle = isCursor ? { fg: "text", bold: true } : { fg: "lineNumber" };
    return [{ text: `${padTo(text, this.columns.number, "right")} `, style }];
  }

  #sign(item: Extract<DiffItem, { kind: "line" }>, side: Side): Span[] {
    const begin = this.#isCutBefore(item, side) ? "‹" : " ";
    if (side === "both") return [{ text: ` ${begin}`, style: { fg: "muted" } }];
    const style = this.#lineStyle(item, side);
    const isAdded = side === "right";
    return [
      { text: isAdded ? "+" : "-", style: { ...style, fg: isAdded ? "added" : "removed" } },
      { text: begin, style: { ...style, fg: "muted" } },
    ];
  }

  /** Something of the line has scrolled away to the left. */
  #isCutBefore(item: Extract<DiffItem, { kind: "line" }>, side: Side): boolean {
    if (this.#diff.left === 0 || this.#diff.wrap) return false;
    const ref = side === "both" ? item.left && item.right : item[side];
    return ref !== undefined && lineContent(this.#items.textOf(ref, item.hunk)) !== "";
  }

  #text(item: Extract<DiffItem, { kind: "line" }>, name: "left" | "right", part: number): readonly Span[] {
    const ref = item[name];
    if (ref === undefined) return [{ text: "" }];
    const { hunk } = item;
    const line = this.#items.textOf(ref, hunk);
    const text = lineContent(line);
    const style = this.#lineStyle(item, hunk === undefined ? "both" : name);
    const from = this.#diff.wrap ? part * this.columns.text : this.#diff.left;
    const ranges = [...this.#ranges(ref, hunk, text, style), ...this.#matches(text, from)];
    const { spans, width, isCut } = lineSpans(text, from, this.columns.text, style, ranges);
    if (isCut && !this.#diff.wrap) return this.#cut(spans, style);
    const rest = this.columns.text - width;
    const end = hunk === undefined || rest < 1 ? [] : this.#lineEnd(line, ref, hunk, style);
    // The last span's background goes to the end of the line.
    return [...spans, ...end, { text: "", style }];
  }

  /** The last column tells that the line goes on. */
  #cut(spans: readonly Span[], style: SpanStyle): readonly Span[] {
    const shown = sliceColumns(spans, 0, this.columns.text - 1);
    return [...shown, { text: "›", style: { ...style, fg: "muted" } }, { text: "", style }];
  }

  #ranges(ref: LineRef, hunk: number | undefined, text: string, style: SpanStyle): StyledRange[] {
    const ranges: StyledRange[] = [];
    if (ref.source !== "edited" && text.length <= longestColoured && !style.dim) {
      for (const { start, end, role } of this.#colours(ref.source, ref.index)) {
        ranges.push({ start, end, style: { fg: role } });
      }
    }
    const isText = this.#items.arrangement === "text";
    if (hunk !== undefined && style.bg !== undefined && !isText) {
      const bg = ref.source === "before" ? "removedInner" : "addedInner";
      for (const [, start, end] of this.#items.innerOf(ref, hunk)) ranges.push({ start, end, style: { bg } });
    }
    return ranges;
  }

  #matches(text: string, from: number): StyledRange[] {
    const { search } = this.#diff;
    if (search === undefined) return [];
    const style = { fg: "text", bg: "match" } as const;
    const { at } = LineColumns.of(text).placeOfColumn(from);
    const near = matchesNear(text, search, at, this.columns.text * 16);
    return near.map(({ start, end }) => ({ start, end, style }));
  }

  /** How a line ends is shown only where that is a difference. */
  #lineEnd(line: string, { source }: LineRef, hunk: number, style: SpanStyle): Span[] {
    const { beforeLines, afterLines, hunks } = this.#items;
    const { before, after } = hunks[hunk]!;
    const ending = lineEnding(line);
    const muted = { ...style, fg: "muted" } as const;
    if (ending === "") return [{ text: " ⊘ no line break at the end", style: muted }];
    const other = source === "before" ? afterLines[after.start] : beforeLines[before.start];
    if (ending === "\n" || other === undefined || lineEnding(other) === ending) return [];
    return [{ text: ending === "\r\n" ? "␍␊" : "␍", style: muted }];
  }

  #lineStyle({ hunk }: Extract<DiffItem, { kind: "line" }>, side: Side): SpanStyle {
    if (hunk === undefined || side === "both") return {};
    const { decision } = this.#items.hunks[hunk]!;
    if (this.#diff.shown === "old") return { bg: "removedLine" };
    if (this.#diff.shown === "result" && decision !== "accepted") return {};
    if (decision === "rejected" && this.#diff.shown === "difference")
      return side === "right" ? { dim: true } : {};
    return { bg: side === "right" ? "addedLine" : "removedLine" };
  }
}

/** What was decided about a hunk. */
function markOf({ decision, edited, conflict }: ReviewHunk): Span {
  if (decision === "rejected") return { text: "✗", style: { fg: "error", bold: true } };
  if (decision === "accepted")
    return { text: edited === undefined ? "✓" : "✎", style: { fg: "success", bold: true } };
  return conflict
    ? { text: "!", style: { fg: "warning", bold: true } }
    : { text: "·", style: { fg: "muted", bold: true } };
}

function fillTo(spans: readonly Span[], columns: number, style: SpanStyle): Span[] {
  const width = widthOfRow(spans);
  // The end of the line may say more than there is room for.
  if (width > columns) return [...sliceColumns(spans, 0, columns)];
  return [...spans, { text: " ".repeat(columns - width), style }];
}
