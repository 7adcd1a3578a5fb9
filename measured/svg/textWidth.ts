const narrow = new Set(" .,:;'|!ijlItfr()[]/");
const wide = new Set("mwMW@%×—…ABCDEGHKNOPQRSUVXYZ&");

/** About as wide as the widest of the usual system fonts makes it, in pixels: there is no font to ask. */
export function textWidth(text: string, size: number): number {
  let ems = 0;
  for (const character of text) ems += narrow.has(character) ? 0.33 : wide.has(character) ? 0.78 : 0.6;
  return ems * size;
}

/** Lines of at most so many pixels, broken between words. */
export function wrapText(text: string, size: number, width: number): readonly string[] {
  const lines: string[] = [];
  let current = "";
  for (const word of text.split(/\s+/)) {
    const longer = current === "" ? word : `${current} ${word}`;
    if (current !== "" && textWidth(longer, size) > width) {
      lines.push(current);
      current = word;
    } else current = longer;
  }
  if (current !== "") lines.push(current);
  return lines;
}
