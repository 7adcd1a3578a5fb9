import { execFile } from "node:child_process";
import { copyFile, mkdtemp } from "node:fs/promises";
import path from "node:path";
import { promisify } from "node:util";
import { build } from "esbuild";
import { type CodeServerProgram, codeServerEnvironment, installCodeServer } from "./installCodeServer.ts";

const run = promisify(execFile);

/** What a VS Code of the tests is made of. */
export interface CodeServerKit {
  readonly program: CodeServerProgram;
  /** A folder with the extensions, of which every VS Code gets a copy. */
  readonly extensions: string;
}

/** Packs our extension as users get it, and those of the tests that are named, and installs them in `folder`. */
export async function installExtensions(
  repository: string,
  folder: string,
  fixtures: readonly string[] = [],
): Promise<CodeServerKit> {
  const program = await installCodeServer(repository);
  const packed = await Promise.all([
    packExtension(repository),
    ...fixtures.map((name) => packFixture(repository, name, folder)),
  ]);
  const extensions = path.join(folder, "extensions");
  const places = ["--extensions-dir", extensions, "--user-data-dir", path.join(folder, "data")];
  const wanted = packed.flatMap((file) => ["--install-extension", file]);
  await run(program.node, [program.entry, ...places, ...wanted], {
    env: codeServerEnvironment(folder),
    timeout: 240_000,
  });
  return { program, extensions };
}

async function packExtension(repository: string): Promise<string> {
  const folder = path.join(repository, "editors/vscode");
  await run(process.execPath, [path.join(folder, "build.mjs"), "--package"]);
  return path.join(folder, "dist/idebridge.vsix");
}

/** A small extension of the tests, from the folder of its name. */
async function packFixture(repository: string, name: string, parent: string): Promise<string> {
  const source = path.join(repository, "test/vscode", name);
  const folder = await mkdtemp(path.join(parent, `${name}-`));
  await build({
    entryPoints: [path.join(source, "extension.ts")],
    outfile: path.join(folder, "extension.cjs"),
    bundle: true,
    platform: "node",
    format: "cjs",
    target: "node20",
    external: ["vscode"],
    conditions: ["@idebridge/source"],
    logLevel: "warning",
  });
  await copyFile(path.join(source, "package.json"), path.join(folder, "package.json"));
  const file = path.join(folder, `${name}.vsix`);
  const vsce = path.join(repository, "node_modules/@vscode/vsce/vsce");
  const flags = ["--no-dependencies", "--allow-missing-repository", "--skip-license"];
  await run(process.execPath, [vsce, "package", "--out", file, ...flags], { cwd: folder });
  return file;
}
