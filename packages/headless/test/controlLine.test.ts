import type { Call, Client } from "@idebridge/sdk";
import { expect, test, vi } from "vitest";
import { type ControlledIde, controlHandlers } from "../src/control/controlHandlers.ts";
import type { ControlLine } from "../src/control/controlLine.ts";
import { Inbox } from "../src/inbox.ts";
import { TrafficLog } from "../src/traffic/trafficLog.ts";

/** A front end that stays, with all that is to be done when it leaves. */
function stayingLine(): ControlLine & { readonly endings: Set<() => void> } {
  const endings = new Set<() => void>();
  const whenClosed = (act: () => void) => {
    endings.add(act);
    return () => void endings.delete(act);
  };
  return { name: "terminal", isPage: false, tell() {}, whenClosed, endings };
}

const client: Client = {
  id: 1,
  name: "agent",
  version: "1",
  pid: 1,
  folders: [],
  connectedAt: new Date(0),
};

test("a front end that stays keeps nothing of decisions that were held, and nothing of traffic it watched", async () => {
  const inbox = new Inbox();
  const log = new TrafficLog({ watchMessages: () => () => {} });
  const handlers = controlHandlers({
    editor: { inbox },
    traffic: async () => log,
  } as unknown as ControlledIde);
  const line = stayingLine();
  const { signal } = new AbortController();
  const leaving = new AbortController();
  const answers = [1, 2, 3].map((id) => {
    const call: Call = { client, signal: leaving.signal };
    const path = `/none/${id}`;
    return inbox.review({ id, path, oldPath: path, contents: "new\n", title: `${id}` }, call);
  });
  await vi.waitFor(() => expect(inbox.list()).toHaveLength(3));

  const decision = { outcome: "accepted", contents: "new\n" } as const;
  const hold = (id: number, holdMilliseconds: number) =>
    handlers["reviews/decide"]({ id, decision, holdMilliseconds }, line, signal);
  hold(1, 0);
  hold(2, 10_000);
  hold(3, 10_000);
  expect(line.endings.size).toBe(3);
  expect(await answers[0]).toEqual(decision);
  handlers["reviews/undo"]({ id: 2 }, line, signal);
  leaving.abort();
  expect(await Promise.all(answers)).toMatchObject([
    decision,
    { outcome: "rejected" },
    { outcome: "rejected" },
  ]);
  for (const watch of [true, true, false]) await handlers["traffic/watch"]({ watch }, line, signal);
  expect(line.endings.size).toBe(0);
  inbox.close();
});
