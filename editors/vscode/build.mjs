/** Bundles the extension into dist, and packs it as idebridge.vsix when asked to (--package). */
import { rmSync } from "node:fs";
import { fileURLToPath } from "node:url";
import { build } from "esbuild";

const folder = fileURLToPath(new URL(".", import.meta.url));
rmSync(`${folder}dist`, { recursive: true, force: true });
await build({
  absWorkingDir: folder,
  entryPoints: { extension: "src/extension.ts" },
  outdir: "dist",
  outExtension: { ".js": ".cjs" },
  bundle: true,
  minify: true,
  platform: "node",
  format: "cjs",
  target: "node20",
  external: ["vscode"],
  conditions: ["@idebridge/source"],
  legalComments: "none",
  logLevel: "warning",
});
if (process.argv.includes("--package")) {
  const { createVSIX } = await import("@vscode/vsce");
  await createVSIX({
    cwd: folder,
    packagePath: `${folder}dist/idebridge.vsix`,
    dependencies: false,
    allowMissingRepository: true,
    // The pictures are in the package.
    rewriteRelativeLinks: false,
    skipLicense: true,
  });
}
