import { existsSync } from "node:fs";
import { createRequire } from "node:module";
import { dirname, join } from "node:path";
import { fileURLToPath } from "node:url";
import type { BundledServers } from "@idebridge/headless";

/** Only where the program is bundled, as CommonJS. */
declare const __filename: string | undefined;

/** The language servers that are installed with this command. */
export function bundledServers(): BundledServers {
  const here = typeof __filename === "string" ? __filename : fileURLToPath(import.meta.url);
  const web = [".", "..", "../../dist"]
    .map((folder) => join(dirname(here), folder, "webLanguageServer.cjs"))
    .find((path) => existsSync(path));
  const typescript = find(here, "typescript/package.json");
  return { ...(web !== undefined && { web }), ...(typescript !== undefined && { typescript }) };
}

function find(from: string, name: string): string | undefined {
  try {
    return createRequire(from).resolve(name);
  } catch {
    // Left out at the installation: the project's own will do.
    return undefined;
  }
}
