/** Bundles the page: small, with names that tell the contents, and compressed once and for all. */
import { mkdirSync, readFileSync, renameSync, rmSync, writeFileSync } from "node:fs";
import { basename, join } from "node:path";
import { fileURLToPath } from "node:url";
import { brotliCompressSync, constants, gzipSync } from "node:zlib";
import { build } from "esbuild";

const folder = fileURLToPath(new URL(".", import.meta.url));
const source = join(folder, "src", "page");

/**
 * Writes the page into a folder: `index.html`, `enter.html`, and the assets with a hash in their names, each also as
 * `.br` and `.gz`. Returns what was built.
 */
export async function buildPage(outdir) {
  const { outputFiles, metafile } = await build({
    absWorkingDir: folder,
    entryPoints: {
      main: "src/page/main.tsx",
      enter: "src/page/enter.ts",
      diffWorker: "src/page/diff/diffWorker.ts",
    },
    outdir,
    entryNames: "[name]-[hash]",
    chunkNames: "[name]-[hash]",
    assetNames: "[name]-[hash]",
    bundle: true,
    splitting: true,
    minify: true,
    write: false,
    metafile: true,
    platform: "browser",
    format: "esm",
    target: ["es2022", "safari16"],
    conditions: ["@idebridge/source"],
    jsx: "automatic",
    jsxImportSource: "preact",
    loader: { ".svg": "file", ".woff2": "file" },
    legalComments: "none",
    logLevel: "warning",
  });
  // In one step at the end: somebody may be serving what is there.
  const making = `${outdir}.${process.pid}`;
  mkdirSync(making, { recursive: true });
  for (const { path, contents } of outputFiles) writeCompressed(making, basename(path), contents);
  const names = outputFiles.map(({ path }) => basename(path));
  for (const page of ["index", "enter"]) {
    const entry = page === "index" ? "main" : page;
    writeFileSync(join(making, `${page}.html`), toHtml(page, entry, names));
  }
  rmSync(outdir, { recursive: true, force: true });
  renameSync(making, outdir);
  return { names, metafile };
}

/** The placeholders in the page become the names of the bundles. */
function toHtml(page, entry, names) {
  const text = readFileSync(join(source, `${page}.html`), "utf8");
  return text.replace(/%(script|style|diffWorker)%/g, (_, kind) => {
    const end = kind === "style" ? ".css" : ".js";
    const start = kind === "diffWorker" ? kind : entry;
    const name = names.find((each) => each.startsWith(`${start}-`) && each.endsWith(end));
    if (name === undefined) throw new Error(`${page}.html has no ${kind}`);
    return `/assets/${name}`;
  });
}

function writeCompressed(outdir, name, contents) {
  const path = join(outdir, name);
  writeFileSync(path, contents);
  const params = {
    [constants.BROTLI_PARAM_QUALITY]: constants.BROTLI_MAX_QUALITY,
    [constants.BROTLI_PARAM_SIZE_HINT]: contents.length,
  };
  writeFileSync(`${path}.br`, brotliCompressSync(contents, { params }));
  writeFileSync(`${path}.gz`, gzipSync(contents, { level: 9 }));
}
