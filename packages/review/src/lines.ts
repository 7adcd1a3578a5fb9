/**
 * The lines of a text, each with its terminator (LF, CRLF or CR), so that joining them gives the very same text.
 * An empty text has no lines; only the last line may be without a terminator.
 */
export function splitLines(text: string): string[] {
  const lines: string[] = [];
  let [feed, carriage] = [-1, -1];
  for (let start = 0; start < text.length; ) {
    // Looked for only once passed: most texts have but one of them.
    if (feed < start) feed = indexOrEnd(text, "\n", start);
    if (carriage < start) carriage = indexOrEnd(text, "\r", start);
    const end = feed === carriage + 1 ? feed + 1 : Math.min(feed, carriage) + 1;
    lines.push(text.slice(start, end));
    start = end;
  }
  return lines;
}

function indexOrEnd(text: string, searched: string, from: number): number {
  const index = text.indexOf(searched, from);
  return index < 0 ? text.length : index;
}

/** A line without its terminator: what is shown of it. */
export function lineContent(line: string): string {
  return line.slice(0, line.length - lineEnding(line).length);
}

/** The terminator of a line: empty only for the last line of a text. */
export function lineEnding(line: string): "" | "\n" | "\r\n" | "\r" {
  if (line.endsWith("\r\n")) return "\r\n";
  if (line.endsWith("\n")) return "\n";
  return line.endsWith("\r") ? "\r" : "";
}

/** False if these two, one after the other, would become one line: no terminator between them, or CR and LF. */
export function staySeparate(line: string | undefined, next: string | undefined): boolean {
  if (line === undefined || next === undefined) return true;
  const ending = lineEnding(line);
  return ending !== "" && !(ending === "\r" && next.startsWith("\n"));
}
