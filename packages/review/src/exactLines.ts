import { diffTexts } from "./diffTexts.ts";
import { lineContent, lineEnding, splitLines } from "./lines.ts";

/** A text as editors hold it: lines, and the terminator of each. The last line, perhaps empty, never has one. */
export interface ExactLines {
  readonly contents: readonly string[];
  readonly endings: readonly string[];
}

/** A change as editors tell it: from somewhere in one line to somewhere in another, with so many breaks in their place. */
export interface LineChange {
  readonly first: number;
  readonly last: number;
  readonly breaks: number;
}

export function exactLines(lines: readonly string[]): ExactLines {
  const contents = lines.map(lineContent);
  const endings: string[] = lines.map(lineEnding);
  if (endings.at(-1) !== "") {
    contents.push("");
    endings.push("");
  }
  return { contents, endings };
}

/** The text of these lines, to the last byte. */
export function joinExactLines(contents: Iterable<string>, endings: readonly string[]): string {
  let text = "";
  let index = 0;
  for (const content of contents) {
    const whole = content + (endings[index++] ?? "");
    // A CR, and the LF of an empty line after it, would become one break.
    text = text.endsWith("\r") && whole.startsWith("\n") ? `${text.slice(0, -1)}\n${whole}` : text + whole;
  }
  return text;
}

/** How the lines end after these changes, which are in order: as before where a break stayed, else as the first line does. */
export function changedEndings(endings: readonly string[], changes: Iterable<LineChange>): string[] {
  const usual = endings[0] || "\n";
  const result: string[] = [];
  let line = 0;
  for (const { first, last, breaks } of changes) {
    // Two changes of one line: what is before the second is here already.
    for (; line < first; line++) result.push(endings[line]!);
    for (let added = 0; added < breaks; added++) {
      result.push((first + added < last && endings[first + added]) || usual);
    }
    line = Math.max(line, last);
  }
  for (; line < endings.length; line++) result.push(endings[line]!);
  return result;
}

/**
 * What the user made of a text, with every line that was left alone exactly as it was. Some editors show a text with one
 * kind of line ending and without its byte order mark: taking their text as it is would change lines that nobody touched.
 *
 * `shown` is what the editor made of `exact`, `edited` what the user made of that.
 */
export function exactEdit(exact: string, shown: string, edited: string): string {
  if (edited === shown) return exact;
  if (exact === shown) return edited;
  const mark = exact.startsWith("\ufeff") && !edited.startsWith("\ufeff") ? "\ufeff" : "";
  const [was, is] = [firstEnding(shown), firstEnding(edited)];
  // The user has chosen other line endings, or there were none.
  if (was !== is && is !== "") return mark + edited;
  const [before, after] = [splitLines(shown), splitLines(edited)];
  const old = exactLines(splitLines(exact.slice(mark.length)));
  const typed = exactLines(after).contents;
  const changes: LineChange[] = [];
  const contents: string[] = [];
  let next = 0;
  for (const hunk of diffTexts(shown, edited)) {
    const breaks = countBreaks(after.slice(hunk.after.start, hunk.after.end));
    const removed = countBreaks(before.slice(hunk.before.start, hunk.before.end));
    changes.push({ first: hunk.before.start, last: hunk.before.start + removed, breaks });
    // What an editor cannot show, such as half a character, is in the lines of before.
    contents.push(...old.contents.slice(next, hunk.before.start));
    const isLast = hunk.before.end === before.length;
    contents.push(...typed.slice(hunk.after.start, isLast ? undefined : hunk.after.end));
    next = isLast ? old.contents.length : hunk.before.end;
  }
  contents.push(...old.contents.slice(next));
  return mark + joinExactLines(contents, changedEndings(old.endings, changes));
}

function firstEnding(text: string): string {
  return /\r\n|\r|\n/.exec(text)?.[0] ?? "";
}

function countBreaks(lines: readonly string[]): number {
  return lines.filter((line) => lineEnding(line) !== "").length;
}
