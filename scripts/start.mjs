#!/usr/bin/env node
/** `npm start [-- <folder>]`: serves the folder to Claude Code. */
import { join } from "node:path";
import { ensureInstalled } from "./install.mjs";
import { repository } from "./repository.mjs";

ensureInstalled();
const { run } = await import("./run.mjs");
const folders = process.argv.slice(2);
await run(join(repository, "scripts", "serveFolder.ts"), folders.length > 0 ? folders : [repository], {
  // npm runs scripts in the repository; INIT_CWD is where the user stands.
  cwd: process.env.INIT_CWD ?? process.cwd(),
});
