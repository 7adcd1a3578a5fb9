import { afterEach, expect, it, vi } from "vitest";
import { suiteCommand } from "../suite.ts";

const part = vi.fn();
const suite = { name: "bench", root: "/nowhere", parts: { start: part }, usage: [] };
const run = (...args: string[]) => suiteCommand(suite, args, {}, () => ({}));

afterEach(() => vi.restoreAllMocks());

it.each([
  { args: ["--bogus"], why: "Unknown option '--bogus'" },
  { args: ["start"], why: "Unexpected argument 'start'" },
  { args: ["--only"], why: "Option '--only <value>' argument missing" },
  { args: ["--only", "end"], why: "There is no part end" },
])("$args: what is wrong, and how it is used; nothing is run", async ({ args, why }) => {
  const said = vi.spyOn(console, "error").mockImplementation(() => {});
  expect(await run(...args)).toBe(2);
  const [first, second] = String(said.mock.calls[0]?.[0]).split("\n");
  expect([first, second]).toEqual([why, "npm run bench -- [options]"]);
  expect(part).not.toHaveBeenCalled();
});
