/**
 * For work on the page: `node packages/workbench/dev.mjs [folder]` serves the folder and prints a link. The page is built
 * anew whenever its source changes: reload to see it. With `--agent`, somebody proposes a change now and then.
 */
import { mkdtempSync, rmSync, watch } from "node:fs";
import { tmpdir } from "node:os";
import { join, resolve } from "node:path";
import { fileURLToPath, pathToFileURL } from "node:url";
import { build } from "esbuild";
import { buildPage } from "./buildPage.mjs";

const here = fileURLToPath(new URL(".", import.meta.url));
const temporary = mkdtempSync(join(tmpdir(), "idebridge-dev-"));
const page = join(temporary, "page");
const folder = resolve(process.argv.slice(2).find((each) => !each.startsWith("-")) ?? ".");

await buildPage(page);
await build({
  stdin: { contents: 'export * from "./dev/serve.ts";', resolveDir: here },
  outfile: join(temporary, "serve.mjs"),
  bundle: true,
  platform: "node",
  target: "node20",
  format: "esm",
  conditions: ["@idebridge/source"],
  banner: {
    js: 'import { createRequire as requireOf } from "node:module"; const require = requireOf(import.meta.url);',
  },
});
const { serve } = await import(pathToFileURL(join(temporary, "serve.mjs")).href);
const stop = await serve(folder, page, process.argv.includes("--agent"));

let timer;
watch(join(here, "src", "page"), { recursive: true }, () => {
  clearTimeout(timer);
  timer = setTimeout(
    () =>
      buildPage(page).then(
        () => process.stdout.write("built\n"),
        () => {},
      ),
    200,
  );
});
for (const signal of ["SIGINT", "SIGTERM"]) {
  process.once(signal, async () => {
    await stop();
    rmSync(temporary, { recursive: true, force: true });
    process.exit();
  });
}
