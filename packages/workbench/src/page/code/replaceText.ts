import { Text, type TransactionSpec } from "@codemirror/state";
import { type ExactText, exactEndings } from "./exactText.ts";

/** Makes one text of another with as small a change as whole lines allow: cursor and scrolling stay. */
export function replaceText(from: Text, { doc, endings }: ExactText): TransactionSpec {
  const [old, fresh] = [from.toJSON(), doc.toJSON()];
  const most = Math.min(old.length, fresh.length) - 1;
  let head = 0;
  while (head < most && old[head] === fresh[head]) head++;
  let tail = 0;
  while (tail < most - head && old[old.length - 1 - tail] === fresh[fresh.length - 1 - tail]) tail++;
  return {
    changes: {
      from: from.line(head + 1).from,
      to: from.line(old.length - tail).to,
      insert: Text.of(fresh.slice(head, fresh.length - tail)),
    },
    annotations: exactEndings.of(endings),
  };
}
