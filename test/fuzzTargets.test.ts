import { fileURLToPath } from "node:url";
import { expect, it } from "vitest";
import { failuresOf, fuzzTargets } from "../torture/fuzz.ts";

const root = fileURLToPath(new URL("..", import.meta.url));
/** One seed, so that a failure is the fault of a change; `npm run torture` tries others, and more. */
const seed = Number(process.env.FUZZ_SEED ?? 1);

it.each(fuzzTargets)("$name: withstands what is thrown at it", { timeout: 180_000 }, async (target) => {
  expect(await failuresOf(target, { root, seed, cases: target.casesInTests })).toEqual([]);
});
