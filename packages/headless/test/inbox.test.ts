import { writeFileSync } from "node:fs";
import { join } from "node:path";
import { Review } from "@idebridge/review";
import { type Call, type Client, type Decision, IdeBridgeError, type Proposal } from "@idebridge/sdk";
import fc from "fast-check";
import { describe, expect, it, vi } from "vitest";
import { countRoughly } from "../src/documents/countChangedLines.ts";
import { Inbox, type InboxEvent, type InboxOptions } from "../src/inbox.ts";
import { temporaryFolder } from "./documentsFolder.ts";

const moment = "2030-01-02T03:04:05.000Z";

function client(changes: Partial<Client> = {}): Client {
  const connectedAt = new Date(moment);
  return { id: 1, name: "claude-code", version: "2.1", pid: 42, folders: ["/w"], connectedAt, ...changes };
}

const hasLeft = new IdeBridgeError("CONNECTION_CLOSED", "The client has left");

function call(asking: Client = client()): Call & { readonly leave: () => void } {
  const controller = new AbortController();
  return { client: asking, signal: controller.signal, leave: () => controller.abort(hasLeft) };
}

function proposal(id: number, path: string, contents = "new\n", oldPath = path): Proposal {
  return { id, path, oldPath, contents, title: `title ${id}` };
}

function openInbox(options: InboxOptions = {}) {
  const folder = temporaryFolder();
  const inbox = new Inbox({ now: () => new Date(moment), ...options });
  const events: InboxEvent[] = [];
  inbox.subscribe((event) => events.push(event));
  return {
    inbox,
    events,
    at: (name: string) => join(folder.path, name),
    /** Waits until so many reviews are on the list. */
    shown: (count: number) =>
      vi.waitFor(() => expect(inbox.list().length).toBe(count), { timeout: 10_000, interval: 2 }),
    [Symbol.dispose]() {
      inbox.close();
      folder[Symbol.dispose]();
    },
  };
}

const accepted: Decision = { outcome: "accepted", contents: "new\n" };
const rejected: Decision = { outcome: "rejected" };

describe("the inbox", () => {
  it("lets everybody else have a turn between two of many changes that come at once", async () => {
    using box = openInbox();
    const { inbox, at } = box;
    let turns = 0;
    const next = () => {
      turns++;
      turning = setImmediate(next);
    };
    let turning = setImmediate(next);
    const shownIn: number[] = [];
    inbox.subscribe((event) => void (event.type === "reviewOpened" && shownIn.push(turns)));
    for (let id = 1; id <= 20; id++) void inbox.review(proposal(id, at("none.ts")), call());
    await box.shown(20);
    clearImmediate(turning);
    expect(new Set(shownIn).size).toBe(20);
  });

  it("lists who asks for what, since when, and how much it changes", async () => {
    using box = openInbox();
    const { inbox, at, events } = box;
    writeFileSync(at("a.ts"), "one\ntwo\nthree\n");
    const asking = { ...client(), folders: [] as string[] };
    void inbox.review(proposal(7, at("a.ts"), "one\n2\nthree\nfour\n"), call(asking));
    await box.shown(1);
    void inbox.review(proposal(8, at("new.ts"), "a\nb\n"), call(client({ id: 2, pid: undefined })));
    await box.shown(2);
    asking.folders = ["/w/late"];
    const connectedAt = moment;
    expect({ list: inbox.list(), events: events.map(({ type }) => type) }).toEqual({
      list: [
        {
          id: 7,
          path: at("a.ts"),
          title: "title 7",
          client: { id: 1, name: "claude-code", version: "2.1", pid: 42, folders: ["/w/late"], connectedAt },
          openedAt: moment,
          added: 2,
          removed: 1,
          isNewFile: false,
        },
        {
          id: 8,
          path: at("new.ts"),
          title: "title 8",
          client: {
            id: 2,
            name: "claude-code",
            version: "2.1",
            pid: undefined,
            folders: ["/w"],
            connectedAt,
          },
          openedAt: moment,
          added: 2,
          removed: 0,
          isNewFile: true,
        },
      ],
      events: ["reviewOpened", "reviewOpened"],
    });
  });

  it("says that a file is new when it is compared with another one, which is to be renamed", async () => {
    using box = openInbox();
    const { inbox, at } = box;
    writeFileSync(at("old.ts"), "one\ntwo\n");
    void inbox.review(proposal(1, at("new.ts"), "one\n2\n", at("old.ts")), call());
    await box.shown(1);
    expect(inbox.list()).toMatchObject([{ path: at("new.ts"), isNewFile: true, added: 1, removed: 1 }]);
  });

  it("takes the first decision, and tells the others who it was", async () => {
    using box = openInbox();
    const { inbox, at, events } = box;
    const decision = inbox.review(proposal(1, at("a.ts")), call());
    await box.shown(1);
    const results = [
      inbox.decide(1, { outcome: "accepted", contents: "edited\n" }, "terminal", { message: "nice" }),
      inbox.decide(1, rejected, "browser"),
      inbox.decide(1, accepted, "browser"),
    ];
    expect({ results, decision: await decision, left: inbox.list(), last: events.at(-1) }).toEqual({
      results: [
        { outcome: "decided" },
        { outcome: "tooLate", by: "terminal" },
        { outcome: "tooLate", by: "terminal" },
      ],
      decision: { outcome: "accepted", contents: "edited\n" },
      left: [],
      last: {
        type: "reviewClosed",
        id: 1,
        outcome: "accepted",
        by: "terminal",
        isEdited: true,
        message: "nice",
      },
    });
  });

  it("lets go of what the agent takes back, and of nothing else", async () => {
    using box = openInbox();
    const { inbox, at, events } = box;
    const [first, second] = [call(), call(client({ id: 2 }))];
    const withdrawn = inbox.review(proposal(1, at("a.ts")), first);
    void inbox.review(proposal(2, at("a.ts")), second);
    await box.shown(2);
    first.leave();
    expect({
      decision: await withdrawn,
      left: inbox.list().map(({ id }) => id),
      late: inbox.decide(1, accepted, "terminal"),
      last: events.at(-1),
    }).toEqual({
      decision: rejected,
      left: [2],
      late: { outcome: "tooLate", by: "agent" },
      last: {
        type: "reviewClosed",
        id: 1,
        outcome: "withdrawn",
        by: "agent",
        isEdited: false,
        reason: "agentLeft",
      },
    });
  });

  it("never shows what was taken back before it could be shown", async () => {
    let ready = () => {};
    const slow = new Promise<string>((resolve) => {
      ready = () => resolve("old\n");
    });
    using box = openInbox({ readOpen: async (path) => (path === "/slow.ts" ? slow : "old\n") });
    const { inbox, events } = box;
    const [asked, gone] = [call(), call()];
    const decision = inbox.review(proposal(1, "/slow.ts"), asked);
    gone.leave();
    const late = inbox.review(proposal(2, "/a.ts"), gone);
    asked.leave();
    ready();
    await slow;
    void inbox.review(proposal(3, "/a.ts"), call());
    await box.shown(1);
    const shown = events.map((event) => (event.type === "reviewOpened" ? event.review.id : event.type));
    expect({ decisions: await Promise.all([decision, late]), shown }).toEqual({
      decisions: [rejected, rejected],
      shown: [3],
    });
  });

  it("rejects what is pending when it closes, and what comes later", async () => {
    using box = openInbox();
    const { inbox, at, events } = box;
    const pending = [1, 2].map((id) => inbox.review(proposal(id, at("a.ts")), call()));
    await box.shown(2);
    inbox.close();
    const later = inbox.review(proposal(3, at("a.ts")), call());
    expect({
      decisions: await Promise.all([...pending, later]),
      closed: events.slice(2),
      late: inbox.decide(1, accepted, "terminal"),
    }).toEqual({
      decisions: [rejected, rejected, rejected],
      closed: [1, 2].map((id) => ({
        type: "reviewClosed",
        id,
        outcome: "withdrawn",
        by: "idebridge",
        isEdited: false,
        reason: "stopped",
      })),
      late: { outcome: "tooLate", by: "idebridge" },
    });
  });

  it("reads both texts as they are now: from the document that is open, else from the disk", async () => {
    const open = new Map<string, string>();
    using box = openInbox({ readOpen: async (path) => open.get(path) });
    const { inbox, at } = box;
    writeFileSync(at("old.ts"), "on disk\n");
    const asked = proposal(1, at("new.ts"), "new\n", at("old.ts"));
    void inbox.review(asked, call());
    await box.shown(1);
    const disk = await inbox.read(1);
    open.set(at("old.ts"), "not saved\nat all\n");
    const document = await inbox.read(1);
    expect({
      disk: disk.original,
      document: document.original,
      removed: [disk.review.removed, document.review.removed],
      proposal: document.proposal,
    }).toEqual({ disk: "on disk\n", document: "not saved\nat all\n", removed: [1, 2], proposal: asked });
  });

  it("tells when a file changes while it is asked about, and brings its hunks", async () => {
    const open = new Map<string, string>();
    using box = openInbox({ watchMilliseconds: 5, readOpen: async (path) => open.get(path) });
    const { inbox, at, events } = box;
    const changes = () =>
      events.flatMap((event) => (event.type === "reviewChanged" ? [event.review.removed] : []));
    writeFileSync(at("a.ts"), "one\ntwo\n");
    void inbox.review(proposal(1, at("a.ts"), "one\n2\n"), call());
    await box.shown(1);
    const { hunks } = await inbox.read(1);
    writeFileSync(at("a.ts"), "one\ntwo\nthree\n");
    await vi.waitFor(() => expect(changes()).toEqual([1]));
    open.set(at("a.ts"), "in\nan\neditor\n");
    await vi.waitFor(() => expect(changes()).toEqual([1, 3]));
    expect({
      hunks: hunks?.map(({ before, after }) => [before, after]),
      listed: inbox.list().map(({ added, removed }) => [added, removed]),
    }).toEqual({
      hunks: [
        [
          { start: 1, end: 2 },
          { start: 1, end: 2 },
        ],
      ],
      listed: [[2, 3]],
    });
    inbox.decide(1, rejected, "terminal");
    writeFileSync(at("a.ts"), "four\n");
    expect(changes()).toEqual([1, 3]);
  });

  it("a file that is being written is not taken for an empty one", async () => {
    using box = openInbox({ watchMilliseconds: 5 });
    const { inbox, at, events } = box;
    const changes = () =>
      events.flatMap((event) => (event.type === "reviewChanged" ? [event.review.removed] : []));
    writeFileSync(at("a.ts"), "one\n");
    void inbox.review(proposal(1, at("a.ts"), "1\n"), call());
    await box.shown(1);
    // As many programs do it: emptied first, and written when the machine finds the time.
    writeFileSync(at("a.ts"), "");
    const reading = inbox.read(1);
    await new Promise((resolve) => setTimeout(resolve, 60));
    writeFileSync(at("a.ts"), "one\ntwo\n");
    expect((await reading).original).toBe("one\ntwo\n");
    await vi.waitFor(() => expect(changes()).toEqual([1]));
    writeFileSync(at("a.ts"), "");
    await vi.waitFor(() => expect(changes()).toEqual([1, 0]), 5_000);
  });

  it("a file that changes: knows what the proposal is a change of, and keeps decisions about the file as it is now", async () => {
    using box = openInbox();
    const { inbox, at } = box;
    writeFileSync(at("a.ts"), "one\ntwo\nthree\n");
    void inbox.review(proposal(1, at("a.ts"), "1\ntwo\n3\n"), call());
    await box.shown(1);
    writeFileSync(at("a.ts"), "top\none\ntwo\nthree\n");
    const { base, original, review, hunks } = await inbox.read(1);
    expect({ base, original, added: review.added, removed: review.removed, hunks: hunks?.length }).toEqual({
      base: "one\ntwo\nthree\n",
      original: "top\none\ntwo\nthree\n",
      added: 2,
      removed: 2,
      hunks: 2,
    });
    const decided = Review.start(base!, "1\ntwo\n3\n").rebase(original!).review.decide(0, "rejected");
    await expect(inbox.draft(1, decided.toJSON(), "2029-01-01T00:00:00.000Z")).rejects.toThrow(
      "The draft is one of another proposal",
    );
    expect([await inbox.draft(1, decided.toJSON(), moment), (await inbox.read(1)).draft]).toEqual([
      { outcome: "kept" },
      decided.toJSON(),
    ]);
  });

  it("a file that changes before what was accepted is sent: it is undecided again, and what was written is not lost", async () => {
    let text = "one\n";
    using box = openInbox({ readOpen: async () => text });
    const { inbox, at, events } = box;
    const decision = inbox.review(proposal(1, at("a.ts")), call());
    await box.shown(1);
    inbox.hold(1, accepted, "browser", { milliseconds: 20 });
    text = "one\nmine\n";
    await vi.waitFor(() => expect(events.at(-1)).toEqual({ type: "reviewUndone", id: 1, by: "idebridge" }));
    inbox.hold(1, accepted, "browser", { milliseconds: 20 });
    expect(await decision).toEqual(accepted);
  });

  it("shows a proposal for a file that cannot be shown, with the reason", async () => {
    using box = openInbox();
    const { inbox, at } = box;
    writeFileSync(at("a.bin"), Buffer.from([0, 1, 2]));
    void inbox.review(proposal(1, at("a.bin")), call());
    await box.shown(1);
    const [review] = inbox.list();
    expect({ ...review, original: (await inbox.read(1)).original }).toMatchObject({
      isNewFile: false,
      added: 1,
      removed: 0,
      problem: expect.stringContaining("a.bin is a binary file"),
      original: undefined,
    });
  });

  it("counts large changes without looking at every line twice", async () => {
    using box = openInbox();
    const { inbox, at } = box;
    const lines = Array.from({ length: 100_000 }, (_, i) => `line ${i}\n`);
    writeFileSync(at("a.txt"), lines.join(""));
    const changed = lines.with(10, "x\n").with(12, "x\ny\n").join("");
    void inbox.review(proposal(1, at("a.txt"), changed), call());
    await box.shown(1);
    expect(inbox.list().map(({ added, removed }) => ({ added, removed }))).toEqual([
      { added: 4, removed: 3 },
    ]);
    expect(inbox.list()[0]?.isRough).toBe(true);
  });

  it("counts roughly what is added to nothing, taken away and changed at the ends", () => {
    const cases = [
      ["", "a\nb\n"],
      ["a\nb\n", ""],
      ["a\nb", "a\nb\n"],
      ["a\na\n", "a\na\na\n"],
      ["x\nb\nc\n", "a\nb\nd\n"],
    ] as const;
    expect(cases.map(([before, after]) => Object.values(countRoughly(before, after)))).toEqual([
      [2, 0],
      [0, 2],
      [1, 1],
      [1, 0],
      [3, 3],
    ]);
  });

  it("counts roughly as if the lines were compared one by one", () => {
    const text = fc.array(fc.constantFrom("a", "b", "\n"), { maxLength: 12 }).map((all) => all.join(""));
    fc.assert(
      fc.property(text, text, (before, after) => {
        const [old, now] = [before, after].map((each) => each.match(/[^\n]*\n|[^\n]+$/g) ?? []);
        const shorter = Math.min(old!.length, now!.length);
        let start = 0;
        while (start < shorter && old![start] === now![start]) start++;
        let end = 0;
        while (end < shorter - start && old!.at(-1 - end) === now!.at(-1 - end)) end++;
        const [added, removed] = [now!.length - start - end, old!.length - start - end];
        expect(countRoughly(before, after)).toEqual({ added, removed });
      }),
      { numRuns: 2_000 },
    );
  });

  it("refuses what is no decision, and reviews that it does not know", async () => {
    using box = openInbox();
    const { inbox, at } = box;
    const asked = call();
    void inbox.review(proposal(1, at("a.ts")), asked);
    await box.shown(1);
    const noDecisions = [{ outcome: "accepted" }, { outcome: "yes" }, {}] as unknown as Decision[];
    for (const decision of noDecisions) {
      expect(() => inbox.decide(1, decision, "terminal")).toThrow("A decision is accepted");
    }
    expect(() => inbox.decide(99, accepted, "terminal")).toThrow("Review 99 is unknown");
    await expect(inbox.read(99)).rejects.toThrow("Review 99 is unknown");
    await expect(inbox.review(proposal(1, at("b.ts")), call())).rejects.toThrow("number 1 already");
    expect(inbox.list().length).toBe(1);
    asked.leave();
    await expect(inbox.read(1)).rejects.toThrow("Review 1 was withdrawn by agent");
  });

  it("remembers what was decided, but not for ever", async () => {
    using box = openInbox({ historySize: 2 });
    const { inbox, at } = box;
    for (const id of [1, 2, 3]) void inbox.review(proposal(id, at("a.ts")), call());
    await box.shown(3);
    inbox.decide(1, accepted, "terminal");
    inbox.decide(2, { outcome: "accepted", contents: "other" }, "browser");
    inbox.decide(3, rejected, "terminal", { message: "not like that" });
    expect({
      history: inbox.history().map(({ id, outcome, isEdited, by, message, closedAt, path }) => ({
        id,
        outcome,
        isEdited,
        by,
        message,
        closedAt,
        path,
      })),
    }).toEqual({
      history: [
        {
          id: 2,
          outcome: "accepted",
          isEdited: true,
          by: "browser",
          message: undefined,
          closedAt: moment,
          path: at("a.ts"),
        },
        {
          id: 3,
          outcome: "rejected",
          isEdited: false,
          by: "terminal",
          message: "not like that",
          closedAt: moment,
          path: at("a.ts"),
        },
      ],
    });
    expect(() => inbox.decide(1, accepted, "browser")).toThrow("Review 1 is unknown, or over for long");
  });
});
