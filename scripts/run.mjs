#!/usr/bin/env node
/** Runs a TypeScript program of this repository: `node scripts/run.mjs <file.ts> [arguments]`. */
import { spawn } from "node:child_process";
import { mkdirSync, readdirSync, rmSync } from "node:fs";
import { basename, dirname, join, relative, resolve } from "node:path";
import { pathToFileURL } from "node:url";
import { repository } from "./repository.mjs";

const cache = join(repository, "node_modules", ".cache", "idebridge");

/** Bundles a program, and returns the file to run. */
export async function bundle(source) {
  const folder = join(cache, String(process.pid));
  mkdirSync(folder, { recursive: true });
  removeLeftovers();
  const outfile = join(folder, `${relative(repository, resolve(source)).replaceAll(/[^\w]+/g, "-")}.mjs`);
  await bundleSources(resolve(source), outfile, { sourcemap: "inline" });
  return outfile;
}

/** The packages of this repository are bundled from their sources; what comes from the registry is not bundled. */
export async function bundleSources(source, outfile, options) {
  const { build } = await import("esbuild");
  await build({
    // Not where the user stands: esbuild would read the package.json there.
    absWorkingDir: repository,
    entryPoints: [source],
    outfile,
    bundle: true,
    platform: "node",
    format: "esm",
    target: "node20",
    packages: "external",
    conditions: ["@idebridge/source"],
    alias: await workspaceAliases(),
    logLevel: "warning",
    ...options,
  });
}

/** Of runs that were killed: each has a folder that is named after its process. */
function removeLeftovers() {
  const isOfTheDead = (name) => /^\d+$/.test(name) && !isAlive(Number(name));
  for (const name of readdirSync(cache).filter(isOfTheDead)) {
    rmSync(join(cache, name), { recursive: true, force: true });
  }
}

function isAlive(pid) {
  try {
    return process.kill(pid, 0);
  } catch (error) {
    return error.code === "EPERM";
  }
}

/** The packages of this repository that others import, as their sources. */
export async function workspaceAliases() {
  const aliases = await Promise.all(["sdk", "review", "headless"].map(aliasesOf));
  // The longest first: esbuild takes the first alias that is a prefix.
  return Object.fromEntries(aliases.flat().sort(([a], [b]) => b.length - a.length));
}

async function aliasesOf(folder) {
  const place = join(repository, "packages", folder);
  const { default: manifest } = await import(pathToFileURL(join(place, "package.json")).href, {
    with: { type: "json" },
  });
  return Object.entries(manifest.exports)
    .filter(([, target]) => typeof target === "object")
    .map(([path, target]) => [
      join(manifest.name, path).replaceAll("\\", "/"),
      join(place, target["@idebridge/source"]),
    ]);
}

/** Runs a TypeScript program in a process of its own, and ends as it does. */
export async function run(source, args, options = {}) {
  const program = await bundle(source);
  const child = spawn(process.execPath, ["--enable-source-maps", program, ...args], {
    stdio: "inherit",
    ...options,
  });
  for (const signal of ["SIGINT", "SIGTERM", "SIGHUP"]) process.on(signal, () => child.kill(signal));
  child.on("exit", (code, signal) => {
    rmSync(dirname(program), { recursive: true, force: true });
    process.exit(signal ? 1 : (code ?? 1));
  });
}

if (process.argv[1] && basename(process.argv[1]) === "run.mjs") {
  const [source, ...args] = process.argv.slice(2);
  if (source === undefined) {
    console.error("Usage: node scripts/run.mjs <file.ts> [arguments]");
    process.exit(2);
  }
  await run(source, args);
}
