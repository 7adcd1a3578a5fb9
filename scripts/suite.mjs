import { mkdirSync } from "node:fs";
import { readFile } from "node:fs/promises";
import { join } from "node:path";
import { pathToFileURL } from "node:url";
import { ensureDebianPackages } from "./debian.mjs";
import { ensureInstalled } from "./install.mjs";
import { repository } from "./repository.mjs";
import { bundleSources } from "./run.mjs";

/** Runs `<name>/<name>.ts`. It is TypeScript, and Node 20 does not run that: bundled first. */
export async function suite(name) {
  ensureInstalled();
  for (const missing of ensureDebianPackages())
    console.error(`${missing} is missing: what needs it will fail`);
  const folder = join(repository, ".cache", name);
  mkdirSync(folder, { recursive: true });
  const outfile = join(folder, `${name}.mjs`);
  await bundleSources(join(repository, name, `${name}.ts`), outfile, { plugins: [keepsPlaces] });
  const { [name]: run } = await import(pathToFileURL(outfile).href);
  process.exitCode = await run(repository, process.argv.slice(2));
}

/** What looks for files beside its own source does not find them beside the bundle. */
const keepsPlaces = {
  name: "keeps-places",
  setup({ onLoad }) {
    onLoad({ filter: /\.ts$/ }, async ({ path }) => {
      const text = await readFile(path, "utf8");
      const place = JSON.stringify(pathToFileURL(path).href);
      return { contents: text.replaceAll("import.meta.url", place), loader: "ts" };
    });
  },
};
