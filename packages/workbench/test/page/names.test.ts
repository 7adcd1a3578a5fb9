import { shellWord } from "@idebridge/headless/protocol";
import { expect, test } from "vitest";
import { mergeTexts } from "../../src/page/code/mergeTexts.ts";
import { splitPath } from "../../src/page/ui/splitPath.ts";
import { visible, visibleLines } from "../../src/page/ui/visible.ts";

test("what cannot be seen is spelled out", () => {
  expect(visible("a\u202egpj.exe\n\u0000é😀\ud800")).toBe("a\\u{202e}gpj.exe\\u{a}\\u{0}é😀\\u{d800}");
  expect(visible("ad\u200bmin\u3164 👨‍👩‍👧")).toBe("ad\\u{200b}min\\u{3164} 👨‍👩‍👧");
  expect(visibleLines("a\tb\u001b[31m\nc\r")).toBe("a\tb\\u{1b}[31m\nc\\u{d}");
});

test.each([
  ["/a/b-c.d", "/a/b-c.d"],
  ["/a b;rm -rf ~", "'/a b;rm -rf ~'"],
  ["/it's $(x)", "'/it'\\''s $(x)'"],
  ["-rf", "'-rf'"],
])("%s in a command that is meant to be copied", (path, word) => {
  expect(shellWord(path)).toBe(word);
});

test.each([
  { path: "/a/b.ts", folder: "/a", name: "b.ts" },
  { path: "src/odd\\name.ts", folder: "src", name: "odd\\name.ts" },
  { path: "C:\\a\\b.ts", folder: "C:\\a", name: "b.ts" },
  { path: "b.ts", folder: "", name: "b.ts" },
])("the folder and the name of $path", ({ path, folder, name }) => {
  expect(splitPath(path)).toEqual({ folder, name });
});

test("two people in one text: both changes, or what is in the document where both changed the same", () => {
  const base = "1\n2\n3\n4\n5\n";
  expect(mergeTexts(base, "one\n2\n3\n4\n5\n", "1\n2\n3\n4\nfive\n")).toEqual({
    text: "one\n2\n3\n4\nfive\n",
    conflicts: 0,
  });
  expect(mergeTexts(base, "mine\n2\n3\n4\n5\n", "theirs\n2\n3\n4\n5\n")).toEqual({
    text: "theirs\n2\n3\n4\n5\n",
    conflicts: 1,
  });
});
