#!/usr/bin/env node
/**
 * `npm test`: every check and every test, with all set-up. `npm run test:quick` (--quick): types, lint,
 * generated documents and unit tests. Ends with one line that counts the tests.
 */
import { spawnSync } from "node:child_process";
import { mkdtempSync, readFileSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join, relative } from "node:path";
import { stripVTControlCharacters } from "node:util";
import { ensureDebianPackages } from "./debian.mjs";
import { ensureInstalled } from "./install.mjs";
import { repository } from "./repository.mjs";

const quick = process.argv.includes("--quick");
const reports = mkdtempSync(join(tmpdir(), "idebridge-test-"));
const counts = { passed: 0, failed: 0, skipped: 0 };
const failures = [];

ensureInstalled();
step("types", "typescript/bin/tsc", ["--noEmit", "-p", "tsconfig.json"]);
step("types without Node: sdk", "typescript/bin/tsc", [
  "--noEmit",
  "-p",
  "packages/sdk/tsconfig.neutral.json",
]);
step("types without Node: review", "typescript/bin/tsc", [
  "--noEmit",
  "-p",
  "packages/review/tsconfig.neutral.json",
]);
step("types of the page", "typescript/bin/tsc", ["--noEmit", "-p", "packages/workbench/tsconfig.page.json"]);
step("lint and format", "@biomejs/biome/bin/biome", ["ci", "--error-on-warnings", "."]);
// One worker a core, or the quick part would not be quick on two. The others need their cores for real programs.
vitest("unit", ["--maxWorkers=100%"]);
if (!quick) {
  for (const name of ensureDebianPackages()) missingProgram(name);
  step("build", "../scripts/build.mjs", []);
  vitest("integration");
  vitest("real-client");
  vitest("vscode");
}
rmSync(reports, { recursive: true, force: true });

if (counts.skipped > 0) failures.push(`${counts.skipped} tests were skipped`);
for (const failure of failures) console.log(`FAILED: ${failure}`);
console.log(`tests: ${counts.passed} passed, ${counts.failed} failed, ${counts.skipped} skipped`);
process.exit(failures.length > 0 ? 1 : 0);

/** The tests that need it fail too; this says why. */
function missingProgram(name) {
  failures.push(
    `${name} is missing and could not be installed: install it, with apt-get install ${name} for example`,
  );
}

function vitest(project, options = []) {
  const report = join(reports, `${project}.json`);
  step(`${project} tests`, "vitest/vitest.mjs", [
    "run",
    "--project",
    project,
    "--reporter=default",
    "--reporter=json",
    `--outputFile.json=${report}`,
    ...options,
  ]);
  try {
    const { numPassedTests, numFailedTests, numPendingTests, numTodoTests, testResults } = JSON.parse(
      readFileSync(report, "utf8"),
    );
    counts.passed += numPassedTests;
    counts.failed += numFailedTests;
    counts.skipped += numPendingTests + numTodoTests;
    if (numPassedTests + numFailedTests === 0) failures.push(`no ${project} test ran`);
    failures.push(...testResults.flatMap(failedTests));
  } catch {
    failures.push(`${project} tests left no report`);
  }
}

/** What failed in a file of tests, said once more at the end: the report itself is thousands of lines up. */
function failedTests({ name, message, assertionResults }) {
  const file = relative(repository, name);
  const failed = assertionResults.filter(({ status }) => status === "failed");
  if (failed.length === 0) return message ? [`${file}\n${indented(message)}`] : [];
  return failed.map(
    ({ fullName, failureMessages }) => `${file} > ${fullName}\n${indented(failureMessages.join("\n"))}`,
  );
}

function indented(message) {
  return stripVTControlCharacters(message).split("\n").slice(0, 12).join("\n").replace(/^/gm, "    ");
}

function step(name, program, args) {
  const started = Date.now();
  console.log(`\n== ${name}`);
  const { status, signal } = spawnSync(
    process.execPath,
    [join(repository, "node_modules", program), ...args],
    {
      cwd: repository,
      stdio: ["ignore", "inherit", "inherit"],
    },
  );
  const seconds = ((Date.now() - started) / 1000).toFixed(1);
  console.log(`== ${name}: ${status === 0 ? "ok" : `failed${signal ? ` (${signal})` : ""}`} in ${seconds} s`);
  if (status !== 0) failures.push(name);
}
