import { expect, it } from "vitest";
import { uniqueAnchors } from "../src/uniqueAnchors.ts";

it("pairs what occurs once on each side, as much of it as is in the same order", () => {
  expect(uniqueAnchors(sequence("abxcxde"), sequence("qaxdbce"))).toEqual([
    [0, 1],
    [1, 4],
    [3, 5],
    [6, 6],
  ]);
  expect(uniqueAnchors(sequence("aabb"), sequence("ab"))).toEqual([]);
});

function sequence(text: string) {
  return { length: text.length, getElement: (index: number) => text.charCodeAt(index) };
}
