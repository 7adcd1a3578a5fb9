import type { DecidedReview, PendingReview } from "@idebridge/headless/protocol";
import { expect, test } from "vitest";
import { batchesOf } from "../../src/page/state/batchesOf.ts";

const at = (seconds: number) => new Date(Date.UTC(2026, 0, 1) + seconds * 1000).toISOString();

function pending(
  id: number,
  clientId: number,
  openedAt: number,
  more: Partial<PendingReview> = {},
): PendingReview {
  const client = {
    id: clientId,
    name: "agent",
    version: "1",
    pid: undefined,
    folders: [],
    connectedAt: at(0),
  };
  const file = { path: `/${id}.ts`, title: "", added: 1, removed: 0, isNewFile: false };
  return { id, client, openedAt: at(openedAt), ...file, ...more };
}

function over(
  id: number,
  clientId: number,
  openedAt: number,
  closedAt: number,
  more: Partial<PendingReview> = {},
): DecidedReview {
  const { held: _, ...review } = pending(id, clientId, openedAt, more);
  return { ...review, closedAt: at(closedAt), outcome: "accepted", isEdited: false, by: "browser" };
}

test("one by one, with what was decided just before; other agents and old prompts do not count", () => {
  const history = [over(1, 1, 0, 5), over(2, 2, 90, 95), over(3, 1, 100, 110), over(4, 1, 112, 115)];
  const held = { outcome: "accepted", by: "browser", until: at(130) } as const;
  const batches = batchesOf([pending(5, 1, 118, { held }), pending(6, 1, 120), pending(7, 2, 200)], history);
  expect(batches.map(({ decided, total, client }) => [client.id, decided, total])).toEqual([
    [1, 3, 4],
    [2, 0, 1],
  ]);
});

test("a change of several files is one, however long it takes", () => {
  const group = { id: 9, title: "Rename a to b", size: 3 };
  const batches = batchesOf(
    [pending(2, 1, 0, { group }), pending(4, 1, 0)],
    [over(1, 1, 0, 500, { group }), over(3, 1, 0, 1)],
  );
  expect(batches.map(({ title, decided, total }) => [title, decided, total])).toEqual([
    ["Rename a to b", 1, 3],
    [undefined, 1, 2],
  ]);
});
