#!/usr/bin/env node
import { processContext } from "./context.ts";
import { main } from "./main.ts";

// Whoever reads the output has seen enough, as in `idebridge watch | head`.
process.stdout.on("error", (error: NodeJS.ErrnoException) => {
  if (error.code !== "EPIPE") throw error;
  process.exit(0);
});

main(process.argv.slice(2), processContext()).then((code) => {
  process.exitCode = code;
});
