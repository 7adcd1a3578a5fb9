import type { Diagnostic } from "@idebridge/sdk";
import { expect, test } from "vitest";
import { Baselines } from "../../src/languages/baselines.ts";

const problem = (message: string, line = 0): Diagnostic => ({
  message,
  severity: "error",
  range: { start: { line, character: 0 }, end: { line, character: 1 } },
});
const file = (...diagnostics: Diagnostic[]) => ({ path: "/a", diagnostics });

test("problems that were found too late to be told are not told as new, wherever they have moved", () => {
  const baselines = new Baselines();
  const before = baselines.begin(1, "/a");
  before.told([problem("known")]);
  before.found([problem("known"), problem("late"), problem("late")]);
  const now = [
    problem("known", 3),
    problem("late", 4),
    problem("late", 5),
    problem("late", 6),
    problem("new"),
  ];
  expect(baselines.apply(1, [file(...now), { path: "/b", diagnostics: now }])).toEqual([
    file(problem("known", 3), problem("late", 6), problem("new")),
    { path: "/b", diagnostics: now },
  ]);
  // Another agent was not told that.
  expect(baselines.apply(2, [file(...now)])).toEqual([file(...now)]);
});

test("what was found in time is all told, and a new question begins anew", () => {
  const baselines = new Baselines();
  const late = baselines.begin(1, "/a");
  late.told([]);
  late.found([problem("old")]);
  expect(baselines.apply(1, [file(problem("old"))])).toEqual([]);
  baselines.begin(1, "/a").found([problem("old")]);
  expect(baselines.apply(1, [file(problem("old"))])).toEqual([file(problem("old"))]);
  const again = baselines.begin(1, "/a");
  again.told([]);
  again.found([problem("old")]);
  baselines.forget(1);
  expect(baselines.apply(1, [file(problem("old"))])).toEqual([file(problem("old"))]);
});
