import { mkdtempSync, readdirSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { afterEach, expect, it, vi } from "vitest";
import { openEditor } from "../../src/screen/diff/openEditor.ts";

const folder = mkdtempSync(join(tmpdir(), "idebridge-editor-"));

afterEach(() => {
  vi.unstubAllEnvs();
  rmSync(folder, { recursive: true });
});

it("says where a text for the editor cannot be written, and what to do, and leaves nothing there", async () => {
  const edit = (path: string) =>
    openEditor({ path, text: "text\n", line: 1 }, { env: { EDITOR: "false" }, cwd: folder });
  vi.stubEnv("TMPDIR", folder);
  const advice = (place: string, code: string) =>
    `${place} cannot be written (${code}): make it writable, or name another place with TMPDIR.`;
  expect(await edit(`/w/${"long".repeat(100)}.ts`)).toEqual({
    outcome: "failed",
    message: advice(folder, "ENAMETOOLONG"),
  });
  expect(readdirSync(folder)).toEqual([]);

  const file = join(folder, "file");
  writeFileSync(file, "");
  vi.stubEnv("TMPDIR", file);
  expect(await edit("/w/a.ts")).toEqual({ outcome: "failed", message: advice(file, "ENOTDIR") });
});
