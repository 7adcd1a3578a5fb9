#!/usr/bin/env node
/** `npm run build`: compiles every package, and bundles every editor's extension, into its dist folder. */
import { spawnSync } from "node:child_process";
import { existsSync, readdirSync, rmSync } from "node:fs";
import { join } from "node:path";
import { pathToFileURL } from "node:url";
import { ensureInstalled } from "./install.mjs";
import { repository } from "./repository.mjs";

ensureInstalled();
for (const folder of [...foldersIn("packages"), ...foldersIn("editors")]) {
  const project = join(folder, "tsconfig.build.json");
  if (existsSync(project)) compile(folder, project);
  // A package that is bundled, or a part of it, has a script of its own.
  if (existsSync(join(folder, "build.mjs"))) await import(pathToFileURL(join(folder, "build.mjs")).href);
}

function foldersIn(name) {
  return readdirSync(join(repository, name)).map((each) => join(repository, name, each));
}

function compile(folder, project) {
  rmSync(join(folder, "dist"), { recursive: true, force: true });
  const tsc = join(repository, "node_modules", "typescript", "bin", "tsc");
  const { status } = spawnSync(process.execPath, [tsc, "-p", project], { stdio: "inherit" });
  if (status !== 0) process.exit(status ?? 1);
}
