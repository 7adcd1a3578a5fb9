/**
 * The lines of a text, each with its terminator (LF, CRLF or CR), so that joining them gives the very same text.
 * An empty text has no lines; only the last line may be without a terminator.
 */
export function splitLines(text: string): string[] {
  const lines: string[] = [];
  let start = 0;
  for (let at = nextBreak(text, 0); at < text.length; at = nextBreak(text, start)) {
    const end = at + (text.startsWith("\r\n", at) ? 2 : 1);
    lines.push(text.slice(start, end));
    start = end;
  }
  if (start < text.length) lines.push(text.slice(start));
  return lines;
}

function nextBreak(text: string, from: number): number {
  breaks.lastIndex = from;
  return breaks.exec(text)?.index ?? text.length;
}

const breaks = /[\r\n]/g;

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
