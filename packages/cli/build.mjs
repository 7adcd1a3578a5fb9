/**
 * Bundles the command into dist. CommonJS, because Node's loader of ES modules alone takes longer than all of this.
 * What `idebridge serve` needs to start is one file, because every file costs time; the rest is loaded when it is used.
 */
import { spawnSync } from "node:child_process";
import { createHash } from "node:crypto";
import { chmodSync, mkdirSync, readFileSync, rmSync, writeFileSync } from "node:fs";
import { basename, dirname, join } from "node:path";
import { fileURLToPath } from "node:url";
import { rolldown } from "rolldown";
import { buildPage } from "../workbench/buildPage.mjs";
import { isUsedLater } from "./usedLater.mjs";

const folder = fileURLToPath(new URL(".", import.meta.url));
const dist = join(folder, "dist");
const entryName = "idebridge.cjs";

const options = {
  cwd: folder,
  platform: "node",
  transform: { target: "node20" },
  resolve: { conditionNames: ["@idebridge/source", "node", "import", "default"] },
};
/** What runs in another thread is one text: there it has nobody to load more from. */
const compareWorkerCode = await oneFile({ ...options, input: "src/screen/diff/compareWorker.ts" });
const program = {
  ...options,
  input: { idebridge: "src/program.ts" },
  transform: { ...options.transform, define: { compareWorkerCode: JSON.stringify(compareWorkerCode) } },
  preserveEntrySignatures: "allow-extension",
  // Some modules are loaded late by other commands, but by `serve` at once.
  checks: { ineffectiveDynamicImport: false },
};
const neededToStart = await modulesOf("commands/serve.ts");
const bundle = await rolldown(program);
const { output } = await bundle.generate({
  format: "cjs",
  dynamicImportInCjs: false,
  minify: true,
  entryFileNames: entryName,
  chunkFileNames: "chunks/[name]-[hash].cjs",
  codeSplitting: {
    includeDependenciesRecursively: false,
    groups: [
      { name: "later", test: (id) => neededToStart.has(id) && isUsedLater(id), priority: 1 },
      { name: "start", test: (id) => neededToStart.has(id) },
    ],
  },
});

rmSync(dist, { recursive: true, force: true });
for (const chunk of output) {
  if (chunk.fileName === entryName) writeEntry(chunk.code);
  else if (chunk.name === "later") writeLater(chunk);
  else write(chunk.fileName, chunk.code);
}
assertLoads();
await buildPage(join(dist, "page"));

// A program of its own, started when a file of its languages is touched.
const webLanguageServer = await oneFile({
  ...options,
  input: "src/webLanguageServer/webLanguageServer.ts",
  // The services are also published as UMD, whose `require` cannot be followed.
  resolve: { ...options.resolve, mainFields: ["module", "main"] },
});
write("webLanguageServer.cjs", webLanguageServer);

/** A program without parts. */
async function oneFile(input) {
  const alone = await rolldown(input);
  const { output } = await alone.generate({ format: "cjs", minify: true, codeSplitting: false });
  return output[0].code;
}

/** The loader stands in for the entry: chunks that ask for that get the program's exports. */
function writeEntry(code) {
  const program = toAscii(withSmallFiles(code.replace(/^#!.*\n/, "")));
  const hash = createHash("sha256").update(program).digest("hex").slice(0, 16);
  write(`program-${hash}.cjs`, program);
  const loader = readFileSync(join(folder, "src", "loader.cjs"), "utf8").replace("PROGRAM_HASH", hash);
  write(entryName, `#!/usr/bin/env node\n${loader}`);
  chmodSync(join(dist, entryName), 0o755);
}

/** Under the name of the chunk is what loads it when one of its exports is first used. */
function writeLater({ fileName, code, exports }) {
  write(laterFile(fileName), code);
  write(fileName, lateExports(`./${basename(laterFile(fileName))}`, exports));
}

/** What is used while the program loads cannot be loaded later: it would find the program half made. */
function assertLoads() {
  const { status, stderr } = spawnSync(process.execPath, [join(dist, entryName), "--version"]);
  if (status === 0) return;
  throw new Error(
    `The program does not load. Is one of usedLater.mjs used at once?\n${String(stderr).slice(-2_000)}`,
  );
}

function laterFile(fileName) {
  return fileName.replace(/\.cjs$/, "-code.cjs");
}

function lateExports(path, names) {
  return `let late;
for (const name of ${JSON.stringify(names)}) {
  Object.defineProperty(exports, name, { enumerable: true, get: () => (late ??= require("${path}"))[name] });
}
`;
}

/** Small files, of which every one costs time: the bundler's own helpers, and what loads the chunk of later. */
function withSmallFiles(program) {
  const small = output.flatMap(({ name, fileName, code, exports }) => {
    if (name === "rolldown-runtime") return [{ fileName, code }];
    return name === "later" ? [{ fileName, code: lateExports(`./${laterFile(fileName)}`, exports) }] : [];
  });
  return small.reduce(
    (text, { fileName, code }) =>
      text.replace(`require("./${fileName}")`, () => `(exports=>{${code}return exports})({})`),
    program,
  );
}

/** What the program and one of its parts hold when nothing else is loaded. */
async function modulesOf(part) {
  const onlyThat = {
    name: "only-that",
    resolveDynamicImport: (source) =>
      typeof source === "string" && !source.endsWith(part) ? { id: source, external: true } : undefined,
  };
  const alone = await rolldown({ ...program, plugins: [onlyThat] });
  const { output } = await alone.generate({ format: "esm" });
  const modules = output.flatMap(({ modules }) => Object.entries(modules));
  return new Set(modules.filter(([, { renderedLength }]) => renderedLength > 0).map(([id]) => id));
}

/** The loader reads the file as such, which is quicker. */
function toAscii(code) {
  return code.replace(/[^\0-\x7f]/g, (unit) => `\\u${unit.charCodeAt(0).toString(16).padStart(4, "0")}`);
}

function write(name, text) {
  const path = join(dist, name);
  mkdirSync(dirname(path), { recursive: true });
  writeFileSync(path, text);
}
