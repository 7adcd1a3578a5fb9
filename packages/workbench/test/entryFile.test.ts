import { chmodSync, mkdirSync, mkdtempSync, readdirSync, rmSync, utimesSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { basename, dirname, join } from "node:path";
import { expect, it, vi } from "vitest";
import { removeEntryFile, writeEntryFile } from "../src/server/entryFile.ts";

it("removes what was left behind, and nothing else", () => {
  const root = mkdtempSync(join(tmpdir(), "idebridge-test-"));
  vi.stubEnv("TMPDIR", root);
  try {
    const folder = (name: string, minutes: number, { mode = 0o700, files = ["workbench.html"] } = {}) => {
      const path = join(root, name);
      mkdirSync(path);
      for (const file of files) writeFileSync(join(path, file), "");
      chmodSync(path, mode);
      const then = Date.now() / 1000 - minutes * 60;
      utimesSync(path, then, then);
    };
    folder("idebridge-entry-killed", 11);
    folder("idebridge-entry-killed-early", 11, { files: [] });
    folder("idebridge-entry-recent", 3);
    folder("idebridge-entry-shared", 11, { mode: 0o755 });
    folder("idebridge-entry-others", 11, { files: ["letter.txt"] });
    folder("something-else", 11);

    const file = writeEntryFile("http://127.0.0.1:1/enter", "ticket");
    const kept = [
      "idebridge-entry-others",
      "idebridge-entry-recent",
      "idebridge-entry-shared",
      "something-else",
    ];
    expect(readdirSync(root).sort()).toEqual([...kept, basename(dirname(file))].sort());
    expect(readdirSync(join(root, "idebridge-entry-others"))).toEqual(["letter.txt"]);

    removeEntryFile(file);
    expect(readdirSync(root).sort()).toEqual(kept);
  } finally {
    vi.unstubAllEnvs();
    rmSync(root, { recursive: true });
  }
});
