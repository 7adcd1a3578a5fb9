#!/usr/bin/env node
try {
  require("../dist/idebridge.cjs");
} catch (error) {
  const isNotBuilt = error?.code === "MODULE_NOT_FOUND" && error.message.includes("dist/idebridge.cjs'");
  if (!isNotBuilt) throw error;
  process.stderr.write("idebridge is not built yet. Run first: npm run build\n");
  process.exitCode = 1;
}
