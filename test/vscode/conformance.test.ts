import { existsSync, readFileSync } from "node:fs";
import { mkdtemp, rm } from "node:fs/promises";
import { tmpdir } from "node:os";
import path from "node:path";
import { afterAll, beforeAll, expect, it } from "vitest";
import { startCodeServer } from "./startCodeServer.ts";
import { eventually } from "./vscodeWindow.ts";

let folder: string;
beforeAll(async () => {
  folder = await mkdtemp(path.join(tmpdir(), "idebridge-report-"));
});
afterAll(() => rm(folder, { recursive: true, force: true }));

it("passes the library's checks of an editor, inside VS Code", async () => {
  const report = path.join(folder, "report.json");
  await using codeServer = await startCodeServer({ env: { IDEBRIDGE_CONFORMANCE_REPORT: report } });
  await using _ = await codeServer.open();
  await eventually(() => existsSync(report), "the checks did not end", 150_000);
  const results = JSON.parse(readFileSync(report, "utf8")) as { name: string; outcome: string }[];
  expect(results.length).toBeGreaterThan(40);
  expect(results.filter(({ outcome }) => outcome !== "passed")).toEqual([]);
});
