import { expect, test } from "vitest";
import { steadyClock } from "../../src/screen/steadyClock.ts";

test("the time goes on where it was when the clock is set back, and with the clock when it is set forward", () => {
  let time = 1_000;
  const now = steadyClock(() => time);
  const times = [1_000, 1_500, 200, 700, 5_000].map((set) => {
    time = set;
    return now();
  });
  expect(times).toEqual([1_000, 1_500, 1_500, 2_000, 6_300]);
});
