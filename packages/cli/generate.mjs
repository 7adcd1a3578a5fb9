/** Writes what is generated from the sources: docs/cli.md, docs/settings.md and the schema of the settings. */
import { mkdtempSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { fileURLToPath, pathToFileURL } from "node:url";
import { build } from "esbuild";

const folder = fileURLToPath(new URL(".", import.meta.url));
const temporary = mkdtempSync(join(tmpdir(), "idebridge-pages-"));
try {
  await build({
    absWorkingDir: folder,
    entryPoints: { pages: "generate/pages.ts" },
    outdir: temporary,
    outExtension: { ".js": ".mjs" },
    bundle: true,
    splitting: true,
    platform: "node",
    format: "esm",
    target: "node20",
    conditions: ["@idebridge/source"],
    logLevel: "warning",
  });
  const { pages } = await import(pathToFileURL(join(temporary, "pages.mjs")).href);
  for (const [path, text] of Object.entries(await pages())) writeFileSync(join(folder, "../..", path), text);
} finally {
  rmSync(temporary, { recursive: true, force: true });
}
