import { language } from "@codemirror/language";
import type { EditorView } from "@codemirror/view";
import { WidgetType } from "@codemirror/view";
import { type LineRange, lineContent, type Span } from "@idebridge/review";
import { classHighlighter, highlightTree } from "@lezer/highlight";
import { unseenInCode } from "../code/codeLook.ts";
import { lineHeight } from "../code/lineHeight.ts";
import { visible } from "../ui/visible.ts";

/** More than these are not drawn at once: a block of lines is not scrolled piece by piece as the text is. */
const mostLines = 500;

interface Piece {
  readonly start: number;
  readonly end: number;
  readonly className: string;
}

/** Lines that a hunk takes away, above those that it brings. */
export class RemovedLinesWidget extends WidgetType {
  readonly #lines: readonly string[];
  readonly #range: LineRange;
  readonly #spans: readonly Span[];
  readonly #language: unknown;

  constructor(lines: readonly string[], range: LineRange, spans: readonly Span[] = [], language?: unknown) {
    super();
    this.#lines = lines;
    this.#range = range;
    this.#spans = spans;
    this.#language = language;
  }

  override eq(other: RemovedLinesWidget): boolean {
    return (
      other.#lines === this.#lines &&
      other.#range.start === this.#range.start &&
      other.#range.end === this.#range.end &&
      other.#spans === this.#spans &&
      other.#language === this.#language
    );
  }

  override get estimatedHeight(): number {
    return Math.min(mostLines + 1, this.#range.end - this.#range.start) * lineHeight;
  }

  toDOM(view: EditorView): HTMLElement {
    const { start, end } = this.#range;
    const block = document.createElement("div");
    block.className = "diff-removed";
    const last = Math.min(end, start + mostLines);
    const contents = this.#lines.slice(start, last).map(lineContent);
    const colours = syntaxPieces(contents, view);
    for (const [index, content] of contents.entries()) {
      const line = block.appendChild(document.createElement("del"));
      line.className = "diff-removed-line";
      const marks = this.#spans
        .filter(([at]) => at === start + index)
        .map(([, from, to]) => ({
          start: from,
          end: Math.min(to, content.length),
          className: "diff-removed-text",
        }));
      appendPieces(line, content, [...(colours[index] ?? []), ...marks, ...hiddenPieces(content)]);
    }
    if (last < end) {
      const more = block.appendChild(document.createElement("div"));
      more.className = "diff-removed-more";
      more.textContent = `… and ${end - last} removed lines more`;
    }
    return block;
  }

  override ignoreEvent(): boolean {
    return true;
  }
}

/** Syntax colours of a few lines on their own, which is nearly always as they have them in their file. */
function syntaxPieces(contents: readonly string[], view: EditorView): Piece[][] {
  const pieces: Piece[][] = contents.map(() => []);
  const parser = view.state.facet(language)?.parser;
  if (!parser) return pieces;
  const starts: number[] = [];
  let length = 0;
  for (const content of contents) {
    starts.push(length);
    length += content.length + 1;
  }
  let line = 0;
  highlightTree(parser.parse(contents.join("\n")), classHighlighter, (from, to, className) => {
    while (line + 1 < starts.length && starts[line + 1]! <= from) line++;
    for (let at = line; at < starts.length && starts[at]! < to; at++) {
      const [start, end] = [from - starts[at]!, to - starts[at]!];
      pieces[at]!.push({ start: Math.max(0, start), end: Math.min(end, contents[at]!.length), className });
    }
  });
  return pieces;
}

/** The text with all pieces on it, however they overlap. */
function appendPieces(parent: HTMLElement, text: string, pieces: readonly Piece[]): void {
  const cuts = new Set([0, text.length]);
  for (const { start, end } of pieces) cuts.add(start).add(end);
  const places = [...cuts].filter((cut) => cut <= text.length).sort((a, b) => a - b);
  for (const [index, start] of places.entries()) {
    const end = places[index + 1];
    if (end === undefined) break;
    const names = pieces
      .filter((piece) => piece.start <= start && piece.end >= end)
      .map(({ className }) => className);
    const part = text.slice(start, end);
    if (names.length === 0) {
      parent.append(part);
      continue;
    }
    const span = parent.appendChild(document.createElement("span"));
    span.className = names.join(" ");
    const isHidden = names.includes(hiddenClass);
    span.textContent = isHidden ? "•" : part;
    if (isHidden) span.title = visible(part);
  }
}

/** As in the rest of the code: what nobody would see has a mark in its place. */
function hiddenPieces(content: string): Piece[] {
  return Array.from(content.matchAll(unseenInCode), ({ index, 0: character }) => ({
    start: index,
    end: index + character.length,
    className: hiddenClass,
  }));
}

const hiddenClass = "cm-specialChar";
