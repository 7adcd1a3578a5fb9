import { PassThrough } from "node:stream";
import type { ControlClient, ControlEvent } from "@idebridge/headless";
import { expect, test } from "vitest";
import { openScreen } from "../../src/serve/openScreen.ts";
import { pending, status } from "./desk.ts";

/** A line whose list of reviews comes long before the one of changes, and a change is proposed in between. */
function slowLine() {
  let tell: (event: ControlEvent) => void = () => {};
  const answers: Readonly<Record<string, () => unknown>> = {
    status: () => status,
    "reviews/list": () => [],
    "executions/list": () => [],
    "changes/list": async () => {
      await new Promise(setImmediate);
      tell({ type: "reviewOpened", review: pending(1) });
      await new Promise(setImmediate);
      return [];
    },
  };
  const control = {
    subscribe(listener: typeof tell) {
      tell = listener;
      return () => {};
    },
    closed: new Promise(() => {}),
    request: async (method: string) => answers[method]?.() ?? new Promise(() => {}),
    close() {},
  };
  return control as unknown as ControlClient;
}

test("a change that is proposed while the screen opens is not lost", async () => {
  const [stdin, stdout, stderr] = [new PassThrough(), new PassThrough(), new PassThrough()];
  let shown = "";
  stdout.setEncoding("utf8").on("data", (text: string) => {
    shown += text;
  });
  const context = { stdin, stdout, stderr, env: {}, cwd: "/w", isTTY: true, colour: false };
  const line = { control: slowLine(), reconnect: () => new Promise<never>(() => {}) };
  const screen = await openScreen(line, { once: false, ownsIdebridge: false }, { theme: "dark" }, context);
  const left = screen.run();
  for (let turn = 0; turn < 20; turn++) await new Promise(setImmediate);
  const titles = shown.split("\u001b]2;").map((rest) => rest.split("\u0007")[0]);
  screen.close();
  await left;
  expect(titles.at(-1)).toBe("(1) idebridge");
});
