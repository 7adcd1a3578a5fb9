import { EditorState } from "@codemirror/state";
import fc from "fast-check";
import { expect, test } from "vitest";
import { exactTextOf, lineEndings, toExactText } from "../../src/page/code/exactText.ts";
import { replaceText } from "../../src/page/code/replaceText.ts";

function editorOf(text: string): EditorState {
  const { doc, endings } = toExactText(text);
  return EditorState.create({ doc, extensions: [lineEndings.init(() => endings)] });
}

const anyText = fc
  .array(fc.constantFrom("a", "b", "", "\n", "\r\n", "\r", "\ufeff", "\ud800"), { maxLength: 20 })
  .map((parts) => parts.join(""));

test("a text leaves an editor as it came", () => {
  fc.assert(
    fc.property(anyText, (text) => {
      expect(exactTextOf(editorOf(text))).toBe(text);
    }),
  );
});

test("one text is made of another, to the last byte", () => {
  fc.assert(
    fc.property(anyText, anyText, (before, after) => {
      const state = editorOf(before);
      const changed = state.update(replaceText(state, toExactText(after))).state;
      expect(exactTextOf(changed)).toBe(after);
    }),
  );
});

test.each([
  { what: "a line in between", insert: { from: 3, insert: "\nnew" }, expected: "one\r\nnew\r\ntwo\nthree" },
  { what: "at the end", insert: { from: 13, insert: "\n" }, expected: "one\r\ntwo\nthree\r\n" },
  { what: "lines taken out", insert: { from: 2, to: 9 }, expected: "onhree" },
])("typing keeps the endings of the lines around it: $what", ({ insert, expected }) => {
  const state = editorOf("one\r\ntwo\nthree");
  expect(exactTextOf(state.update({ changes: insert }).state)).toBe(expected);
});

test("several changes at once, in one line and in others", () => {
  const state = editorOf("a b\r\nc\nd\r\n");
  const changes = [
    { from: 0, insert: "x\n" },
    { from: 2, insert: "y\n" },
    { from: 5, to: 6, insert: "," },
  ];
  expect(exactTextOf(state.update({ changes }).state)).toBe("x\r\na y\r\nb\r\nc,d\r\n");
});
