import { mkdtempSync, rmdirSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { expect, it, vi } from "vitest";
import { realFolder } from "../src/documents/realFolder.ts";

// Whoever runs the tests may be root, who can read everything.
vi.mock("node:fs", async (original) => ({
  ...(await original<typeof import("node:fs")>()),
  accessSync() {
    throw Object.assign(new Error("permission denied"), { code: "EACCES" });
  },
}));

it("a folder that cannot be read: the command to copy has its name as one word", () => {
  const folder = mkdtempSync(join(tmpdir(), "idebridge $(folder) "));
  try {
    expect(() => realFolder(folder)).toThrow(`Make it readable: chmod u+rx '${folder}'`);
  } finally {
    rmdirSync(folder);
  }
});
