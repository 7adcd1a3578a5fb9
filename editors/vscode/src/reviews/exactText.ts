import { diffTexts, lineContent, lineEnding, splitLines } from "@idebridge/review";

/**
 * What the user made of a text, with every line that was left alone exactly as it was. VS Code shows a text with one
 * kind of line ending and without its byte order mark: taking its text as it is would change lines that nobody touched.
 */
export function exactText(exact: string, shown: string, edited: string): string {
  if (edited === shown) return exact;
  if (exact === shown) return edited;
  const exactLines = splitLines(exact);
  const editedLines = splitLines(edited);
  const hunks = diffTexts(shown, edited);
  const result: string[] = [];
  let next = 0;
  for (const { before, after } of hunks) {
    result.push(...exactLines.slice(next, before.start), ...editedLines.slice(after.start, after.end));
    next = before.end;
  }
  result.push(...exactLines.slice(next));
  return withMark(exact, closed(result).join(""));
}

/** A last line without an ending may now have lines after it. */
function closed(lines: readonly string[]): string[] {
  const usual = lineEnding(lines[0] ?? "") || "\n";
  return lines.map((line, index) =>
    index < lines.length - 1 && lineEnding(line) === "" ? lineContent(line) + usual : line,
  );
}

function withMark(exact: string, text: string): string {
  return exact.startsWith("\ufeff") && !text.startsWith("\ufeff") ? `\ufeff${text}` : text;
}
