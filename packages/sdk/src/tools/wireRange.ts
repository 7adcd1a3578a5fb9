import * as v from "valibot";
import type { Range } from "../editor/editor.ts";
import { lazy } from "../protocol/lazy.ts";

const count = lazy(() => v.pipe(v.number(), v.integer(), v.minValue(0)));

export const wirePosition = lazy(() => v.object({ line: count(), character: count() }));

export const wireRange = lazy(() => v.object({ start: wirePosition(), end: wirePosition() }));

export const noArguments = lazy(() => v.object({}));

/** Some peers leave out the end of a range. */
export const looseRange = lazy(() =>
  v.pipe(
    v.object({ start: wirePosition(), end: v.nullish(wirePosition()) }),
    v.transform(({ start, end }): Range => ({ start, end: end ?? start })),
  ),
);

export const nowhere: Range = { start: { line: 0, character: 0 }, end: { line: 0, character: 0 } };

export function isEmpty({ start, end }: Range): boolean {
  return start.line === end.line && start.character === end.character;
}
