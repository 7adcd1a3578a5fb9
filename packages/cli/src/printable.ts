/**
 * What a terminal would obey instead of show: control characters, and marks that turn the direction of text.
 * The names of IDEs, paths and clients come from other programs, and may hold any of them.
 */
const unsafe = /[\p{Cc}\p{Zl}\p{Zp}\u061c\u200e\u200f\u202a-\u202e\u2066-\u2069\p{Cs}]/gu;

/** Makes text from elsewhere safe to print; with `keepLines` line breaks and tabs stay as they are. */
export function printable(text: string, { keepLines = false } = {}): string {
  return text.replace(unsafe, (character) => {
    if (keepLines && (character === "\n" || character === "\t")) return character;
    return `\\u{${character.codePointAt(0)!.toString(16)}}`;
  });
}

/** JSON that is safe to print as well: the same value, with such characters escaped. */
export function printableJson(value: unknown, indent?: number): string {
  return JSON.stringify(value, undefined, indent).replace(unsafe, (character) =>
    character === "\n" ? character : `\\u${character.charCodeAt(0).toString(16).padStart(4, "0")}`,
  );
}
