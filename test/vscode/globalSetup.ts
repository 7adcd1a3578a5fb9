import { mkdtemp, rm } from "node:fs/promises";
import { tmpdir } from "node:os";
import path from "node:path";
import { fileURLToPath } from "node:url";
import type { TestProject } from "vitest/node";
import { type CodeServerKit, installExtensions } from "./installExtensions.ts";

declare module "vitest" {
  interface ProvidedContext {
    readonly codeServerKit: CodeServerKit;
  }
}

const repository = fileURLToPath(new URL("../..", import.meta.url));

/** Our extension, the one that checks it from inside and a rival are packed and installed once for all tests. */
export default async function setup(project: TestProject): Promise<() => Promise<void>> {
  const folder = await mkdtemp(path.join(tmpdir(), "idebridge-extensions-"));
  const kit = await installExtensions(repository, folder, ["conformance", "theirs"]);
  project.provide("codeServerKit", kit);
  return () => rm(folder, { recursive: true, force: true });
}
