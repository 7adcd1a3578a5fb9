import { mkdirSync, readFileSync, rmSync, symlinkSync, writeFileSync } from "node:fs";
import { describe, expect, it } from "vitest";
import { codeOf, desk } from "./documentsDesk.ts";

describe("tabs", () => {
  it("are in the order of opening, one for each file, the last in front", async () => {
    using desk1 = desk({ "a.ts": "a", "b.ts": "b", "c.ts": "c" });
    const { store, at } = desk1;
    await store.open(at("a.ts"));
    await store.open(at("b.ts"));
    await store.open(at("c.ts"), { behind: true });
    await store.open(at("a.ts"));
    expect(desk1.tabs()).toEqual([">a.ts", "b.ts", "c.ts"]);
  });

  it("give way to the next preview, unless they were edited or opened to stay", async () => {
    using desk1 = desk({ "a.ts": "a", "b.ts": "b", "c.ts": "c", "d.ts": "d" });
    const { store, at, tabs } = desk1;
    const seen = [];
    await store.open(at("a.ts"), { preview: true });
    seen.push(tabs());
    await store.open(at("b.ts"), { preview: true });
    seen.push(tabs());
    await store.edit(at("b.ts"), "changed");
    await store.open(at("c.ts"), { preview: true });
    seen.push(tabs());
    await store.open(at("c.ts"));
    await store.open(at("d.ts"), { preview: true, behind: true });
    seen.push(tabs());
    await store.open(at("a.ts"), { preview: true, behind: true });
    seen.push(tabs());
    expect(seen).toEqual([
      [">(a.ts)"],
      [">(b.ts)"],
      ["b.ts*", ">(c.ts)"],
      ["b.ts*", ">c.ts", "(d.ts)"],
      ["b.ts*", ">c.ts", "(a.ts)"],
    ]);
  });

  it("that are previews in front stay there when another preview takes their place", async () => {
    using desk1 = desk({ "a.ts": "a", "b.ts": "b" });
    const { store, at, tabs, events } = desk1;
    await store.open(at("a.ts"), { preview: true });
    await store.open(at("b.ts"), { preview: true, behind: true });
    expect({ tabs: tabs(), events: events.slice(2) }).toEqual({
      tabs: [">(b.ts)"],
      events: ["closed a.ts", "opened b.ts", "activated b.ts"],
    });
  });

  it("do not lose an edit to a preview that is opened at the same moment", async () => {
    using desk1 = desk({ "a.ts": "a", "b.ts": "b" });
    const { store, at, tabs } = desk1;
    await store.open(at("a.ts"), { preview: true });
    const edit = codeOf(store.edit(at("a.ts"), "changed"));
    await store.open(at("b.ts"), { preview: true });
    const outcome = await edit;
    const isKept = tabs().includes("a.ts*");
    expect(isKept || outcome === "NOT_OPEN").toBe(true);
  });

  it("bring back the one before when the one in front is closed", async () => {
    using desk1 = desk({ "a.ts": "a", "b.ts": "b", "c.ts": "c" });
    const { store, at, tabs, events } = desk1;
    for (const name of ["a.ts", "b.ts", "c.ts", "a.ts"]) await store.open(at(name));
    const seen = [];
    for (const name of ["a.ts", "c.ts", "b.ts"]) {
      await store.close(at(name));
      seen.push(tabs());
    }
    expect({ seen, last: events.slice(-2) }).toEqual({
      seen: [["b.ts", ">c.ts"], [">b.ts"], []],
      last: ["closed b.ts", "activated nothing"],
    });
  });

  it("are one for a file that is opened by several of its names, or twice at once", async () => {
    using desk1 = desk({ "a.ts": "a" });
    const { store, at, tabs } = desk1;
    symlinkSync("a.ts", at("link.ts"));
    mkdirSync(at("sub"));
    await Promise.all([store.open(at("link.ts")), store.open(at("link.ts"))]);
    await store.open(at("a.ts"));
    await store.open(`${at("sub")}/../a.ts`);
    await store.edit(at("a.ts"), "changed");
    expect(tabs()).toEqual([">link.ts*"]);
  });
});

describe("editing", () => {
  it("makes a document dirty until its text is that of the file again", async () => {
    using desk1 = desk({ "a.ts": "a" });
    const { store, at, tabs, events } = desk1;
    const { version } = await store.open(at("a.ts"));
    const edited = await store.edit(at("a.ts"), "b", version);
    const dirty = tabs();
    await store.edit(at("a.ts"), "a", edited.version);
    expect({ dirty, clean: tabs(), disk: readFileSync(at("a.ts"), "utf8"), events }).toEqual({
      dirty: [">a.ts*"],
      clean: [">a.ts"],
      disk: "a",
      events: ["opened a.ts", "activated a.ts", "edited a.ts", "edited a.ts"],
    });
  });

  it("refuses to build on a text that is not the present one", async () => {
    using desk1 = desk({ "a.ts": "a" });
    const { store, at } = desk1;
    const { version } = await store.open(at("a.ts"));
    const both = await Promise.all([
      codeOf(store.edit(at("a.ts"), "one", version)),
      codeOf(store.edit(at("a.ts"), "two", version)),
    ]);
    const used = store.get(at("a.ts"))!.version;
    await store.close(at("a.ts"), { discard: true });
    await store.open(at("a.ts"));
    const reopened = await codeOf(store.edit(at("a.ts"), "three", used));
    const text = store.get(at("a.ts"))?.text;
    expect({ second: both[1], reopened, text }).toEqual({
      second: "VERSION_CONFLICT",
      reopened: "VERSION_CONFLICT",
      text: "a",
    });
  });

  it("refuses to build on a text that the file does not hold any more", async () => {
    using desk1 = desk({ "a.ts": "a" });
    const { store, at } = desk1;
    const { version } = await store.open(at("a.ts"));
    writeFileSync(at("a.ts"), "agent");
    const code = await codeOf(store.edit(at("a.ts"), "mine", version));
    expect([code, store.get(at("a.ts"))?.text]).toEqual(["VERSION_CONFLICT", "agent"]);
  });

  it("refuses text that no file could give back, and documents that are not open", async () => {
    using desk1 = desk({ "a.ts": "a" });
    const { store, at } = desk1;
    await store.open(at("a.ts"));
    expect([
      await codeOf(store.edit(at("a.ts"), "\udc00")),
      await codeOf(store.edit(at("b.ts"), "b")),
      await codeOf(store.revert(at("b.ts"))),
      await codeOf(store.open("a.ts")),
      await codeOf(store.open(`${at("a.ts")}\0`)),
      await store.read(`${at("a.ts")}\0`),
      store.get(at("a.ts"))?.text,
    ]).toEqual(["INVALID_TEXT", "NOT_OPEN", "NOT_OPEN", "INVALID_PATH", "INVALID_PATH", undefined, "a"]);
  });
});

describe("what happens on disk", () => {
  it("is followed by a document without changes", async () => {
    using desk1 = desk({ "a.ts": "a" });
    const { store, at, events } = desk1;
    const before = await store.open(at("a.ts"));
    writeFileSync(at("a.ts"), "agent");
    const after = await store.read(at("a.ts"));
    expect({ text: after?.text, isNewer: after!.version > before.version, last: events.at(-1) }).toEqual({
      text: "agent",
      isNewer: true,
      last: "reloaded a.ts",
    });
  });

  it("is seen at every look, however fast it changes", async () => {
    using desk1 = desk({ "a.ts": "0000" });
    const { store, at } = desk1;
    await store.open(at("a.ts"));
    const missed = [];
    for (let i = 0; i < 200; i++) {
      const text = String(i).padStart(4, "0");
      writeFileSync(at("a.ts"), text);
      if ((await store.read(at("a.ts")))?.text !== text) missed.push(text);
    }
    expect(missed).toEqual([]);
  });

  it("is marked on a document with changes, which keeps them until they are dropped", async () => {
    using desk1 = desk({ "a.ts": "a" });
    const { store, at, tabs, events } = desk1;
    await store.open(at("a.ts"));
    await store.edit(at("a.ts"), "mine");
    writeFileSync(at("a.ts"), "agent");
    await store.refresh();
    await store.refresh();
    const marked = { tabs: tabs(), text: store.get(at("a.ts"))?.text };
    const told = events.filter((event) => event === "onDisk a.ts").length;
    await store.revert(at("a.ts"));
    expect({ marked, told, tabs: tabs(), text: store.get(at("a.ts"))?.text }).toEqual({
      marked: { tabs: [">a.ts* changed"], text: "mine" },
      told: 1,
      tabs: [">a.ts"],
      text: "agent",
    });
  });

  it("is forgotten when both sides agree again", async () => {
    using desk1 = desk({ "a.ts": "a", "b.ts": "b", "c.ts": "c" });
    const { store, at, tabs } = desk1;
    for (const name of ["a.ts", "b.ts", "c.ts"]) {
      await store.open(at(name));
      await store.edit(at(name), "mine");
      writeFileSync(at(name), "agent");
    }
    await store.refresh();
    // The file comes back to what it was; to what the document has; the document comes back to what it was.
    writeFileSync(at("a.ts"), "a");
    writeFileSync(at("b.ts"), "mine");
    await store.refresh();
    await store.edit(at("c.ts"), "c");
    expect([tabs(), store.get(at("c.ts"))?.text]).toEqual([["a.ts*", "b.ts", ">c.ts"], "agent"]);
  });

  it("does not take a deleted document away", async () => {
    using desk1 = desk({ "a.ts": "a" });
    const { store, at, tabs } = desk1;
    await store.open(at("a.ts"));
    rmSync(at("a.ts"));
    const deleted = await store.read(at("a.ts"));
    const marked = tabs();
    writeFileSync(at("a.ts"), "back");
    const back = await store.read(at("a.ts"));
    expect({ deleted: deleted?.text, marked, back: back?.text, tabs: tabs() }).toEqual({
      deleted: "a",
      marked: [">a.ts deleted"],
      back: "back",
      tabs: [">a.ts"],
    });
  });

  it("cannot make a document of what is no text", async () => {
    using desk1 = desk({ "a.ts": "a", "b.ts": "b" });
    const { store, at, tabs } = desk1;
    await store.open(at("a.ts"));
    await store.open(at("b.ts"));
    writeFileSync(at("a.ts"), Buffer.from([0, 1, 2]));
    rmSync(at("b.ts"));
    mkdirSync(at("b.ts"));
    await store.refresh();
    const texts = store.list().map(({ text }) => text);
    expect({ texts, tabs: tabs(), save: await store.save(at("a.ts")) }).toEqual({
      texts: ["a", "b"],
      tabs: ["a.ts changed", ">b.ts changed"],
      save: "changedOnDisk",
    });
  });
});

describe("closing", () => {
  it("keeps what is not saved, unless told to drop it", async () => {
    using desk1 = desk({ "a.ts": "a" });
    const { store, at, tabs } = desk1;
    await store.open(at("a.ts"));
    await store.edit(at("a.ts"), "mine");
    const refused = await store.close(at("a.ts"));
    const kept = tabs();
    const dropped = await store.close(at("a.ts"), { discard: true });
    expect({ refused, kept, dropped, tabs: tabs() }).toEqual({
      refused: "unsaved",
      kept: [">a.ts*"],
      dropped: "closed",
      tabs: [],
    });
  });

  it("releases every watch, by document and all at once", async () => {
    using desk1 = desk({ "a.ts": "a", "b.ts": "b" });
    const { store, at } = desk1;
    mkdirSync(at("sub"));
    writeFileSync(at("sub/c.ts"), "c");
    symlinkSync("sub/c.ts", at("link.ts"));
    const counts = [];
    for (const name of ["a.ts", "b.ts", "link.ts"]) {
      await store.open(at(name));
      counts.push(store.watchedFolders);
    }
    await store.close(at("link.ts"));
    counts.push(store.watchedFolders);
    await store.close(at("a.ts"));
    await store.close(at("b.ts"));
    counts.push(store.watchedFolders);
    await store.open(at("a.ts"));
    const opening = codeOf(store.open(at("b.ts")));
    store[Symbol.dispose]();
    counts.push(store.watchedFolders);
    expect({ counts, opening: await opening, after: store.watchedFolders }).toEqual({
      counts: [1, 1, 2, 1, 0, 0],
      opening: "CLOSED",
      after: 0,
    });
  });
});
