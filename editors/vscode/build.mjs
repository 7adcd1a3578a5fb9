/** Bundles the extension into dist, and packs it as idebridge.vsix when asked to (--package). */
import { rmSync } from "node:fs";
import { join } from "node:path";
import { fileURLToPath } from "node:url";
import { build } from "esbuild";
import { writeThirdPartyNotices } from "../../scripts/thirdPartyNotices.mjs";

const folder = fileURLToPath(new URL(".", import.meta.url));
rmSync(`${folder}dist`, { recursive: true, force: true });
const { metafile } = await build({
  absWorkingDir: folder,
  metafile: true,
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
writeThirdPartyNotices(
  `${folder}dist`,
  Object.keys(metafile.inputs).map((input) => join(folder, input)),
);
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
