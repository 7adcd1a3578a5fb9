import type { BrowserSession } from "@idebridge/headless";
import { expect, it } from "vitest";
import { BrowserSessions } from "../src/server/browserSessions.ts";
import { EntryTickets } from "../src/server/entryTickets.ts";

const key = "a".repeat(64);
const minute = 60_000;

function sessions(remembered: readonly BrowserSession[] = []) {
  const kept: BrowserSession[][] = [];
  const all = new BrowserSessions({ port: 4_000, remembered, remember: (each) => kept.push([...each]) });
  return { all, kept };
}

const cookieOf = (header: string) => header.split(";")[0]!;

it("tickets work once, for two minutes, and the newest ten of them", () => {
  let now = 0;
  const tickets = new EntryTickets(() => now);
  const { ticket, expiresAt } = tickets.issue();
  expect([tickets.use(ticket), tickets.use(ticket), expiresAt.getTime()]).toEqual([true, false, 2 * minute]);
  const old = tickets.issue().ticket;
  now += 2 * minute;
  expect(tickets.use(old)).toBe(false);
  const ended: number[] = [];
  const many = Array.from({ length: 11 }, (_, count) => tickets.issue(() => ended.push(count)).ticket);
  expect(ended).toEqual([0]);
  expect(many.slice(0, 3).map((each) => tickets.use(each))).toEqual([false, true, true]);
  tickets.close();
  expect(ended).toEqual(many.map((_, count) => count));
  expect(tickets.use(many[5]!)).toBe(false);
});

it("a cookie is the browser's alone, and the first key binds it", () => {
  const { all, kept } = sessions();
  const header = all.open();
  expect(header).toMatch(/^idebridge-4000=[\w-]{43}; Path=\/; Max-Age=1209600; HttpOnly; SameSite=Strict$/);
  const cookie = cookieOf(header);
  const session = all.find(`other=1; ${cookie}; more=2`)!;
  expect(all.find(cookie.replace("4000", "4001"))).toBeUndefined();
  expect([undefined, "", "short", `${key} ${key}`].map((each) => all.admits(session, each))).toEqual([
    false,
    false,
    false,
    false,
  ]);
  expect([all.admits(session, key), all.admits(session, key), all.admits(session, "b".repeat(64))]).toEqual([
    true,
    true,
    false,
  ]);

  // The next one knows it, by what was kept.
  const next = sessions(kept.at(-1));
  const again = next.all.find(cookie)!;
  expect([next.all.admits(again, "b".repeat(64)), next.all.admits(again, key)]).toEqual([false, true]);
  expect(next.all.end(again)).toBe("idebridge-4000=; Path=/; Max-Age=0; HttpOnly; SameSite=Strict");
  expect([next.all.find(cookie), next.all.admits(again, key), next.kept.at(-1)]).toEqual([
    undefined,
    false,
    [],
  ]);
});

it("there are twenty browsers at most: the one that came first goes", () => {
  const { all, kept } = sessions();
  const cookies = Array.from({ length: 21 }, () => cookieOf(all.open()));
  expect(cookies.map((cookie) => all.find(cookie) !== undefined)).toEqual([
    false,
    ...Array<boolean>(20).fill(true),
  ]);
  expect(kept.at(-1)).toHaveLength(20);
});
