import { mkdirSync, renameSync, rmSync, symlinkSync, writeFileSync } from "node:fs";
import { dirname, join } from "node:path";
import { describe, expect, it, vi } from "vitest";
import { DocumentStore } from "../src/documents/documentStore.ts";
import { temporaryFolder } from "./documentsFolder.ts";

async function watching(name: string, watchMilliseconds = 5) {
  const folder = temporaryFolder();
  const path = join(folder.path, name);
  mkdirSync(dirname(path), { recursive: true });
  writeFileSync(path, "old");
  const store = new DocumentStore({ watchMilliseconds });
  const events: string[] = [];
  await store.open(path);
  store.subscribe(({ type }) => events.push(type));
  return {
    store,
    path,
    folder: folder.path,
    events,
    /** Waits until the store has noticed by itself: `get` does not look at the disk. */
    until: (text: string, onDisk = "unchanged") =>
      vi.waitFor(
        () => {
          const document = store.get(path);
          expect({ text: document?.text, onDisk: document?.onDisk }).toEqual({ text, onDisk });
        },
        { timeout: 10_000, interval: 5 },
      ),
    [Symbol.dispose]() {
      store[Symbol.dispose]();
      folder[Symbol.dispose]();
    },
  };
}

describe("changes on disk are noticed", () => {
  it("when a file is written in place, again and again", async () => {
    using watched = await watching("a.txt");
    for (const text of ["one", "two", "three"]) {
      writeFileSync(watched.path, text);
      await watched.until(text);
    }
  });

  it("when a file is replaced, as most editors do, again and again", async () => {
    using watched = await watching("a.txt");
    for (const text of ["one", "two", "three"]) {
      writeFileSync(join(watched.folder, "a.txt~"), text);
      renameSync(join(watched.folder, "a.txt~"), watched.path);
      await watched.until(text);
    }
  });

  it("when a file is deleted and made again", async () => {
    using watched = await watching("a.txt");
    rmSync(watched.path);
    await watched.until("old", "deleted");
    writeFileSync(watched.path, "new");
    await watched.until("new");
  });

  it("when its folder goes and comes back, with others above it", async () => {
    using watched = await watching("one/two/a.txt");
    for (const text of ["first", "second"]) {
      rmSync(join(watched.folder, "one"), { recursive: true });
      await watched.until(text === "first" ? "old" : "first again", "deleted");
      mkdirSync(join(watched.folder, "one"));
      mkdirSync(join(watched.folder, "one/two"));
      writeFileSync(watched.path, text);
      await watched.until(text);
      writeFileSync(watched.path, `${text} again`);
      await watched.until(`${text} again`);
    }
  });

  it("when its folder is moved away and another takes its place", async () => {
    using watched = await watching("sub/a.txt");
    const sub = join(watched.folder, "sub");
    renameSync(sub, join(watched.folder, "moved"));
    await watched.until("old", "deleted");
    mkdirSync(sub);
    writeFileSync(watched.path, "other");
    await watched.until("other");
    writeFileSync(watched.path, "other again");
    await watched.until("other again");
  });

  it("again, once somebody has looked, when a folder above was moved away", async () => {
    using watched = await watching("one/two/three/a.txt");
    renameSync(join(watched.folder, "one"), join(watched.folder, "moved"));
    await watched.store.read(watched.path);
    await watched.until("old", "deleted");
    mkdirSync(dirname(watched.path), { recursive: true });
    writeFileSync(watched.path, "new");
    await watched.until("new");
  });

  it("behind a link, and when the link is changed", async () => {
    using folder = temporaryFolder();
    const at = (name: string) => join(folder.path, name);
    mkdirSync(at("real"));
    writeFileSync(at("real/a.txt"), "old");
    writeFileSync(at("real/b.txt"), "another");
    symlinkSync("real/a.txt", at("link.txt"));
    using store = new DocumentStore({ watchMilliseconds: 5 });
    await store.open(at("link.txt"));
    const until = (text: string) =>
      vi.waitFor(() => expect(store.get(at("link.txt"))?.text).toBe(text), { timeout: 10_000, interval: 5 });
    writeFileSync(at("real/a.txt"), "new");
    await until("new");
    symlinkSync("real/b.txt", at("link~"));
    renameSync(at("link~"), at("link.txt"));
    await until("another");
  });

  it("as one, when they come at once, and not at all for other files", async () => {
    using watched = await watching("a.txt", 50);
    for (let i = 0; i < 50; i++) {
      writeFileSync(watched.path, `text ${i}`);
      writeFileSync(join(watched.folder, "other.txt"), `text ${i}`);
    }
    await watched.until("text 49");
    expect(watched.events).toEqual(["reloaded"]);
  });

  it("and nothing is told after the end", async () => {
    using watched = await watching("a.txt");
    watched.store[Symbol.dispose]();
    using other = await watching("b.txt");
    writeFileSync(watched.path, "new");
    writeFileSync(other.path, "new");
    await other.until("new");
    expect(watched.events).toEqual([]);
  });
});
