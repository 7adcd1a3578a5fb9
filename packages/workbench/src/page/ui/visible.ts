import { spellUnseen } from "@idebridge/review";

/** A name from outside as it can be shown: what would show it as another one, or cannot be seen, is spelled out. */
export function visible(text: string): string {
  return spellUnseen(text);
}

/** The same for a text of several lines. */
export function visibleLines(text: string): string {
  return text.replace(/[^\n\t]+/g, visible);
}
