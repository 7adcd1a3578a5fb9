import { PassThrough } from "node:stream";
import { expect, it } from "vitest";
import type { Context } from "../src/context.ts";
import { KeyBindings } from "../src/screen/keys/keyBindings.ts";
import { Screen } from "../src/screen/screen.ts";
import { PlainFrontEnd } from "../src/serve/plainFrontEnd.ts";
import { FakeControl } from "./fakeControl.ts";
import { pending, status } from "./screen/desk.ts";

function contextWith(stdout: PassThrough): Context {
  const streams = { stdin: new PassThrough(), stdout, stderr: new PassThrough() };
  return { ...streams, env: { NO_COLOR: "1" }, cwd: "/w", isTTY: false, colour: false };
}

/** A screen on these lines, one after the other, and what it has shown. */
function screenOn(...lines: FakeControl[]) {
  const stdout = new PassThrough();
  let shown = "";
  stdout.on("data", (data) => (shown += String(data)));
  const [first, ...others] = lines.map(({ client }) => client);
  const reconnect = async () => {
    const next = others.shift();
    if (!next) throw new Error("Nobody is there");
    return next;
  };
  const purpose = { once: false, ownsIdebridge: false, layout: "auto", keys: new KeyBindings({}) } as const;
  const settings = { ...purpose, theme: "dark", notify: "none" } as const;
  const screen = new Screen({ control: first!, reconnect }, settings, contextWith(stdout));
  return { screen, shown: () => shown, left: screen.run(), others };
}

const nothing = { status, "reviews/list": [], "executions/list": [] };

it("a review that comes while the screen still asks what there is does not get lost", async () => {
  const control = new FakeControl(nothing);
  const { screen, shown, left } = screenOn(control);
  await expect.poll(() => control.isAsked("changes/list")).toBe(true);
  control.tell({ type: "reviewOpened", review: pending(1, "/w/a.ts") });
  control.answer("changes/list", []);
  await expect.poll(shown).toContain("accept file");
  expect(shown()).not.toContain("No change waits");
  screen.close();
  await left;
});

it("a line that is cut while the screen asks what there is: it takes the next one, and only one", async () => {
  const all = { ...nothing, "changes/list": [] };
  const [first, cut, next, spare] = [
    new FakeControl(all),
    new FakeControl({ status, "executions/list": [] }),
    new FakeControl(all),
    new FakeControl(all),
  ];
  const { screen, shown, left, others } = screenOn(first, cut, next, spare);
  await expect.poll(shown).toContain("No change waits");
  first.close();
  await expect.poll(() => cut.isAsked("reviews/list")).toBe(true);
  cut.close();
  await expect.poll(shown).toContain("idebridge is back");
  // As long as another one would need to connect, too.
  await new Promise((resolve) => setTimeout(resolve, 700));
  expect(others).toEqual([spare]);
  screen.close();
  await left;
});

it("a line that is cut before what was asked is answered: says what to do", async () => {
  const control = new FakeControl({ ...nothing, "reviews/list": [pending(1)], "changes/list": [] });
  const { screen, shown, left } = screenOn(control);
  await expect.poll(() => control.isAsked("reviews/read")).toBe(true);
  control.close();
  await expect.poll(shown).toContain("idebridge has stopped before it answered. Start one for this folder");
  screen.close();
  await left;
});

it("line by line, a review that ends in the moment in which it is listed is not asked about", async () => {
  const control = new FakeControl({ status, "executions/list": [] });
  const running = new PlainFrontEnd(control.client, contextWith(new PassThrough())).run({ once: true });
  await expect.poll(() => control.isAsked("reviews/list")).toBe(true);
  control.answer("reviews/list", [pending(1, "/w/a.ts")]);
  control.tell({ type: "reviewClosed", id: 1, outcome: "accepted", by: "browser", isEdited: false });
  expect([await running, control.isAsked("reviews/read")]).toEqual(["done", false]);
});
