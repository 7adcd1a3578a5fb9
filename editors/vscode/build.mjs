/** Bundles the extension into dist, and packs it as idebridge.vsix when asked to (--package). */
import { cpSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { fileURLToPath } from "node:url";
import { build } from "esbuild";
import { writeThirdPartyNotices } from "../../scripts/thirdPartyNotices.mjs";

const folder = fileURLToPath(new URL(".", import.meta.url));
rmSync(join(folder, "dist"), { recursive: true, force: true });
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
  join(folder, "dist"),
  Object.keys(metafile.inputs).map((input) => join(folder, input)),
);
if (process.argv.includes("--package")) await pack();

async function pack() {
  const { createVSIX } = await import("@vscode/vsce");
  const manifest = JSON.parse(readFileSync(join(folder, "package.json"), "utf8"));
  const staging = mkdtempSync(join(tmpdir(), "idebridge-vsix-"));
  try {
    for (const name of ["package.json", "LICENSE", "media", "dist"]) {
      cpSync(join(folder, name), join(staging, name), { recursive: true });
    }
    writeFileSync(join(staging, "README.md"), readme(manifest));
    await createVSIX({
      cwd: staging,
      packagePath: join(folder, "dist/idebridge.vsix"),
      dependencies: false,
      allowMissingRepository: true,
      rewriteRelativeLinks: manifest.repository !== undefined,
      skipLicense: true,
    });
  } finally {
    rmSync(staging, { recursive: true, force: true });
  }
}

/**
 * VS Code and the marketplace show pictures of a README from the web only, neither from the package nor as data. vsce makes such
 * addresses from that of the repository; without one, no picture is better than a broken one. The walkthrough has its own.
 */
function readme({ repository }) {
  const text = readFileSync(join(folder, "README.md"), "utf8");
  return repository === undefined ? text.replace(/^!\[.*\]\(media\/.*\)\n\n/gm, "") : text;
}
