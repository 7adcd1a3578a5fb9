import { execFile } from "node:child_process";
import { statSync } from "node:fs";
import { join } from "node:path";
import { promisify } from "node:util";
import { atMost, type Figure } from "../measured/figure.ts";
import type { Workshop } from "./workshop.ts";

/** What VS Code loads when a window has started. */
export async function vscodeExtension({ root }: Workshop): Promise<readonly Figure[]> {
  const folder = join(root, "editors/vscode");
  await promisify(execFile)(process.execPath, [join(folder, "build.mjs")]);
  const { size } = statSync(join(folder, "dist/extension.cjs"));
  return [
    {
      name: "VS Code extension",
      aim: atMost(250),
      measured: size / 1024,
      unit: "KB",
      note: "minified, one file",
    },
  ];
}
