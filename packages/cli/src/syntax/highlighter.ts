import type { TextColour } from "../terminal/row.ts";
import type { FrameBudget } from "./frameBudget.ts";

/** The part of a line from `start` to before `end`, counted in UTF-16 units. */
export interface Token {
  readonly start: number;
  readonly end: number;
  readonly role: TextColour;
}

export interface Highlighter {
  /** In order, without overlap; what is in none of them is plain. Empty while a line has no colours (yet). */
  tokensOf(line: number): readonly Token[];
}

export interface HighlighterOptions {
  /** Lines that had no colours when they were asked for may have got them. */
  readonly changed?: () => void;
  /** What reading may take; all highlighters share one unless they are given another. */
  readonly budget?: FrameBudget;
}
