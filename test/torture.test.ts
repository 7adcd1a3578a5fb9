import { fileURLToPath } from "node:url";
import { expect, test } from "vitest";
import { isMet } from "../measured/figure.ts";
import type { Measurement } from "../measured/measurement.ts";
import { cycles } from "../torture/cycles.ts";
import { kills } from "../torture/kills.ts";
import { leaks } from "../torture/leaks.ts";
import { load } from "../torture/load.ts";

/** The same as `npm run torture`, for seconds instead of minutes, and always alike. */
const options = { root: fileURLToPath(new URL("..", import.meta.url)), seed: 7 };

/** What must not happen at all. How long something takes, and the last per cent of memory, is for quieter machines. */
function faults({ figures }: Measurement): readonly string[] {
  return figures
    .filter((figure) => ["violations", "kinds"].includes(figure.unit) && !isMet(figure))
    .map(({ name, note }) => `${name}: ${note}`);
}

test("clients of all kinds at once disturb nobody, and leave nothing behind", {
  timeout: 120_000,
}, async () => {
  expect(faults(await load(options, { seconds: 4, rough: 4 }))).toEqual([]);
});

test("clients that come and go leave nothing behind", { timeout: 120_000 }, async () => {
  expect(faults(await cycles(options, { warmUp: 30, cycles: 60, looks: 1 }))).toEqual([]);
});

test("a session that goes on leaves nothing behind", { timeout: 120_000 }, async () => {
  const work = { reviews: 8, documents: 8, diagnostics: 4, frontEnds: 4, changes: 10 };
  expect(faults(await leaks(options, { warmUp: 1, rounds: 1, work }))).toEqual([]);
});

test("whoever is killed, at any step of a review: nothing is accepted that was not, and nothing is left", {
  timeout: 240_000,
}, async () => {
  const victims = ["the server", "the agent", "the front end"];
  expect(faults(await kills(options, { times: 1, terminals: 1, writings: 4, victims }))).toEqual([]);
});
