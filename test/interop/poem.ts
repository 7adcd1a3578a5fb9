/** The second line of the poem, selected. */
export const selection = {
  range: { start: { line: 1, character: 0 }, end: { line: 1, character: 7 } },
  text: "violets",
};
