import { PassThrough } from "node:stream";
import { stripVTControlCharacters } from "node:util";
import { connect } from "@idebridge/sdk";
import { expect, it } from "vitest";
import { main } from "../src/main.ts";
import { Place } from "./place.ts";

const [ctrlC, ctrlD] = ["\u0003", "\u0004"];

/** `idebridge --review plain` on a terminal, whose keys the test presses. */
async function serving(place: Place) {
  const [stdin, stdout] = [new PassThrough(), new PassThrough()];
  let shown = "";
  stdout.on("data", (chunk) => {
    shown += String(chunk);
  });
  const context = { stdin, stdout, stderr: stdout, env: place.env, cwd: place.folder };
  const ended = main(["--review", "plain"], { ...context, isTTY: true, colour: false });
  const shows = (text: string, times = 1) =>
    expect.poll(() => shown.split(text).length - 1, { timeout: 10_000 }).toBe(times);
  await shows("claude --ide");
  return { ended, shows, press: (keys: string) => void stdin.write(keys), screen: () => shown };
}

it("Ctrl-D leaves while nothing is asked, Ctrl-C interrupts", async () => {
  using place = new Place();
  const codes: number[] = [];
  for (const key of [ctrlD, ctrlC]) {
    const { ended, press } = await serving(place);
    press(key);
    codes.push(await ended);
  }
  expect(codes).toEqual([0, 130]);
});

it("Ctrl-D goes back to a question that is open: it can still be answered, and Ctrl-D leaves then", async () => {
  using place = new Place();
  const { ended, shows, press, screen } = await serving(place);
  await using agent = await connect(place.options);
  const answer = agent.openDiff({ path: place.path("a.ts"), contents: "new\n" });
  await shows("accept it?", 1);
  for (const times of [1, 2]) {
    press(ctrlD);
    await shows("Not yet: 1 question is open. Ctrl-C stops idebridge all the same.", times);
    await shows("accept it?", times + 1);
  }
  press("y\r");
  expect(await answer).toMatchObject({ outcome: "accepted", contents: "new\n" });
  await shows("✓ accepted");
  expect(stripVTControlCharacters(screen())).not.toMatch(/\n\s*\n\s*✓/);
  press(ctrlD);
  expect(await ended).toBe(0);
});
