import type { Position, Range } from "@idebridge/sdk";
import { isObject } from "@idebridge/sdk/core";

/** Servers answer all kinds of things, whatever the types say: `null` for what they cannot do, and worse. */

/** The items of a list; none for what is no list. */
export function listOf<Item>(value: readonly Item[] | null | undefined): readonly Item[] {
  return Array.isArray(value) ? value : [];
}

export function isRange(value: unknown): value is Range {
  return isObject(value) && isPosition(value.start) && isPosition(value.end);
}

function isPosition(value: unknown): value is Position {
  return isObject(value) && isCount(value.line) && isCount(value.character);
}

function isCount(value: unknown): boolean {
  return Number.isInteger(value) && (value as number) >= 0;
}
