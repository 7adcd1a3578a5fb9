import { join } from "node:path";
import { build } from "esbuild";

export interface Bundle {
  readonly file: string;
  readonly bytes: number;
  /** Bytes in the bundle by package; those of the repository itself under "ours". */
  readonly parts: Readonly<Record<string, number>>;
}

/** Bundles one of `bench/programs` as an editor's build would: one minified file, nothing left outside. */
export async function bundleProgram(root: string, name: string): Promise<Bundle> {
  const file = join(root, ".cache", "bench", `${name}.cjs`);
  const { metafile } = await build({
    entryPoints: [join(root, "bench", "programs", `${name}.ts`)],
    outfile: file,
    bundle: true,
    minify: true,
    platform: "node",
    format: "cjs",
    target: "node20",
    conditions: ["@idebridge/source"],
    metafile: true,
    logLevel: "warning",
    // Asked for only by who does not say where the page is; these programs do.
    logOverride: { "empty-import-meta": "silent" },
  });
  const [output] = Object.values(metafile.outputs);
  const parts: Record<string, number> = {};
  for (const [path, { bytesInOutput }] of Object.entries(output!.inputs)) {
    const dependency = /node_modules\/((?:@[^/]+\/)?[^/]+)/.exec(path)?.[1];
    const part = dependency ?? "ours";
    parts[part] = (parts[part] ?? 0) + bytesInOutput;
  }
  return { file, bytes: output!.bytes, parts };
}
