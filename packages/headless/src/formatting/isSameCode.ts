/**
 * Whether a text can be what a formatter makes of another: it moves what it finds, and changes quotes, commas and
 * brackets, but hardly a letter. Output that is something else altogether must never take the place of a file.
 */
export function isSameCode(before: string, after: string): boolean {
  if (after.trim() === "") return before.trim() === "";
  const counts = new Map<string, number>();
  let total = 0;
  const count = (text: string, by: 1 | -1) => {
    for (const [character] of text.toLowerCase().matchAll(/[\p{L}\p{N}]/gu)) {
      counts.set(character, (counts.get(character) ?? 0) + by);
      if (by === 1) total++;
    }
  };
  count(before, 1);
  count(after, -1);
  let difference = 0;
  for (const each of counts.values()) difference += Math.abs(each);
  return difference <= Math.max(8, total / 4);
}
