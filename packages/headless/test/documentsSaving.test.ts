import { spawnSync } from "node:child_process";
import { mkdirSync, readdirSync, readFileSync, rmSync, utimesSync, writeFileSync } from "node:fs";
import { describe, expect, it } from "vitest";
import { DocumentError } from "../src/documents/documentError.ts";
import { writeTextFile } from "../src/documents/writeTextFile.ts";
import { codeOf, desk } from "./documentsDesk.ts";

describe("saving", () => {
  it("removes what a process that was killed while it saved has left beside the file", async () => {
    using desk1 = desk({ "a.ts": "a" });
    const { store, at } = desk1;
    const dead = spawnSync(process.execPath, ["-e", ""]).pid;
    const name = (pid: number, number: number) => `.idebridge-${pid}-${String(number).repeat(16)}.tmp`;
    const [left, young, foreign] = [name(dead, 1), name(dead, 2), name(process.pid, 3)];
    for (const each of [left, young, foreign, ".idebridge-notes.tmp"]) writeFileSync(at(each), "half");
    const longAgo = new Date(Date.now() - 60_000);
    for (const each of [left, foreign]) utimesSync(at(each), longAgo, longAgo);
    await store.open(at("a.ts"));
    await store.edit(at("a.ts"), "b");
    expect(await store.save(at("a.ts"))).toBe("saved");
    expect(readdirSync(at(".")).sort()).toEqual([".idebridge-notes.tmp", young, foreign, "a.ts"].sort());
  });

  it("writes what was changed", async () => {
    using desk1 = desk({ "a.ts": "\uFEFFa\r\n" });
    const { store, at, tabs } = desk1;
    const { text } = await store.open(at("a.ts"));
    await store.edit(at("a.ts"), `${text}b`);
    const outcome = await store.save(at("a.ts"));
    expect({ outcome, disk: readFileSync(at("a.ts"), "utf8"), tabs: tabs() }).toEqual({
      outcome: "saved",
      disk: "\uFEFFa\r\nb",
      tabs: [">a.ts"],
    });
  });

  it("does not overwrite what somebody else wrote, unless told to", async () => {
    using desk1 = desk({ "a.ts": "a" });
    const { store, at, tabs } = desk1;
    await store.open(at("a.ts"));
    await store.edit(at("a.ts"), "mine");
    writeFileSync(at("a.ts"), "theirs");
    const refused = await store.save(at("a.ts"));
    const marked = { tabs: tabs(), disk: readFileSync(at("a.ts"), "utf8") };
    const overwritten = await store.save(at("a.ts"), { overwrite: true });
    expect({ refused, marked, overwritten, tabs: tabs(), disk: readFileSync(at("a.ts"), "utf8") }).toEqual({
      refused: "changedOnDisk",
      marked: { tabs: [">a.ts* changed"], disk: "theirs" },
      overwritten: "saved",
      tabs: [">a.ts"],
      disk: "mine",
    });
  });

  it("does not overwrite what somebody wrote while it was saving", async () => {
    let meanwhile = () => {};
    const write: typeof writeTextFile = (path, text, options = {}) =>
      writeTextFile(path, text, {
        ...options,
        async beforeReplace(target) {
          meanwhile();
          await options.beforeReplace?.(target);
        },
      });
    using desk1 = desk({ "a.ts": "a" }, { write });
    const { store, at, tabs } = desk1;
    await store.open(at("a.ts"));
    await store.edit(at("a.ts"), "mine");
    meanwhile = () => writeFileSync(at("a.ts"), "theirs");
    const outcome = await store.save(at("a.ts"));
    expect({ outcome, tabs: tabs(), disk: readFileSync(at("a.ts"), "utf8") }).toEqual({
      outcome: "changedOnDisk",
      tabs: [">a.ts* changed"],
      disk: "theirs",
    });
  });

  it("notices a change that leaves size and time as they were", async () => {
    using desk1 = desk({ "a.ts": "aaaa" });
    const { store, at, tabs } = desk1;
    const time = new Date("2020-01-01");
    utimesSync(at("a.ts"), time, time);
    await store.open(at("a.ts"));
    await store.edit(at("a.ts"), "mine");
    writeFileSync(at("a.ts"), "bbbb");
    utimesSync(at("a.ts"), time, time);
    expect([await store.save(at("a.ts")), tabs()]).toEqual(["changedOnDisk", [">a.ts* changed"]]);
  });

  it("keeps the document when the disk is full", async () => {
    let isFull = true;
    const write: typeof writeTextFile = (path, ...rest) =>
      isFull
        ? Promise.reject(new DocumentError("DISK_FULL", path, "The disk is full"))
        : writeTextFile(path, ...rest);
    using desk1 = desk({ "a.ts": "a" }, { write });
    const { store, at, tabs } = desk1;
    await store.open(at("a.ts"));
    await store.edit(at("a.ts"), "mine");
    const failed = await codeOf(store.save(at("a.ts")));
    const kept = tabs();
    isFull = false;
    const outcome = await store.save(at("a.ts"));
    expect({ failed, kept, outcome, disk: readFileSync(at("a.ts"), "utf8") }).toEqual({
      failed: "DISK_FULL",
      kept: [">a.ts*"],
      outcome: "saved",
      disk: "mine",
    });
  });

  it("keeps what is typed meanwhile", async () => {
    using desk1 = desk({ "a.ts": "a" });
    const { store, at, tabs } = desk1;
    await store.open(at("a.ts"));
    await store.edit(at("a.ts"), "first");
    const saved = store.save(at("a.ts"));
    const typed = store.edit(at("a.ts"), "second");
    const outcome = await saved;
    await typed;
    expect({ outcome, tabs: tabs(), disk: readFileSync(at("a.ts"), "utf8") }).toEqual({
      outcome: "saved",
      tabs: [">a.ts*"],
      disk: "first",
    });
  });

  it("is not taken for a change by somebody else, however long it takes", async () => {
    let finish = () => {};
    const finished = new Promise<void>((resolve) => {
      finish = resolve;
    });
    let isWritten = () => {};
    const written = new Promise<void>((resolve) => {
      isWritten = resolve;
    });
    const write: typeof writeTextFile = async (...args) => {
      const result = await writeTextFile(...args);
      isWritten();
      await finished;
      return result;
    };
    using desk1 = desk({ "a.ts": "a" }, { write });
    const { store, at, events } = desk1;
    await store.open(at("a.ts"));
    await store.edit(at("a.ts"), "mine");
    const saving = store.save(at("a.ts"));
    await written;
    const looking = store.refresh();
    const typing = store.edit(at("a.ts"), "more");
    await new Promise((resolve) => setTimeout(resolve, 10));
    finish();
    await Promise.all([saving, looking, typing]);
    expect(events.slice(3)).toEqual(["saving a.ts", "saved a.ts", "edited a.ts"]);
  });

  it("makes a deleted file again, but not a deleted folder", async () => {
    using desk1 = desk({ "a.ts": "a" });
    const { store, at, tabs } = desk1;
    mkdirSync(at("sub"));
    writeFileSync(at("sub/b.ts"), "b");
    await store.open(at("a.ts"));
    await store.open(at("sub/b.ts"));
    rmSync(at("a.ts"));
    rmSync(at("sub"), { recursive: true });
    await store.edit(at("sub/b.ts"), "mine");
    const outcomes = [await codeOf(store.save(at("sub/b.ts"))), await store.save(at("a.ts"))];
    expect({ outcomes, tabs: tabs(), files: readdirSync(at("")) }).toEqual({
      outcomes: ["FOLDER_GONE", "saved"],
      tabs: ["a.ts", ">sub/b.ts* deleted"],
      files: ["a.ts"],
    });
  });

  it("tells what is not open", async () => {
    using desk1 = desk({ "a.ts": "a" });
    const { store, at } = desk1;
    expect([await store.save(at("a.ts")), await store.close(at("a.ts"))]).toEqual(["notOpen", "notOpen"]);
  });
});
