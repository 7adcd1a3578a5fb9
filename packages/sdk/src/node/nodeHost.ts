import { realpathSync } from "node:fs";
import { basename } from "node:path";
import { systemClock } from "../protocol/clock.ts";
import { IdeBridgeError } from "../protocol/errors.ts";
import type { Host } from "../server/host.ts";
import { currentPlatform } from "./platform.ts";

const largestText = 10 * 1024 * 1024;

export function nodeHost(): Host {
  return { platform: currentPlatform(), clock: systemClock, realPath, readText };
}

export function realPath(path: string): string | undefined {
  try {
    return realpathSync.native(path);
  } catch {
    return undefined;
  }
}

async function readText(path: string): Promise<string | undefined> {
  // Loaded late: it costs the start about a millisecond, and most servers never read a file.
  const { readFile, stat } = await import("node:fs/promises");
  try {
    const { size } = await stat(path);
    if (size > largestText) {
      throw new IdeBridgeError("DENIED", `${basename(path)} is too large to be read: ${size} bytes`);
    }
    return await readFile(path, "utf8");
  } catch (error) {
    const { code } = error as NodeJS.ErrnoException;
    if (code === "ENOENT" || code === "EISDIR" || code === "ENOTDIR") return undefined;
    throw error;
  }
}
