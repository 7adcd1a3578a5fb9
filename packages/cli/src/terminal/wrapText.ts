import { cutToWidth, widthOf } from "./textWidth.ts";

/** Lines of at most so many columns, broken between words; in a word only where it is longer than a line. */
export function wrapText(text: string, columns: number): readonly string[] {
  const lines: string[] = [];
  let line = "";
  for (const word of text.split(" ")) {
    let rest = word;
    const joined = line === "" ? rest : `${line} ${rest}`;
    if (widthOf(joined) <= columns) {
      line = joined;
      continue;
    }
    if (line !== "") lines.push(line);
    while (widthOf(rest) > columns) {
      // A character that is wider than a line stands alone.
      const part = cutToWidth(rest, columns) || String.fromCodePoint(rest.codePointAt(0)!);
      lines.push(part);
      rest = rest.slice(part.length);
    }
    line = rest;
  }
  return line === "" && lines.length > 0 ? lines : [...lines, line];
}
