import { execFile } from "node:child_process";
import { copyFile, mkdtemp, rm } from "node:fs/promises";
import { tmpdir } from "node:os";
import path from "node:path";
import { fileURLToPath } from "node:url";
import { promisify } from "node:util";
import { build } from "esbuild";
import type { TestProject } from "vitest/node";
import { codeServerEnvironment, installCodeServer } from "./installCodeServer.ts";

declare module "vitest" {
  interface ProvidedContext {
    /** A folder with the extensions that every VS Code of the tests gets a copy of. */
    readonly extensions: string;
  }
}

const run = promisify(execFile);
const here = fileURLToPath(new URL(".", import.meta.url));
const repository = path.join(here, "../..");

/** Packs our extension, the one that checks it from inside and a rival, and installs them once for all tests. */
export default async function setup(project: TestProject): Promise<() => Promise<void>> {
  const folder = await mkdtemp(path.join(tmpdir(), "idebridge-extensions-"));
  const { node, entry } = await installCodeServer();
  const extensions = path.join(folder, "extensions");
  const packed = await Promise.all([
    packExtension(),
    packFixture("conformance", folder),
    packFixture("theirs", folder),
  ]);
  await run(
    node,
    [
      entry,
      "--extensions-dir",
      extensions,
      "--user-data-dir",
      path.join(folder, "data"),
      ...packed.flatMap((file) => ["--install-extension", file]),
    ],
    { env: codeServerEnvironment(folder), timeout: 120_000 },
  );
  project.provide("extensions", extensions);
  return () => rm(folder, { recursive: true, force: true });
}

/** The extension as users get it. */
async function packExtension(): Promise<string> {
  const folder = path.join(repository, "editors/vscode");
  await run(process.execPath, [path.join(folder, "build.mjs"), "--package"]);
  return path.join(folder, "dist/idebridge.vsix");
}

/** A small extension of the tests, from the folder of its name. */
async function packFixture(name: string, parent: string): Promise<string> {
  const folder = await mkdtemp(path.join(parent, `${name}-`));
  await build({
    entryPoints: [path.join(here, name, "extension.ts")],
    outfile: path.join(folder, "extension.cjs"),
    bundle: true,
    platform: "node",
    format: "cjs",
    external: ["vscode"],
    conditions: ["@idebridge/source"],
    logLevel: "warning",
  });
  await copyFile(path.join(here, name, "package.json"), path.join(folder, "package.json"));
  const file = path.join(folder, `${name}.vsix`);
  const vsce = path.join(repository, "node_modules/@vscode/vsce/vsce");
  const flags = ["--no-dependencies", "--allow-missing-repository", "--skip-license"];
  await run(process.execPath, [vsce, "package", "--out", file, ...flags], { cwd: folder });
  return file;
}
