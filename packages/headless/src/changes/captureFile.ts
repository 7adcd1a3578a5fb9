import { resolve } from "node:path";
import { realOf } from "@idebridge/sdk/node";
import { type Content, type ReadRules, readContent } from "./content.ts";

/** A file just before an agent writes it. */
export interface CapturedFile {
  /** Where it really is, or would be: two names of one file are one change. */
  readonly path: string;
  readonly content: Content;
  /** It may have been written already when it was read. */
  readonly isLate: boolean;
}

/** The client waits for the answer that follows; after half a second it would write without. */
export const captureMilliseconds = 200;

export async function captureFile(path: string, rules: ReadRules): Promise<CapturedFile> {
  const startedAt = performance.now();
  const real = realOf(resolve(path));
  const content = await readContent(real, rules);
  return { path: real, content, isLate: performance.now() - startedAt > captureMilliseconds };
}
