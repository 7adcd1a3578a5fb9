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

it("finds them also where numbers are far apart", () => {
  const [far, further] = [1_000_000, 2_000_000];
  expect(uniqueAnchors(numbers(far, 3, 3, further), numbers(3, far, 7, further))).toEqual([
    [0, 1],
    [3, 3],
  ]);
  expect(uniqueAnchors(numbers(), numbers(1))).toEqual([]);
});

function numbers(...all: readonly number[]) {
  return { length: all.length, getElement: (index: number) => all[index]! };
}

function sequence(text: string) {
  return { length: text.length, getElement: (index: number) => text.charCodeAt(index) };
}
