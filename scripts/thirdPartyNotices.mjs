/**
 * Code of others that is bundled is published by us, and its licences ask that their text comes along. The bundlers tell
 * which modules they took, and source maps which packages those hold in turn: there is no list that can be forgotten.
 */
import { existsSync, readdirSync, readFileSync, writeFileSync } from "node:fs";
import { basename, dirname, join } from "node:path";
import { fileURLToPath } from "node:url";

const allowed = [
  "MIT",
  "ISC",
  "0BSD",
  "BSD-2-Clause",
  "BSD-3-Clause",
  "Apache-2.0",
  "BlueOak-1.0.0",
  "Python-2.0",
];

/** `licences/<package>/<id>.txt`: from the repositories of packages that are published without it, or not installed. */
const licences = fileURLToPath(new URL("licences", import.meta.url));

/** Writes `THIRD-PARTY.txt` into a folder, for the modules (absolute paths) that were bundled into it. */
export function writeThirdPartyNotices(dist, modules) {
  writeFileSync(join(dist, "THIRD-PARTY.txt"), thirdPartyNotices(modules));
}

export function thirdPartyNotices(modules) {
  const titlesOf = new Map();
  for (const [title, { name, folder, copyrights }] of packagesOf(modules)) {
    const { id, text } = licenceOf(title, name, folder);
    // Some files are by others than the package itself, under the same licence.
    const others = [...copyrights].filter((copyright) => !text.includes(copyright));
    const notice = [...others.map((copyright) => `In some files: ${copyright}`), text].join("\n\n");
    titlesOf.set(notice, [...(titlesOf.get(notice) ?? []), `${title}: ${id}`]);
  }
  const notices = [...titlesOf].map(([notice, titles]) => `${titles.join("\n")}\n\n${notice}\n`);
  const line = `\n${"-".repeat(80)}\n\n`;
  return ["Code of these packages is part of this one, under their licences.\n", ...notices].join(line);
}

function packagesOf(modules) {
  const packages = new Map();
  for (const module of new Set(modules)) {
    for (const { title, name, folder, copyrights } of packagesIn(module)) {
      const before = packages.get(title)?.copyrights ?? [];
      packages.set(title, { name, folder, copyrights: new Set([...before, ...copyrights]) });
    }
  }
  return [...packages].sort(([a], [b]) => (a < b ? -1 : 1));
}

/** The package that a module belongs to, and those that its makers had bundled into it. None for modules of ours. */
function packagesIn(module) {
  const folder = /^.*[\\/]node_modules[\\/](?:@[^\\/]+[\\/])?[^\\/]+/.exec(module)?.[0];
  if (folder === undefined) return [];
  const { name, version } = manifestOf(folder);
  const copyrights = readFileSync(module, "utf8").match(/(?<=^[\s/*!]*)Copyright ?\(c\).*$/gim) ?? [];
  const inside = sourcesOf(module).flatMap((source) => {
    const held = /^.*\/node_modules\/((?:@[^/]+\/)?[^/]+)\//.exec(source)?.[1];
    if (held === undefined) return [];
    // Only the paths of pnpm tell it.
    const heldVersion = /\/\.pnpm\/@?[^@/]+@([^_(/]+)/.exec(source)?.[1] ?? "";
    const title = `${`${held} ${heldVersion}`.trim()} (in ${name} ${version})`;
    return [{ title, name: held, folder: installedFor(folder, held), copyrights: [] }];
  });
  return [{ title: `${name} ${version}`, name, folder, copyrights }, ...inside];
}

function sourcesOf(module) {
  const map = `${module}.map`;
  return existsSync(map) ? JSON.parse(readFileSync(map, "utf8")).sources : [];
}

/** Where Node would find a package for another one. */
function installedFor(folder, name) {
  const found = join(folder, "node_modules", name);
  if (existsSync(found)) return found;
  const parent = dirname(folder);
  return parent === folder ? undefined : installedFor(parent, name);
}

function licenceOf(title, name, folder) {
  const kept = filesIn(join(licences, name), /\.txt$/);
  const published = filesIn(folder, /^(licen[cs]e|copying)/i);
  const texts = published.length > 0 ? published : kept;
  if (texts.length === 0) {
    throw new Error(
      `${title} is bundled without a licence: its text belongs into scripts/licences/${name}/<id>.txt`,
    );
  }
  const id = folder === undefined ? basename(texts[0], ".txt") : manifestOf(folder).license;
  if (!allowed.includes(id)) {
    throw new Error(
      `${title} is bundled, its licence is ${id ?? "not told"}. Allowed are ${allowed.join(", ")}.`,
    );
  }
  const files = [...texts, ...filesIn(folder, /^(notice|third-?party-?notices)/i)];
  const text = files.map((file) => readFileSync(file, "utf8").replaceAll("\r\n", "\n").trim()).join("\n\n");
  return { id, text };
}

function filesIn(folder, names) {
  if (folder === undefined || !existsSync(folder)) return [];
  const files = readdirSync(folder).filter((file) => names.test(file));
  return files.sort().map((file) => join(folder, file));
}

function manifestOf(folder) {
  return JSON.parse(readFileSync(join(folder, "package.json"), "utf8"));
}
