import { offsetAt, type Position, positionAt, type Range } from "@idebridge/sdk";

/** A range cut to what the text has, from its start to its end, and the text in it. */
export function selectIn(text: string, range: Range): { readonly range: Range; readonly text: string } {
  const one = offsetAt(text, tidy(range.start));
  const other = offsetAt(text, tidy(range.end));
  const [from, to] = one <= other ? [one, other] : [other, one];
  return {
    range: { start: positionAt(text, from), end: positionAt(text, to) },
    text: text.slice(from, to),
  };
}

function tidy({ line, character }: Position): Position {
  return { line: tidyNumber(line), character: tidyNumber(character) };
}

/** Of what front ends send, anything may be no number at all. */
function tidyNumber(value: number): number {
  return value > 0 ? Math.floor(value) : 0;
}
