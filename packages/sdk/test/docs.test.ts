import { spawn } from "node:child_process";
import { appendFile, mkdtemp, readdir, rm, writeFile } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { fileURLToPath } from "node:url";
import { expect, it } from "vitest";

const script = fileURLToPath(new URL("../../../scripts/docs.mjs", import.meta.url));

it("has a reference that is up to date", { timeout: 60_000 }, async () => {
  expect(await docs("--check")).toEqual({ code: 0, output: "" });
});

it("names the files that are not", { timeout: 60_000 }, async () => {
  const folder = await mkdtemp(join(tmpdir(), "idebridge-docs-"));
  try {
    const written = await docs("--out", folder);
    const files = await readdir(folder);
    await rm(join(folder, "limits.md"));
    await appendFile(join(folder, "tools.md"), "changed by hand");
    await writeFile(join(folder, "old.md"), "a page that is no more");
    const { code, output } = await docs("--check", "--out", folder);
    const mended = await docs("--out", folder);

    expect({
      written: written.code,
      files: files.sort(),
      code,
      named: output.match(/\w+\.md/g),
      mended: mended.code,
      after: (await readdir(folder)).sort(),
    }).toEqual({
      written: 0,
      files: ["dialects.md", "limits.md", "notifications.md", "tools.md"],
      code: 1,
      named: ["limits.md", "old.md", "tools.md"],
      mended: 0,
      after: ["dialects.md", "limits.md", "notifications.md", "tools.md"],
    });
  } finally {
    await rm(folder, { recursive: true });
  }
});

function docs(...args: readonly string[]): Promise<{ code: number | null; output: string }> {
  const child = spawn(process.execPath, [script, ...args]);
  let output = "";
  for (const stream of [child.stdout, child.stderr]) {
    stream.setEncoding("utf8").on("data", (text: string) => {
      output += text;
    });
  }
  return new Promise((resolve) => child.once("close", (code) => resolve({ code, output })));
}
