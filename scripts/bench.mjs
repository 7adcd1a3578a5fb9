import { mkdirSync } from "node:fs";
import { join } from "node:path";
import { fileURLToPath, pathToFileURL } from "node:url";
import { build } from "esbuild";

// The benchmark is TypeScript, and Node 20 does not run that: bundle it, then run it.
const root = fileURLToPath(new URL("..", import.meta.url));
const outfile = join(root, ".cache", "bench", "bench.mjs");
mkdirSync(join(root, ".cache", "bench"), { recursive: true });
await build({
  entryPoints: [join(root, "bench", "bench.ts")],
  outfile,
  bundle: true,
  platform: "node",
  format: "esm",
  target: "node20",
  packages: "external",
  logLevel: "warning",
});
const { bench } = await import(pathToFileURL(outfile).href);
process.exitCode = await bench(root, process.argv.slice(2));
