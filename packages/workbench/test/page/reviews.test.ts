import type { PendingReview, ReviewTexts } from "@idebridge/headless/protocol";
import { signal } from "@preact/signals";
import { expect, it, vi } from "vitest";
import type { ControlLink } from "../../src/page/link/controlLink.ts";
import { Notices } from "../../src/page/state/notices.ts";
import type { Preferences } from "../../src/page/state/preferences.ts";
import { Reviews } from "../../src/page/state/reviews.ts";

const review = { id: 1, path: "/w/a.ts", client: { id: 1, name: "agent" } } as PendingReview;

it("says where there are no more files", async () => {
  const proposal = { id: 1, path: "/w/a.ts", oldPath: "/w/a.ts", contents: "", title: "" };
  const link = { request: async () => ({ review, proposal, original: "" }) satisfies ReviewTexts };
  const notices = new Notices();
  const reviews = new Reviews(link as unknown as ControlLink, notices, {} as Preferences);
  reviews.hear({ type: "reviewOpened", review });
  reviews.move(1);
  reviews.move(-1);
  expect(notices.toasts.value.map(({ text }) => text)).toEqual(["This is the first file"]);
});

it("what is clicked while the file changes on disk is not sent: it was meant for what was there before", async () => {
  let original = "one\n";
  const waiting: (() => void)[] = [];
  let isSlow = false;
  const asked: string[] = [];
  const link = {
    async request(method: string) {
      asked.push(method);
      if (isSlow) await new Promise<void>((resolve) => waiting.push(resolve));
      const proposal = { id: 1, path: "/w/a.ts", oldPath: "/w/a.ts", contents: "one\ntwo\n", title: "" };
      return { review, proposal, original } satisfies ReviewTexts;
    },
  };
  const preferences = { undoSeconds: signal("0") };
  const reviews = new Reviews(
    link as unknown as ControlLink,
    new Notices(),
    preferences as unknown as Preferences,
  );
  reviews.hear({ type: "reviewOpened", review });
  await vi.waitFor(() => expect(reviews.desk.value?.id).toBe(1));
  const desk = reviews.desk.value!;
  original = "zero\none\n";
  isSlow = true;
  reviews.hear({ type: "reviewChanged", review });
  const clicked = reviews.accept(desk);
  await vi.waitFor(() => expect(waiting).toHaveLength(2));
  for (const go of waiting) go();
  await clicked;
  expect([desk.review.value.before, asked.includes("reviews/decide")]).toEqual(["zero\none\n", false]);
  isSlow = false;
  await reviews.accept(desk);
  expect(asked.at(-1)).toBe("reviews/decide");
});
