import { syntaxHighlighting } from "@codemirror/language";
import type { Extension } from "@codemirror/state";
import { drawSelection, EditorView, highlightSpecialChars } from "@codemirror/view";
import { unseen } from "@idebridge/review";
import { classHighlighter } from "@lezer/highlight";
import { pageNonce } from "./pageNonce.ts";

export const unseenInCode = new RegExp(`(?!\\t)${unseen}`, "gu");

/** How code looks everywhere. Colours are in the style sheets: classes only, no styles of its own. */
export function codeLook(): Extension {
  const nonce = pageNonce();
  return [
    nonce === undefined ? [] : EditorView.cspNonce.of(nonce),
    highlightSpecialChars({ addSpecialChars: unseenInCode }),
    drawSelection(),
    syntaxHighlighting(classHighlighter),
  ];
}
