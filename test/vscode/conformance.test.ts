import { existsSync, readFileSync } from "node:fs";
import { mkdtemp } from "node:fs/promises";
import { tmpdir } from "node:os";
import path from "node:path";
import { setTimeout as sleep } from "node:timers/promises";
import { expect, it } from "vitest";
import { CodeServer } from "./codeServer.ts";
import { packConformance, packExtension } from "./packExtensions.ts";

it("passes the library's checks of an editor, inside VS Code", async () => {
  const report = path.join(await mkdtemp(path.join(tmpdir(), "idebridge-report-")), "report.json");
  await using _ = await CodeServer.start({
    extensions: [await packExtension(), await packConformance()],
    env: { IDEBRIDGE_CONFORMANCE_REPORT: report },
  });
  while (!existsSync(report)) await sleep(200);
  const results = JSON.parse(readFileSync(report, "utf8")) as { name: string; outcome: string }[];
  expect(results.length).toBeGreaterThan(40);
  expect(results.filter(({ outcome }) => outcome !== "passed")).toEqual([]);
});
