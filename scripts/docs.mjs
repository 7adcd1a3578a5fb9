#!/usr/bin/env node
/**
 * Writes the reference from the sources: `npm run docs`. With `--check` it writes nothing, and fails with the
 * names of the files that are out of date. `--out <folder>` instead of `docs/reference`.
 */
import { mkdirSync, readdirSync, readFileSync, rmSync, writeFileSync } from "node:fs";
import { dirname, join, relative, resolve } from "node:path";
import { pathToFileURL } from "node:url";
import { parseArgs } from "node:util";
import { repository } from "./repository.mjs";
import { bundle } from "./run.mjs";

const { values: options } = parseArgs({
  options: { check: { type: "boolean", default: false }, out: { type: "string" } },
});
const folder = resolve(options.out ?? join(repository, "docs", "reference"));

// Node ends with 13, and says nothing, when what is awaited can never come.
process.once("exit", (code) => {
  if (code === 13) console.error("The server never answered an example of scripts/docs");
});
const wanted = await pages();
const present = presentFiles();
const outOfDate = [...new Set([...Object.keys(wanted), ...Object.keys(present)])]
  .filter((name) => wanted[name] !== present[name])
  .sort();

if (!options.check) {
  mkdirSync(folder, { recursive: true });
  for (const name of outOfDate) {
    if (wanted[name] === undefined) rmSync(join(folder, name));
    else writeFileSync(join(folder, name), wanted[name]);
    console.log(relative(process.cwd(), join(folder, name)));
  }
} else if (outOfDate.length > 0) {
  console.error("Out of date, run `npm run docs`:");
  for (const name of outOfDate) console.error(`  ${relative(repository, join(folder, name))}`);
  process.exitCode = 1;
}

/** @returns {Promise<Readonly<Record<string, string>>>} */
async function pages() {
  const program = await bundle(join(repository, "scripts", "docs", "reference.ts"));
  try {
    const { reference } = await import(pathToFileURL(program).href);
    return await reference(readFileSync(join(repository, "packages/sdk/src/protocol/limits.ts"), "utf8"));
  } finally {
    rmSync(dirname(program), { recursive: true });
  }
}

/** @returns {Record<string, string>} */
function presentFiles() {
  try {
    return Object.fromEntries(
      readdirSync(folder).map((name) => [name, readFileSync(join(folder, name), "utf8")]),
    );
  } catch {
    return {};
  }
}
