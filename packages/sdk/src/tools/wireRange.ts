import * as v from "valibot";
import type { Range } from "../editor/editor.ts";

const count = v.pipe(v.number(), v.integer(), v.minValue(0));

export const wirePosition = v.object({ line: count, character: count });

export const wireRange = v.object({ start: wirePosition, end: wirePosition });

export const noArguments = v.object({});

/** Some peers leave out the end of a range. */
export const looseRange = v.pipe(
  v.object({ start: wirePosition, end: v.nullish(wirePosition) }),
  v.transform(({ start, end }): Range => ({ start, end: end ?? start })),
);

export const nowhere: Range = { start: { line: 0, character: 0 }, end: { line: 0, character: 0 } };

export function isEmpty({ start, end }: Range): boolean {
  return start.line === end.line && start.character === end.character;
}
