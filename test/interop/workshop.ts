import { mkdtemp, realpath, rm } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { type Bundles, bundle } from "./program.ts";

/** What all tests of a run share: the bundled programs, and a workspace. */
export interface Workshop extends AsyncDisposable {
  readonly bundles: Bundles;
  readonly folder: string;
}

export async function openWorkshop(): Promise<Workshop> {
  const bundles = await bundle(["editorProgram", "officialServer1", "officialServer2"]);
  const folder = await realpath(await mkdtemp(join(tmpdir(), "idebridge-interop-")));
  return {
    bundles,
    folder,
    async [Symbol.asyncDispose]() {
      await bundles[Symbol.asyncDispose]();
      await rm(folder, { recursive: true, force: true });
    },
  };
}
