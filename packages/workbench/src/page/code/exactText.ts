import { Annotation, type EditorState, StateField, Text, type Transaction } from "@codemirror/state";
import { lineContent, lineEnding, splitLines } from "@idebridge/review";

/** A text as an editor holds it: lines, and the terminator of each. The last line never has one. */
export interface ExactText {
  readonly doc: Text;
  readonly endings: readonly string[];
}

/** Comes with a transaction that replaces text by text of ours, and says how its lines end. */
export const exactEndings = Annotation.define<readonly string[]>();

/**
 * How each line ends. CodeMirror knows one kind of line break only; here a text with CRLF, CR or a mixture leaves the
 * editor exactly as it came.
 */
export const lineEndings = StateField.define<readonly string[]>({
  create: (state) => Array.from({ length: state.doc.lines }, (_, line) => defaultEnding(state.doc, line)),
  update(endings, transaction) {
    if (!transaction.docChanged) return endings;
    return transaction.annotation(exactEndings) ?? changedEndings(endings, transaction);
  },
});

export function toExactText(text: string): ExactText {
  return toExactLines(splitLines(text));
}

export function toExactLines(lines: readonly string[]): ExactText {
  const contents = lines.map(lineContent);
  const endings: string[] = lines.map(lineEnding);
  const last = endings.at(-1);
  if (last !== "") {
    contents.push("");
    endings.push("");
  }
  return { doc: Text.of(contents), endings };
}

/** The text of an editor, to the last byte. */
export function exactTextOf(state: EditorState): string {
  const endings = state.field(lineEndings);
  let text = "";
  let line = 0;
  for (const content of state.doc.iterLines()) text += content + (endings[line++] ?? "");
  return text;
}

function changedEndings(endings: readonly string[], { changes, startState, newDoc }: Transaction): string[] {
  const usual = endings[0] || "\n";
  const result: string[] = [];
  let line = 0;
  changes.iterChanges((fromA, toA, fromB, toB) => {
    const first = startState.doc.lineAt(fromA).number - 1;
    const last = startState.doc.lineAt(toA).number - 1;
    const breaks = newDoc.lineAt(toB).number - newDoc.lineAt(fromB).number;
    // Two changes of one line: what is before the second is here already.
    for (; line < first; line++) result.push(endings[line]!);
    for (let added = 0; added < breaks; added++) {
      result.push((first + added < last && endings[first + added]) || usual);
    }
    line = Math.max(line, last);
  });
  for (; line < endings.length; line++) result.push(endings[line]!);
  return result;
}

function defaultEnding(doc: Text, line: number): string {
  return line === doc.lines - 1 ? "" : "\n";
}
