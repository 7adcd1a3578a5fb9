import { atMost, type Figure } from "../measured/figure.ts";
import { bundleProgram } from "./bundleProgram.ts";
import type { Workshop } from "./workshop.ts";

/** What an editor ships to be found by agents. */
export async function bundleSize({ root }: Workshop): Promise<readonly Figure[]> {
  const { bytes, parts } = await bundleProgram(root, "minimalServer");
  const shares = Object.entries(parts).sort(([, a], [, b]) => b - a);
  return [
    {
      name: "bundled server",
      aim: atMost(100),
      measured: bytes / 1024,
      unit: "KB",
      note: "minified, one file",
    },
    ...shares.map(([part, size]) => ({ name: `  ${part}`, measured: size / 1024, unit: "KB" })),
  ];
}
