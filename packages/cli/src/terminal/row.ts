/** What a text is. The theme knows how that looks on this terminal. */
export type TextColour =
  | "text"
  | "muted"
  | "accent"
  | "warning"
  | "error"
  | "success"
  | "added"
  | "removed"
  | "barText"
  | "lineNumber"
  | "fold"
  | "keyword"
  | "string"
  | "comment"
  | "number"
  | "type"
  | "function"
  | "constant"
  | "operator"
  | "property"
  | "tag";

/** What it stands on. Without a colour of its own, text on these is `text`. */
export type Background =
  | "addedLine"
  | "removedLine"
  | "addedInner"
  | "removedInner"
  | "bar"
  | "selected"
  | "fold"
  | "match";

export interface SpanStyle {
  readonly fg?: TextColour;
  readonly bg?: Background;
  readonly bold?: boolean;
  readonly dim?: boolean;
  readonly italic?: boolean;
  readonly underline?: boolean;
  readonly inverse?: boolean;
}

/** Tabs are expanded by whoever makes the span; other control characters are shown as one cell. */
export interface Span {
  readonly text: string;
  readonly style?: SpanStyle;
}

/**
 * One line of the screen. The painter cuts it to the width. The rest of the line gets the background of the last
 * span, which may be empty for that purpose.
 */
export type Row = readonly Span[];
