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

it("a review that comes while the screen still asks what there is does not get lost", async () => {
  const control = new FakeControl({ status, "reviews/list": [], "executions/list": [] });
  const stdout = new PassThrough();
  let shown = "";
  stdout.on("data", (data) => (shown += String(data)));
  const purpose = { once: false, ownsIdebridge: false, layout: "auto", keys: new KeyBindings({}) } as const;
  const screen = new Screen(
    { control: control.client, reconnect: async () => control.client },
    { ...purpose, theme: "dark", notify: "none" },
    contextWith(stdout),
  );
  const left = screen.run();
  await expect.poll(() => control.isAsked("changes/list")).toBe(true);
  control.tell({ type: "reviewOpened", review: pending(1, "/w/a.ts") });
  control.answer("changes/list", []);
  await expect.poll(() => shown).toContain("accept file");
  expect(shown).not.toContain("No change waits");
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
