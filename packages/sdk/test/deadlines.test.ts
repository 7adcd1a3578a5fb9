import { expect, it } from "vitest";
import { Deadlines } from "../src/protocol/deadlines.ts";
import { ManualClock } from "../src/testing/manualClock.ts";

function start() {
  const clock = new ManualClock();
  const passed: [string, number][] = [];
  const deadlines = new Deadlines<string>(clock, (key) => passed.push([key, clock.now()]));
  return { clock, deadlines, passed };
}

it("each passes at its own time, in whatever order they were set", async () => {
  const { clock, deadlines, passed } = start();
  for (const [key, at] of Object.entries({ b: 20, c: 30, a: 10, never: Number.POSITIVE_INFINITY }))
    deadlines.add(key, at);
  await clock.advance(15);
  deadlines.add("late", 5);
  await clock.advance(100);
  expect(passed).toEqual([
    ["a", 10],
    ["b", 20],
    ["late", 20],
    ["c", 30],
  ]);
});

it("what is done does not pass, and what comes after it still does", async () => {
  const { clock, deadlines, passed } = start();
  deadlines.add("done", 10);
  deadlines.delete("done");
  expect(clock.waiting).toBe(0);
  deadlines.add("open", 20);
  await clock.advance(30);
  deadlines.add("new", 5);
  await clock.advance(30);
  expect(passed).toEqual([
    ["open", 20],
    ["new", 35],
  ]);
});

it("one may be set while another passes", async () => {
  const clock = new ManualClock();
  const passed: string[] = [];
  const deadlines = new Deadlines<string>(clock, (key) => {
    passed.push(key);
    if (passed.length < 4) deadlines.add(`${key}+`, 10);
  });
  deadlines.add("a", 10);
  await clock.advance(1_000);
  expect(passed).toEqual(["a", "a+", "a++", "a+++"]);
});

it("one that is years away waits, without being looked at all the time", async () => {
  const { clock, deadlines, passed } = start();
  const days = 24 * 60 * 60 * 1_000;
  let timers = 0;
  const { after } = clock;
  clock.after = (milliseconds, run) => {
    timers++;
    expect(milliseconds).toBeLessThan(2 ** 31);
    return after.call(clock, milliseconds, run);
  };
  deadlines.add("far", 60 * days);
  await clock.advance(59 * days);
  expect([passed, timers]).toEqual([[], 3]);
  await clock.advance(days);
  expect(passed).toEqual([["far", 60 * days]]);
});

it("when they are stopped none passes, and no timer is left", async () => {
  const { clock, deadlines, passed } = start();
  deadlines.add("a", 10);
  deadlines.stop();
  expect(clock.waiting).toBe(0);
  await clock.advance(100);
  expect(passed).toEqual([]);
});

it("no timer is left when the rest is done because one passed", async () => {
  const clock = new ManualClock();
  const deadlines = new Deadlines<string>(clock, () => deadlines.delete("b"));
  deadlines.add("b", 20);
  deadlines.add("a", 10);
  await clock.advance(10);
  expect(clock.waiting).toBe(0);
});

it("who has many keeps the timer between them, and each still passes at its time", async () => {
  const clock = new ManualClock();
  const passed: [string, number][] = [];
  const deadlines = new Deadlines<string>(clock, (key) => passed.push([key, clock.now()]), true);
  deadlines.add("done", 10);
  deadlines.delete("done");
  expect(clock.waiting).toBe(1);
  deadlines.add("late", 25);
  await clock.advance(30);
  expect([passed, clock.waiting]).toEqual([[["late", 25]], 0]);
});
