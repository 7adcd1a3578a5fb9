import { execFile } from "node:child_process";
import { copyFile, mkdtemp } from "node:fs/promises";
import { tmpdir } from "node:os";
import path from "node:path";
import { fileURLToPath } from "node:url";
import { promisify } from "node:util";
import { createVSIX } from "@vscode/vsce";
import { build } from "esbuild";

const here = fileURLToPath(new URL(".", import.meta.url));
const extension = path.join(here, "../../editors/vscode");

/** The extension as users get it. */
export async function packExtension(): Promise<string> {
  await promisify(execFile)(process.execPath, [path.join(extension, "build.mjs"), "--package"]);
  return path.join(extension, "dist", "idebridge.vsix");
}

/** The extension that checks ours from inside VS Code. */
export async function packConformance(): Promise<string> {
  const folder = await mkdtemp(path.join(tmpdir(), "idebridge-conformance-"));
  await build({
    entryPoints: [path.join(here, "conformance/extension.ts")],
    outfile: path.join(folder, "extension.cjs"),
    bundle: true,
    platform: "node",
    format: "cjs",
    external: ["vscode"],
    conditions: ["@idebridge/source"],
    logLevel: "warning",
  });
  await copyFile(path.join(here, "conformance/package.json"), path.join(folder, "package.json"));
  const packagePath = path.join(folder, "conformance.vsix");
  await createVSIX({
    cwd: folder,
    packagePath,
    dependencies: false,
    allowMissingRepository: true,
    skipLicense: true,
  });
  return packagePath;
}
