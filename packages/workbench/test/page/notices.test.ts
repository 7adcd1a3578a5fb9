import { expect, it } from "vitest";
import { Notices } from "../../src/page/state/notices.ts";

it("what goes wrong again and again is shown once, beside what else went wrong", async () => {
  const notices = new Notices();
  const fail = (text: string) =>
    notices.attempt(async () => {
      throw new Error(text);
    });
  for (const text of ["not there", "no such file", "not there", "not there"]) await fail(text);
  expect(notices.toasts.value.map(({ text }) => text)).toEqual(["no such file", "not there"]);
});
