/**
 * Characters that would show a name as another one, or break it: controls, and those that turn the direction of text
 * or cannot be seen.
 */
const treacherous = /[\p{Cc}\u061c\u200b-\u200f\u2028-\u202e\u2060-\u2069\ufeff\ufff9-\ufffb]|\p{Cs}/gu;

/** A name from outside as it can be shown: what cannot be seen is spelled out. */
export function visible(text: string): string {
  return text.replace(treacherous, (unit) => `\\u{${unit.codePointAt(0)!.toString(16)}}`);
}

/** The same for a text of several lines. */
export function visibleLines(text: string): string {
  return text.replace(/[^\n\t]+/g, visible);
}
