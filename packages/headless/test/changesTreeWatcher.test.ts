import { mkdirSync, renameSync, rmSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { describe, expect, it } from "vitest";
import { isUnderAny } from "../src/changes/isUnderAny.ts";
import { TreeWatcher } from "../src/changes/treeWatcher.ts";
import { temporaryFolder } from "./documentsFolder.ts";

async function watching(...folders: readonly string[]) {
  const folder = temporaryFolder();
  const at = (name: string) => join(folder.path, name);
  for (const name of folders) mkdirSync(at(name), { recursive: true });
  const watcher = new TreeWatcher({
    happened: () => {},
    ignored: async () => new Set(),
    incomplete: (error) => {
      throw error;
    },
  });
  await watcher.add(folder.path, new Set());
  return {
    at,
    watcher,
    [Symbol.dispose]() {
      watcher.close();
      folder[Symbol.dispose]();
    },
  };
}

describe("a watched tree", () => {
  it("tells of folders that went together by the one that held them, whatever is told first", async () => {
    using tree = await watching("a/b/c", "a/d", "e");
    rmSync(tree.at("a"), { recursive: true });
    const { goneFolders } = await tree.watcher.sort(["a/b/c", "a/d", "a/b", "a"].map(tree.at));
    expect({ goneFolders, watches: tree.watcher.size }).toEqual({ goneFolders: [tree.at("a")], watches: 2 });
  });

  it("watches a folder that took the place of another, with all that is in it", async () => {
    using tree = await watching("a/b", "other/b/c");
    writeFileSync(tree.at("other/b/c/file"), "");
    renameSync(tree.at("a"), tree.at("away"));
    renameSync(tree.at("other"), tree.at("a"));
    const sorted = await tree.watcher.sort(["a/b", "a", "other", "away"].map(tree.at));
    expect({ ...sorted, files: [...new Set(sorted.files)].sort(), watches: tree.watcher.size }).toEqual({
      files: [tree.at("a/b/c/file"), tree.at("other")],
      goneFolders: [tree.at("a"), tree.at("other")],
      // The root, a, a/b, a/b/c, away and away/b.
      watches: 6,
    });
  });
});

it("knows what lies in one of several folders, at any depth, but not the folders themselves", () => {
  const folders = new Set(["/a/b", "/c"].map((path) => join(path)));
  const paths = ["/a/b/x", "/a/b/x/y", "/c/d/e/f", "/a/b", "/a/bb/x", "/a", "/", "/cd"].map((path) =>
    join(path),
  );
  expect(paths.map((path) => isUnderAny(folders, path))).toEqual([
    true,
    true,
    true,
    false,
    false,
    false,
    false,
    false,
  ]);
});
