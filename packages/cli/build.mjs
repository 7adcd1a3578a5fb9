/**
 * Bundles the command into dist. CommonJS, because Node's loader of ES modules alone takes longer than all of this.
 * esbuild splits the program into chunks, of which each is loaded when it is used; what `idebridge serve` needs to
 * start is then packed into the entry, because every file costs time too.
 */
import { createHash } from "node:crypto";
import { chmodSync, mkdirSync, readFileSync, rmSync, writeFileSync } from "node:fs";
import { basename, join } from "node:path";
import { fileURLToPath } from "node:url";
import { build, transform } from "esbuild";

const folder = fileURLToPath(new URL(".", import.meta.url));
const dist = join(folder, "dist");
const entryName = "idebridge.cjs";

/** What runs in another thread is one text: there it has nobody to load more from. */
const worker = await build({
  absWorkingDir: folder,
  entryPoints: ["src/screen/diff/compareWorker.ts"],
  bundle: true,
  write: false,
  minify: true,
  platform: "node",
  format: "cjs",
  target: "node20",
  conditions: ["@idebridge/source"],
  legalComments: "none",
  logLevel: "warning",
});

const { outputFiles, metafile } = await build({
  absWorkingDir: folder,
  entryPoints: { idebridge: "src/program.ts" },
  outdir: dist,
  outExtension: { ".js": ".cjs" },
  chunkNames: "chunks/[name]-[hash]",
  bundle: true,
  splitting: true,
  write: false,
  metafile: true,
  platform: "node",
  format: "esm",
  target: "node20",
  conditions: ["@idebridge/source"],
  define: { compareWorkerCode: JSON.stringify(worker.outputFiles[0].text) },
  legalComments: "none",
  logLevel: "warning",
});
const chunks = new Map();
for (const { path, text } of outputFiles) chunks.set(basename(path), await toCommonJs(text));

rmSync(dist, { recursive: true, force: true });
mkdirSync(join(dist, "chunks"), { recursive: true });
const packed = startOf("src/program.ts", "src/commands/serve.ts");
const program = packEntry(packed);
const hash = createHash("sha256").update(program).digest("hex").slice(0, 16);
writeFileSync(join(dist, `program-${hash}.cjs`), program);
const loader = readFileSync(join(folder, "src", "loader.cjs"), "utf8").replace("PROGRAM_HASH", hash);
writeFileSync(join(dist, entryName), `#!/usr/bin/env node\n${loader}`, { mode: 0o755 });
chmodSync(join(dist, entryName), 0o755);
for (const [name, code] of chunks) {
  if (name === entryName) continue;
  // Other chunks must get the same module, not a second one.
  const forward = `module.exports=require("../${entryName}").load("${name}");\n`;
  writeFileSync(join(dist, "chunks", name), packed.includes(name) ? forward : code);
}

/** An `import()` of a chunk becomes a `require` that is called when it is reached. */
async function toCommonJs(text) {
  const { code } = await transform(text, {
    format: "cjs",
    platform: "node",
    target: "node20",
    supported: { "dynamic-import": false },
    minify: true,
    legalComments: "none",
  });
  // esbuild leaves other characters in regular expressions; the loader reads ASCII.
  return code.replace(/^#!.*\n/, "").replace(/[^\0-\x7f]/g, escaped);
}

function escaped(unit) {
  return `\\u${unit.charCodeAt(0).toString(16).padStart(4, "0")}`;
}

/** The chunks that these sources import at once, themselves included. */
function startOf(...sources) {
  const outputs = Object.entries(metafile.outputs);
  const found = new Set();
  const add = (path) => {
    if (found.has(path)) return;
    found.add(path);
    for (const { path: imported, kind } of metafile.outputs[path].imports) {
      if (kind === "import-statement" && metafile.outputs[imported]) add(imported);
    }
  };
  for (const source of sources) add(outputs.find(([, { entryPoint }]) => entryPoint === source)[0]);
  return [...found].map((path) => basename(path));
}

/** Functions in parentheses are compiled at once: all of these are called right away. */
function packEntry(names) {
  const functions = names.map((name) => `"${name}":(function(module,exports,require){${chunks.get(name)}})`);
  return `const packed={${functions.join(",\n")}};
const loaded=new Map();
function load(name){
let module=loaded.get(name);
if(!module){loaded.set(name,module={exports:{}});packed[name](module,module.exports,find)}
return module.exports}
function find(path){
if(path[0]!==".")return require(path);
const name=path.slice(path.lastIndexOf("/")+1);
return Object.hasOwn(packed,name)?load(name):require("./chunks/"+name)}
exports.load=load;
load("${entryName}");
`;
}
