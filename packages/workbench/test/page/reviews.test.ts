import type { Execution, PendingReview, ReviewTexts } from "@idebridge/headless/protocol";
import { Review } from "@idebridge/review";
import { signal } from "@preact/signals";
import { expect, it, vi } from "vitest";
import type { ControlLink } from "../../src/page/link/controlLink.ts";
import { Executions } from "../../src/page/state/executions.ts";
import { Notices } from "../../src/page/state/notices.ts";
import type { Preferences } from "../../src/page/state/preferences.ts";
import { ReviewDesk } from "../../src/page/state/reviewDesk.ts";
import { Reviews } from "../../src/page/state/reviews.ts";

const review = { id: 1, path: "/w/a.ts", client: { id: 1, name: "agent" } } as PendingReview;

it("says where there are no more files", async () => {
  const proposal = { id: 1, path: "/w/a.ts", oldPath: "/w/a.ts", contents: "", title: "" };
  const link = { request: async () => ({ review, proposal, base: "", original: "" }) satisfies ReviewTexts };
  const notices = new Notices();
  const reviews = new Reviews(link as unknown as ControlLink, notices, {} as Preferences);
  reviews.hear({ type: "reviewOpened", review });
  reviews.move(1);
  reviews.move(-1);
  expect(notices.toasts.value.map(({ text }) => text)).toEqual(["This is the first file"]);
});

it("what is proposed while the lists are on their way is not lost", async () => {
  let release = () => {};
  const slow = new Promise<void>((resolve) => {
    release = resolve;
  });
  const link = {
    async request(method: string) {
      if (method === "reviews/history" || method === "kernels/list") await slow;
      return [];
    },
  } as unknown as ControlLink;
  const reviews = new Reviews(link, new Notices(), {} as Preferences);
  const executions = new Executions(link, new Notices());
  const lists = Promise.all([reviews.refresh(), executions.refresh()]);
  await new Promise((resolve) => setTimeout(resolve));
  const execution = { id: 2, client: { name: "agent" } } as Execution;
  reviews.hear({ type: "reviewOpened", review });
  executions.hear({ type: "executionAsked", execution });
  release();
  await lists;
  expect([reviews.pending.value, executions.all.value]).toEqual([[review], [execution]]);
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
      return { review, proposal, base: "one\n", original } satisfies ReviewTexts;
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

it("opened after the file has changed: the decisions are there, and what was written meanwhile is no part of it", async () => {
  const [base, contents] = ["a\nb\nc\nd\ne\n", "A\nb\nC\nd\nE\n"];
  const draft = Review.start(base, contents).decide("all", "accepted").decide(1, "rejected").toJSON();
  const proposal = { id: 1, path: "/w/a.ts", oldPath: "/w/a.ts", contents, title: "" };
  const texts = { review, proposal, base, original: `top\n${base}` };
  const [fresh, drafted] = await Promise.all([
    ReviewDesk.open(texts, () => {}),
    ReviewDesk.open({ ...texts, draft }, () => {}),
  ]);
  fresh.decideRest("accepted");
  expect([fresh, drafted].map((desk) => desk.review.value.finalText())).toEqual([
    `top\n${contents}`,
    "top\nA\nb\nc\nd\nE\n",
  ]);
  // Decided where the change has not been seen yet.
  fresh.take(draft);
  expect(fresh.review.value.finalText()).toBe("top\nA\nb\nc\nd\nE\n");
});

it("a hunk that meets a change on disk is not accepted with the rest: it is to be decided", async () => {
  const asked: string[] = [];
  const link = {
    async request(method: string) {
      asked.push(method);
      const proposal = { id: 1, path: "/w/a.ts", oldPath: "/w/a.ts", contents: "2\n", title: "" };
      return { review, proposal, base: "1\n", original: "mine\n" } satisfies ReviewTexts;
    },
  };
  const reviews = new Reviews(link as unknown as ControlLink, new Notices(), {
    undoSeconds: signal("0"),
  } as unknown as Preferences);
  reviews.hear({ type: "reviewOpened", review });
  await vi.waitFor(() => expect(reviews.desk.value?.id).toBe(1));
  const desk = reviews.desk.value!;
  await reviews.accept(desk);
  expect(asked).not.toContain("reviews/decide");
  desk.decideHunk(0, "accepted");
  await reviews.accept(desk);
  expect(asked).toContain("reviews/decide");
});

it("a review that comes while the lists are on their way does not get lost", async () => {
  let tellHistory = (_: readonly unknown[]) => {};
  const link = {
    request: async (method: string) => {
      if (method === "reviews/list") return [];
      if (method === "reviews/history") return new Promise((resolve) => (tellHistory = resolve));
      throw new Error("no texts");
    },
  };
  const reviews = new Reviews(link as unknown as ControlLink, new Notices(), {} as Preferences);
  const refreshed = reviews.refresh();
  await new Promise((resolve) => setTimeout(resolve));
  reviews.hear({ type: "reviewOpened", review });
  tellHistory([]);
  await refreshed.catch(() => {});
  expect(reviews.pending.value).toEqual([review]);
});

it("what the user wrote is kept when the review ends undecided, until they discard it", async () => {
  const proposal = { id: 1, path: "/w/a.ts", oldPath: "/w/a.ts", contents: "one\ntwo\n", title: "" };
  const lists: Record<string, readonly unknown[]> = { "reviews/list": [], "reviews/history": [] };
  const link = {
    request: async (method: string, params?: { readonly id: number }) =>
      lists[method] ?? { review: { ...review, id: params?.id }, proposal, base: "one\n", original: "one\n" },
  };
  const stored = new Map<string, string>();
  const storage = {
    getItem: (key: string) => stored.get(key) ?? null,
    setItem: (key: string, value: string) => stored.set(key, value),
  } as unknown as Storage;
  const page = () => new Reviews(link as unknown as ControlLink, new Notices(), {} as Preferences, storage);
  const reviews = page();
  const write = async (id: number) => {
    reviews.hear({ type: "reviewOpened", review: { ...review, id } });
    await reviews.choose(id);
    reviews.desk.value!.pendingText = () => `one\nmine ${id}\n`;
  };
  const closed = { type: "reviewClosed", isEdited: false } as const;
  const withdrawn = { ...closed, outcome: "withdrawn", by: "agent", reason: "agentLeft" } as const;
  await write(1);
  reviews.hear({ ...withdrawn, id: 1 });
  // Not looked at any more.
  await write(2);
  reviews.desk.value!.settle();
  await write(3);
  reviews.hear({ ...withdrawn, id: 2 });
  // Decided by the user.
  reviews.hear({ ...closed, id: 3, outcome: "rejected", by: "browser" });
  // idebridge was killed, and started again.
  await write(4);
  await reviews.refresh();
  const left = ({ ownTexts }: Reviews) => ownTexts.left.value.map(({ text, why }) => [text, why]);
  expect(left(reviews)).toEqual([
    ["one\nmine 1\n", "not decided, as agent has left"],
    ["one\nmine 2\n", "not decided, as agent has left"],
    ["one\nmine 4\n", "idebridge does not know it any more"],
  ]);
  // The page is loaded anew.
  expect(left(page())).toEqual(left(reviews));
  for (const { key } of reviews.ownTexts.left.value) reviews.ownTexts.discard(key);
  expect(left(page())).toEqual([]);
});
