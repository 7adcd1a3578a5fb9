/** Installs what package-lock.json names, if that has not been done yet. Needs nothing but Node and npm. */
import { spawnSync } from "node:child_process";
import { createHash } from "node:crypto";
import { mkdirSync, readFileSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { repository } from "./repository.mjs";

const stamp = join(repository, "node_modules", ".cache", "idebridge", "installed");

export function ensureInstalled() {
  requireNode();
  const wanted = createHash("sha256")
    .update(readFileSync(join(repository, "package-lock.json")))
    .digest("hex");
  if (read(stamp) === wanted) return;
  console.error("Installing dependencies…");
  // Not `npm ci`: it refuses a lock file that does not name the binaries of every other platform. What the lock
  // file names is honoured all the same, and the file itself stays as it is.
  const { status, error } = spawnSync(
    "npm",
    ["install", "--no-save", "--no-audit", "--no-fund", "--loglevel=error"],
    {
      cwd: repository,
      stdio: ["ignore", "inherit", "inherit"],
      shell: process.platform === "win32",
    },
  );
  if (status !== 0) {
    console.error(
      `npm install failed${error ? ` (${error.message})` : ""}. Check that the npm registry can be reached.`,
    );
    process.exit(1);
  }
  mkdirSync(join(stamp, ".."), { recursive: true });
  writeFileSync(stamp, wanted);
}

function requireNode() {
  const [major = 0, minor = 0] = process.versions.node.split(".").map(Number);
  if (major > 20 || (major === 20 && minor >= 19)) return;
  console.error(`idebridge needs Node 20.19 or later; this is ${process.versions.node}.`);
  process.exit(1);
}

function read(file) {
  try {
    return readFileSync(file, "utf8");
  } catch {
    return undefined;
  }
}
