/**
 * Bundles the command into dist: one small entry, and chunks that are loaded when they are used. CommonJS, because
 * Node's loader of ES modules alone takes longer than all of this; esbuild splits ES modules only, so each chunk
 * is converted afterwards.
 */
import { chmodSync, mkdirSync, rmSync, writeFileSync } from "node:fs";
import { dirname, join } from "node:path";
import { fileURLToPath } from "node:url";
import { build, transform } from "esbuild";

const folder = fileURLToPath(new URL(".", import.meta.url));
const dist = join(folder, "dist");

const { outputFiles } = await build({
  absWorkingDir: folder,
  entryPoints: { idebridge: "src/program.ts" },
  outdir: dist,
  outExtension: { ".js": ".cjs" },
  chunkNames: "chunks/[name]-[hash]",
  bundle: true,
  splitting: true,
  write: false,
  platform: "node",
  format: "esm",
  target: "node20",
  conditions: ["@idebridge/source"],
  legalComments: "none",
  logLevel: "warning",
});
rmSync(dist, { recursive: true, force: true });
for (const { path, text } of outputFiles) {
  const { code } = await transform(text, {
    format: "cjs",
    platform: "node",
    target: "node20",
    // `import()` of a chunk becomes `require`, later, when it is used.
    supported: { "dynamic-import": false },
    // Names stay, for stack traces in bug reports.
    minifySyntax: true,
    minifyWhitespace: true,
    legalComments: "none",
  });
  mkdirSync(dirname(path), { recursive: true });
  writeFileSync(path, code);
}
chmodSync(join(dist, "idebridge.cjs"), 0o755);
