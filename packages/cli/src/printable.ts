import { spellUnseen } from "@idebridge/review";

/**
 * Makes text from elsewhere safe to print: the names of IDEs, paths and clients come from other programs, and may hold
 * what a terminal would obey instead of show, and what nobody would see. With `keepLines` line breaks and tabs stay.
 */
export function printable(text: string, { keepLines = false } = {}): string {
  return keepLines ? text.replace(/[^\n\t]+/g, (part) => spellUnseen(part)) : spellUnseen(text);
}

/** JSON that is safe to print as well: the same value, with such characters escaped. */
export function printableJson(value: unknown, indent?: number): string {
  return spellUnseen(JSON.stringify(value, undefined, indent), (character) =>
    character === "\n" ? character : character.split("").map(escaped).join(""),
  );
}

function escaped(unit: string): string {
  return `\\u${unit.charCodeAt(0).toString(16).padStart(4, "0")}`;
}
