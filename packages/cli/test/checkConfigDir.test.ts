import { mkdtempSync, rmdirSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { expect, test, vi } from "vitest";
import { checkConfigDir } from "../src/doctor/checkConfigDir.ts";
import type { Scene } from "../src/doctor/scene.ts";

// Whoever runs the tests may be root, who can write everywhere.
vi.mock("node:fs", async (original) => ({
  ...(await original<typeof import("node:fs")>()),
  accessSync() {
    throw new Error("EACCES");
  },
}));

test("a folder that cannot be written: the command to copy has its name as one word", () => {
  const configDir = mkdtempSync(join(tmpdir(), "idebridge $(config) "));
  try {
    const [finding] = checkConfigDir({ configDir, context: { env: {} } } as Scene);
    expect(finding?.todo).toBe(`Make it yours: chmod u+rwx '${configDir}' (perhaps after chown)`);
  } finally {
    rmdirSync(configDir);
  }
});
