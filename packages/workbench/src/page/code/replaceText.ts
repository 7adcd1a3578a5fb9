import { type EditorState, Text, Transaction, type TransactionSpec } from "@codemirror/state";
import { type ExactText, exactEndings, lineEndings } from "./exactText.ts";

/**
 * Makes one text of another with as small a change as whole lines allow: cursor and scrolling stay. Not a step that the
 * user can undo.
 */
export function replaceText(state: EditorState, { doc, endings }: ExactText): TransactionSpec {
  const known = state.field(lineEndings, false);
  // Nothing to replace: not even a line by itself, which would move the cursor.
  if (state.doc.eq(doc) && (known === undefined || same(known, endings))) return {};
  const [old, fresh] = [state.doc.toJSON(), doc.toJSON()];
  const most = Math.min(old.length, fresh.length) - 1;
  let head = 0;
  while (head < most && old[head] === fresh[head]) head++;
  let tail = 0;
  while (tail < most - head && old[old.length - 1 - tail] === fresh[fresh.length - 1 - tail]) tail++;
  return {
    changes: {
      from: state.doc.line(head + 1).from,
      to: state.doc.line(old.length - tail).to,
      insert: Text.of(fresh.slice(head, fresh.length - tail)),
    },
    annotations: [exactEndings.of(endings), Transaction.addToHistory.of(false)],
  };
}

function same(a: readonly string[], b: readonly string[]): boolean {
  return a.length === b.length && a.every((each, index) => each === b[index]);
}
