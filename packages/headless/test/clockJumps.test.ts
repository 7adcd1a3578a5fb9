import { afterEach, expect, test, vi } from "vitest";
import { BoundedMessages } from "../src/languages/boundedMessages.ts";
import { ServerDocument } from "../src/languages/serverDocument.ts";
import { TrackedDocument } from "../src/languages/trackedDocument.ts";

const day = 24 * 60 * 60_000;

afterEach(() => void vi.useRealTimers());

test("a server is not taken for one that floods because the clock was set back", async () => {
  vi.useFakeTimers({ toFake: ["Date", "performance"], now: day * 20_000 });
  const messages = new BoundedMessages({ messageBytes: 100, messages: 10, bytes: 10_000 });
  messages.resume();
  const problem = new Promise<string>((resolve) => messages.once("error", ({ message }) => resolve(message)));
  const say = (count: number) => {
    for (let left = count; left > 0; left--) messages.write("Content-Length: 2\r\n\r\n{}");
  };
  say(6);
  vi.setSystemTime(day * 19_999);
  vi.advanceTimersByTime(6_000);
  say(6);
  expect(messages.errored).toBeNull();
  say(6);
  expect(await problem).toBe("it sent 11 messages at once");
});

test("problems that are told after the clock was set back are those of the text", () => {
  vi.useFakeTimers({ toFake: ["Date", "performance"], now: day * 20_000 });
  const state = new ServerDocument(new TrackedDocument("/a.txt"));
  state.sent(performance.now());
  vi.setSystemTime(day * 19_999);
  vi.advanceTimersByTime(10);
  state.published({ uri: "file:///a.txt", diagnostics: [], version: 1 }, performance.now());
  expect(state.untilPublished(performance.now(), false)).toBeLessThan(1_000);
});
