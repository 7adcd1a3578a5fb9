import { describe, expect, it } from "vitest";
import { Tabs } from "../src/documents/tabs.ts";

function tabs(...paths: readonly string[]): Tabs {
  const all = new Tabs();
  for (const path of paths) all.add(path, false);
  return all;
}

describe("tabs", () => {
  it("are recent in the order in which they were in front, then those that never were", () => {
    const all = tabs("a", "b", "c", "d");
    for (const path of ["b", "d", "b"]) all.activate(path);
    expect(all.recent).toEqual(["b", "d", "a", "c"]);
  });

  it("give way to the one that was in front before", () => {
    const all = tabs("a", "b", "c");
    for (const path of ["c", "a", "b"]) all.activate(path);
    all.remove("b");
    all.remove("a");
    expect({ active: all.active, paths: all.paths, recent: all.recent }).toEqual({
      active: "c",
      paths: ["c"],
      recent: ["c"],
    });
  });
});
