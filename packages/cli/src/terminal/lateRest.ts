/** What follows the Escape of a sequence. Nobody types so much at once. */
const afterEscape = /^(?:\[[\d;<?]*[A-Za-z~]|O[A-Za-z])/;
const afterIntroducer = /^[\d;:<?]*[A-Za-z~]/;
const longest = 256;

/**
 * How much of a chunk is the rest of what was given up before. On a line that was stuck for a moment it must not be
 * obeyed as keys: the last letter of an arrow may mean "accept all".
 */
export function lengthOfLateRest(givenUp: Uint8Array, chunk: Uint8Array): number {
  const begun = Buffer.from(givenUp).toString("latin1");
  if (!begun.startsWith("\u001b")) return 0;
  const text = Buffer.from(chunk.subarray(0, longest)).toString("latin1");
  if (begun.length === 1) return afterEscape.exec(text)?.[0].length ?? 0;
  if (begun[1] === "[" || begun[1] === "O") return afterIntroducer.exec(text)?.[0].length ?? 0;
  if (begun.length === 2) return 0;
  // The answer of a terminal, up to its end.
  for (const end of ["\u0007", "\u001b\\"]) if (text.includes(end)) return text.indexOf(end) + end.length;
  return 0;
}
