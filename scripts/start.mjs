#!/usr/bin/env node
/** `npm start [-- <folder>]`: idebridge for this folder, or for another one. */
import { spawn, spawnSync } from "node:child_process";
import { join } from "node:path";
import { ensureInstalled } from "./install.mjs";
import { repository } from "./repository.mjs";

ensureInstalled();
const built = spawnSync(process.execPath, [join(repository, "packages", "cli", "build.mjs")], {
  stdio: "inherit",
});
if (built.status !== 0) process.exit(built.status ?? 1);

const args = process.argv.slice(2);
const program = join(repository, "packages", "cli", "bin", "idebridge.cjs");
const child = spawn(process.execPath, [program, ...(args.length > 0 ? args : [repository])], {
  stdio: "inherit",
  // npm runs scripts in the repository; INIT_CWD is where the user stands.
  cwd: process.env.INIT_CWD ?? process.cwd(),
});
// Ctrl-C reaches the child by itself: wait for it, and end as it does.
process.on("SIGINT", () => {});
for (const signal of ["SIGTERM", "SIGHUP"]) process.on(signal, () => child.kill(signal));
child.on("exit", (code, signal) => process.exit(signal ? 1 : (code ?? 1)));
