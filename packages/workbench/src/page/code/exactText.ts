import { Annotation, type EditorState, StateField, Text, type Transaction } from "@codemirror/state";
import { changedEndings, exactLines, joinExactLines, type LineChange, splitLines } from "@idebridge/review";

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
    const exact = transaction.annotation(exactEndings);
    if (exact) return exact;
    return transaction.docChanged ? changedEndings(endings, lineChanges(transaction)) : endings;
  },
});

export function toExactText(text: string): ExactText {
  return toExactLines(splitLines(text));
}

export function toExactLines(lines: readonly string[]): ExactText {
  const { contents, endings } = exactLines(lines);
  return { doc: Text.of(contents), endings };
}

/** The text of an editor, to the last byte. */
export function exactTextOf(state: EditorState): string {
  return joinExactLines(state.doc.iterLines(), state.field(lineEndings));
}

function lineChanges({ changes, startState, newDoc }: Transaction): readonly LineChange[] {
  const result: LineChange[] = [];
  changes.iterChanges((fromA, toA, fromB, toB) => {
    result.push({
      first: startState.doc.lineAt(fromA).number - 1,
      last: startState.doc.lineAt(toA).number - 1,
      breaks: newDoc.lineAt(toB).number - newDoc.lineAt(fromB).number,
    });
  });
  return result;
}

function defaultEnding(doc: Text, line: number): string {
  return line === doc.lines - 1 ? "" : "\n";
}
